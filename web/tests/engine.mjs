// The engine of the page, compiled by Vite for node.
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

const path = fileURLToPath(new URL("../src/transport/engine.ts", import.meta.url));

export const { Engine } = (await runnerImport(path)).module;
