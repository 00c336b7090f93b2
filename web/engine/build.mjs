// Puts together what is packed, before `npm pack` and `npm publish`: modules and types, the engine and the openings
// that are committed with the program, and the licences.
import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

rmSync(at("dist"), { recursive: true, force: true });
execFileSync(process.execPath, [at("../node_modules/typescript/bin/tsc"), "-p", at("tsconfig.json")], {
  stdio: ["ignore", process.stderr, process.stderr],
});
copyFileSync(at("../../crates/server/folder/solveig.wasm"), at("dist/solveig.wasm"));
cpSync(at("../../crates/openings/files"), at("dist/openings"), { recursive: true });
for (const licence of ["LICENSE-APACHE", "LICENSE-MIT"]) copyFileSync(at(`../../${licence}`), at(licence));
