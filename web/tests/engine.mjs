// An instance of the page's engine, compiled by Vite for node.
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

const path = fileURLToPath(new URL("../engine/src/instance.ts", import.meta.url));

export const { Instance } = (await runnerImport(path)).module;
