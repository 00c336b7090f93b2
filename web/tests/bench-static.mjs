// The size of a folder of static files, and how fast it answers beside a server of the same games.
//
//   solveig serve c65.sol connect-four:7x6 othello:6x6 hex:5x5 hex:6x6 --static page
//   solveig serve c65.sol connect-four:7x6 othello:6x6 hex:5x5 hex:6x6 --threads 1 --memory 64MiB
//   node web/tests/bench-static.mjs --folder page --url http://127.0.0.1:8080
//
// Answers are stored positions, one after the other, from one client. Searches are of games without an artifact, by one
// thread on both sides; a server that has been asked before answers from its cache, so start it anew.
import { readFile } from "node:fs/promises";
import { Agent, createServer, get } from "node:http";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";
import { Engine } from "./engine.mjs";

const { values: options } = parseArgs({ options: { folder: { type: "string" }, url: { type: "string" } } });
if (!options.folder || !options.url) {
  console.error("usage: node tests/bench-static.mjs --folder FOLDER --url http://127.0.0.1:8080");
  process.exit(2);
}
const { folder, url } = options;

/** Positions that are searched, as moves from the start, a quick one first to compile code and allocate tables; else the start. */
const SEARCHED = {
  "connect-four:7x6": ["445436", "112233", "1122776"],
  "othello:6x6": ["c2d2e1b5d5e6d6e4f6b1e3f2f3f5", "b3b4e5a2a4e3c2d5f3b2a1b1", "b3b4e5a2a4e3c2d5f3b2"],
  "hex:6x6": ["a1a2", ""],
};

const list = JSON.parse(await readFile(join(folder, "games.json"), "utf8"));
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** How long `work` takes, in milliseconds. */
async function timed(work) {
  const since = performance.now();
  await work();
  return performance.now() - since;
}

function asked(address) {
  return new Promise((resolve, reject) => {
    get(url + address, { agent }, (response) => {
      const parts = [];
      response.on("data", (part) => parts.push(part));
      response.on("end", () => resolve(Buffer.concat(parts).toString()));
    }).on("error", reject);
  });
}

let [bytes, compressed] = [0, 0];
for (const name of list.written) {
  const file = await readFile(join(folder, name));
  bytes += file.length;
  compressed += gzipSync(file).length;
  if (name === list.engine) console.log(`engine: ${file.length} bytes, ${gzipSync(file).length} compressed`);
}
console.log(`folder: ${bytes} bytes, ${compressed} compressed, ${list.written.length} files`);

const program = await readFile(join(folder, list.engine));
for (const game of list.games) {
  const { solution, certificate, further } = list.files[game.game];
  const read = async (name) => (name === null ? undefined : readFile(join(folder, name)));
  const [stored, stated] = [await read(solution), await read(certificate)];
  const others = await Promise.all(further.map(read));
  let instance;
  const opening = {
    name: game.game,
    target: solution ?? game.spec,
    certificate,
    spec: game.spec,
    further,
    memory: list.memory,
  };
  const opened = await timed(async () => {
    instance = await Engine.of(program);
    const { status, json } = instance.open(opening, stored, stated, others);
    if (status !== 200) throw new Error(json);
  });
  console.log(`${game.spec}: engine compiled and game opened in ${opened.toFixed(0)} ms`);
  const own = (route, query) =>
    instance.ask({ path: `/v1/games/${game.game}/${route}`, query, body: null, seconds: 600, seed: 1 });
  if (game.artifact === null) {
    for (const moves of SEARCHED[game.spec] ?? [""]) {
      const query = `moves=${moves}&search=anywhere`;
      let ownAnswer, serverAnswer;
      const here = await timed(() => (ownAnswer = own("position", query)));
      const there = await timed(async () => (serverAnswer = await asked(`/v1/games/${game.game}/position?${query}`)));
      const [one, other] = [ownAnswer.json, serverAnswer].map((json) => JSON.parse(json));
      if (one.error ?? other.error) throw new Error((one.error ?? other.error).message);
      if (one.value !== other.value)
        throw new Error(`${game.spec} after ${moves}: ${one.value} here, ${other.value} at the server`);
      const ratio = (here / there).toFixed(1);
      const after = moves === "" ? "the start" : moves;
      console.log(
        `${game.spec}: ${after} and its moves searched in ${here.toFixed(0)} ms here, ${there.toFixed(0)} ms at the server: ${ratio} times as long`,
      );
    }
    continue;
  }
  const lines = [];
  for (let seed = 1; seed <= 2000; seed += 1) {
    const { board } = JSON.parse(own("random", `seed=${seed}`).json);
    lines.push(String(new URLSearchParams({ from: board, search: "never" })));
  }
  const here = await timed(() => {
    for (const query of lines) own("position", query);
  });
  const there = await timed(async () => {
    for (const query of lines) await asked(`/v1/games/${game.game}/position?${query}`);
  });
  const rate = (taken) => Math.round((lines.length / taken) * 1000);
  console.log(`${game.spec}: ${rate(here)} answers a second here, ${rate(there)} at the server from one connection`);
}

const host = createServer(async (request, response) => {
  const name = decodeURIComponent(new URL(request.url, "http://host").pathname.slice(1)) || "index.html";
  const kinds = { html: "text/html", js: "text/javascript", css: "text/css", svg: "image/svg+xml" };
  const file = await readFile(join(folder, name)).catch(() => null);
  response
    .writeHead(file ? 200 : 404, { "content-type": kinds[name.split(".").at(-1)] ?? "application/octet-stream" })
    .end(file);
});
await new Promise((resolve) => host.listen(0, "127.0.0.1", resolve));
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--headless", "--no-sandbox", "--disable-gpu"],
});
await (await browser.newPage()).goto("about:blank");
for (const [where, base] of [
  ["here", `http://127.0.0.1:${host.address().port}`],
  ["at the server", url],
]) {
  const page = await browser.newPage();
  const taken = await timed(async () => {
    await page.goto(`${base}/#/${list.games[0].game}`);
    await page.locator(".turn").waitFor();
  });
  console.log(`first board ${where}: ${taken.toFixed(0)} ms`);
  await page.close();
}
await browser.close();
process.exit(0);
