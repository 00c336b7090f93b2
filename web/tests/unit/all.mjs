// All unit tests in one process, so that Vite starts once.
import "./catalogue.test.mjs";
import "./layout.test.mjs";
import "./marks.test.mjs";
import "./modules.test.mjs";
import "./notation.test.mjs";
import "./plain.test.mjs";
import "./records.test.mjs";
import "./playing.test.mjs";
import "./route.test.mjs";
import "./swap.test.mjs";
import "./turns.test.mjs";
import "./words.test.mjs";
import "./winning.test.mjs";
