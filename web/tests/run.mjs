// All tests of the page: lints, types, units, the kept build, the contract, a browser at a server.
//
//   node tests/run.mjs --solveig target/debug/solveig
//   node tests/run.mjs --url http://127.0.0.1:8080     at a server that runs already
//
// SCREENSHOTS=folder keeps a picture of every view.
import { execFile, spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import { CONTRACT, contract } from "../openapi/contract.mjs";
import { serve } from "./serve.mjs";

const run = promisify(execFile);
const web = fileURLToPath(new URL("..", import.meta.url));

/** The most the page may weigh, all files compressed together. */
const MAX_BYTES = 150_000;

/** Small games that are solved in a moment, the last of them without a board. */
const SOLVED = ["connect-four:4x4", "othello:4x4", "mnk:3x3?k=3", "hex:3x3", "random-tree:3x4?seed=1"];
/** One that a search solves, and two that are too large for it. */
const SEARCHED = ["go:2x2", "hex:9x9", "go:5x5"];
/** What is proved, in a moment as well. */
const PROVEN = [["go:3x3", "--at-least", "9"]];

const { values: options } = parseArgs({
  options: { solveig: { type: "string" }, url: { type: "string" }, only: { type: "string" } },
});
if (!options.solveig && !options.url) {
  console.error("usage: node tests/run.mjs --solveig PATH | --url http://127.0.0.1:8080 [--only games]");
  process.exit(2);
}

const started = Date.now();
const cleanUp = [];
let failed = false;
try {
  await step("lints", () => inherit("npm", ["run", "--silent", "lint"]));
  await step("types", () => inherit("npx", ["tsc", "--noEmit"]));
  await step("units", () => inherit("npx", ["vitest", "run", "--reporter=dot"]));
  await step("the package of the engine", () => inherit(process.execPath, ["--test", "tests/package.test.mjs"]));
  await step("the kept build is what the source gives", keptBuild);
  await step("the contract is what the OpenAPI document gives", keptContract);
  const { url, folder } = options.url
    ? { url: options.url }
    : await step("artifacts, a folder of static files, and a server", () => startServer(options.solveig));
  await step("browser", () => browserTests(url, folder));
} catch (error) {
  failed = true;
  console.error(`FAILED: ${error.message}`);
} finally {
  for (const task of cleanUp.reverse()) await task();
}
console.log(`${failed ? "failed" : "passed"} after ${seconds(started)} s`);
process.exit(failed ? 1 : 0);

function seconds(since) {
  return ((Date.now() - since) / 1000).toFixed(1);
}

async function step(name, work) {
  const since = Date.now();
  console.log(`-- ${name}`);
  const result = await work();
  console.log(`-- ${name}: ${seconds(since)} s`);
  return result;
}

/** Runs a program whose output is shown. */
function inherit(program, args, env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: web, stdio: "inherit", env: { ...process.env, ...env } });
    child.on("error", reject);
    child.on("exit", (code) => (code === 0 ? resolve() : reject(new Error(`${program} ${args.join(" ")}: ${code}`))));
  });
}

async function keptBuild() {
  const folder = await mkdtemp(join(tmpdir(), "solveig-build-"));
  cleanUp.push(() => rm(folder, { recursive: true, force: true }));
  await run("npx", ["vite", "build", "--outDir", folder, "--emptyOutDir", "--logLevel", "error"], { cwd: web });
  const [made, kept] = [await contents(folder), await contents(join(web, "../crates/server/page"))];
  const names = [...new Set([...made.keys(), ...kept.keys()])];
  const differing = names.filter((name) => made.get(name) !== kept.get(name));
  if (differing.length > 0) {
    throw new Error(`crates/server/page is not what \`npm run build\` makes: ${differing.join(", ")}`);
  }
  const { gzipSync } = await import("node:zlib");
  const bytes = [...kept.values()].reduce((sum, text) => sum + gzipSync(Buffer.from(text, "latin1")).length, 0);
  console.log(`   ${bytes} bytes compressed`);
  if (bytes > MAX_BYTES) throw new Error(`the page weighs ${bytes} bytes compressed: at most ${MAX_BYTES}`);
}

async function keptContract() {
  if ((await contract()) !== (await readFile(CONTRACT, "utf8"))) {
    throw new Error("web/engine/src/contract.ts is old: `npm run contract` writes it");
  }
}

async function contents(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
  return new Map(
    await Promise.all(files.map(async (path) => [path.slice(folder.length + 1), await readFile(path, "latin1")])),
  );
}

/** Solves the small games and serves them; gives the server's address, and a folder with their page. */
async function startServer(solveig) {
  const folder = await mkdtemp(join(tmpdir(), "solveig-web-"));
  cleanUp.push(() => rm(folder, { recursive: true, force: true }));
  const artifacts = [];
  for (const [index, spec] of SOLVED.entries()) {
    const path = join(folder, `${index}.sol`);
    // The first has a certificate.
    const certificate = index === 0 ? ["--certificate", join(folder, `${index}.cert`)] : [];
    await run(solveig, ["solve", spec, "--out", path, ...certificate]);
    artifacts.push(path, ...certificate);
  }
  const proofs = PROVEN.map((_, index) => join(folder, `${index}.proof`));
  for (const [index, claim] of PROVEN.entries()) await run(solveig, ["prove", ...claim, "--out", proofs[index]]);
  const served = [...artifacts, ...SEARCHED, ...proofs];
  const page = join(folder, "page");
  await run(solveig, ["serve", ...served, "--static", page, "--time-limit", "60"]);
  const { url, stop } = await serve(solveig, served, "--time-limit", "2");
  cleanUp.push(stop);
  return { url, folder: page };
}

async function browserTests(url, page) {
  const folder = join(web, "tests", "e2e");
  const names = (await readdir(folder)).filter((name) => name.endsWith(".test.mjs"));
  const files = names
    .filter((name) => !options.only || name.startsWith(options.only))
    .map((name) => join(folder, name));
  await inherit(
    process.execPath,
    ["--test", "--test-reporter=spec", "--test-concurrency=2", "--test-timeout=900000", ...files],
    { SOLVEIG_URL: url, ...(page ? { SOLVEIG_FOLDER: page, SOLVEIG: resolve(options.solveig) } : {}) },
  );
}
