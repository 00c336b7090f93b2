// The engine's package as its users have it: packed, and installed into an empty folder.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { chromium } from "playwright-core";
import { build, preview } from "vite";

const run = promisify(execFile);
const web = fileURLToPath(new URL("..", import.meta.url));
const openings = new URL("../../crates/openings/files/", import.meta.url);

let folder;
let installed;
let engine;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "solveig-package-"));
  await run("npm", ["pack", "--silent", "--pack-destination", folder], { cwd: join(web, "engine") });
  const [tarball] = await readdir(folder);
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  await run("npm", ["install", "--offline", "--no-audit", "--no-fund", tarball], { cwd: folder });
  installed = join(folder, "node_modules", "@solveig", "engine");
  const { exports } = JSON.parse(await readFile(join(installed, "package.json"), "utf8"));
  engine = await import(pathToFileURL(join(installed, exports["."].default)));
});
after(() => rm(folder, { recursive: true, force: true }));

test("it holds its licences and its README", async () => {
  const files = await readdir(installed);
  for (const file of ["LICENSE-APACHE", "LICENSE-MIT", "README.md"]) assert.ok(files.includes(file), file);
});

test("7x6 Connect Four and 6x6 Othello are perfect from the start", async () => {
  const [connectFour, othello] = await Promise.all(["connect-four:7x6", "othello:6x6"].map(engine.open));
  const { value, best_move, status, plies } = connectFour.value("4 4");
  assert.deepEqual({ value, best_move, status, plies }, { value: 1, best_move: "4", status: "exact", plies: 39 });
  assert.equal(othello.value().value, -4);
  // The games are apart, though one program answers both.
  const { moves } = connectFour.analyse(["4"]);
  assert.deepEqual([moves[0].move, moves.at(-1).value], ["4", -1]);
  assert.equal(othello.analyse().moves.length, 4);
});

test("what is not stored is searched, within a time limit", async () => {
  const game = await engine.open("connect-four:6x5");
  assert.equal(game.value("331").value, 1);
  assert.deepEqual(
    game.values([{ moves: "1" }, { moves: "9" }]).map((one) => one.value ?? one.error.code),
    [0, "bad_position"],
  );
  const large = await engine.open("connect-four:8x7");
  const { status, interrupted } = large.value("", { timeLimit: 0 });
  assert.deepEqual({ status, interrupted }, { status: "unknown", interrupted: true });
});

test("files of one's own are answered from, and checked", async () => {
  const file = new URL("hex-7x7.sol", openings);
  const game = await engine.open({ files: [file] });
  assert.equal(game.game.spec, "hex:7x7");
  assert.equal(game.game.artifact.file, "hex-7x7.sol");
  assert.equal(game.value("", { search: "never" }).source, "certified");
  const bytes = new Uint8Array(await readFile(file)).fill(0, 100, 200);
  await assert.rejects(engine.open({ files: [{ name: "forged.sol", bytes }] }), /^EngineError: forged\.sol: /);
});

test("errors have the words of the API", async () => {
  await assert.rejects(engine.open("connect-five:7x6"), (error) => {
    assert.ok(error instanceof engine.EngineError);
    assert.equal(error.code, "no_such_game");
    assert.match(error.message, /^game "connect-five:7x6": there is no game "connect-five"; there are: othello:CxR,/);
    return true;
  });
  const game = await engine.open("connect-four:7x6");
  const message = 'move 2 of "4 9" (at character 3): no column 9 on a 7x6 board (columns 1-7)';
  for (const question of ["value", "analyse", "move", "line"]) {
    assert.throws(() => game[question]("4 9"), { code: "bad_position", message });
  }
});

test("TypeScript knows its types, wherever it resolves them", async () => {
  const source = `import { EngineError, open, type Position } from "@solveig/engine";
const game = await open("connect-four:7x6");
const value: number | null = game.value("4 4", { timeLimit: 1 }).value;
const position: Position = game.analyse(["4"]);
const levels: number[] = game.get("/v1/games/{game}/levels").levels.map((one) => one.positions);
// @ts-expect-error: no such option
game.value("4", { seconds: 1 });
console.log(value, position.moves[0]?.move, levels, new EngineError({ code: "", message: "" }).code);
`;
  await writeFile(join(folder, "example.ts"), source);
  const compiler = join(web, "node_modules/typescript/bin/tsc");
  for (const module of [
    ["--module", "nodenext"],
    ["--module", "esnext", "--moduleResolution", "bundler"],
  ]) {
    const options = ["--strict", "--noEmit", "--target", "es2022", "--lib", "es2022,dom"];
    await run(process.execPath, [compiler, ...module, ...options, "example.ts"], { cwd: folder }).catch((error) => {
      throw new Error(error.stdout);
    });
  }
});

test("a browser runs it from a bundle", async (t) => {
  const module = `import { open } from "@solveig/engine";
    const game = await open("connect-four:7x6");
    document.title = String(game.value("4 4").value);`;
  await writeFile(join(folder, "main.js"), module);
  await writeFile(join(folder, "index.html"), '<script type="module" src="main.js"></script>');
  const options = { root: folder, configFile: false, logLevel: "error" };
  await build({ ...options, build: { target: "es2022" } });
  const server = await preview({ ...options, preview: { host: "127.0.0.1", port: 0 } });
  t.after(() => server.close());
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  const browser = await chromium.launch({ executablePath, args: ["--headless", "--no-sandbox", "--disable-gpu"] });
  t.after(() => browser.close());
  const page = await browser.newPage();
  await page.goto(server.resolvedUrls.local[0]);
  await page.waitForFunction(() => document.title === "1");
});
