// One process for all, since each would start a Vite of its own.
import "./layout.test.mjs";
import "./notation.test.mjs";
import "./route.test.mjs";
import "./turns.test.mjs";
import "./words.test.mjs";
