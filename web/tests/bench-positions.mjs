// How long a server or a browser takes for the values of all moves, in positions that `solveig
// sample` drew.
//
//   solveig serve connect-four:7x6 othello:6x6 hex:7x7 'mnk:5x5?k=4' --static page
//   solveig sample othello:6x6 200 --seed 1 --time-limit 0.02 --moves-json > positions.csv
//   node web/tests/bench-positions.mjs --folder page --game othello-6x6 --positions positions.csv
//
// The page's own worker is asked, in Chromium, one position after the other; with `--url ADDRESS` in
// place of `--folder` a server, which has its own limit of time.
import { readdir, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";

const { values: options } = parseArgs({
  options: {
    folder: { type: "string" },
    url: { type: "string" },
    game: { type: "string" },
    positions: { type: "string" },
    seconds: { type: "string", default: "3" },
  },
});
const { folder, url, game, positions } = options;
if (!folder === !url || !game || !positions) {
  console.error(
    "usage: node tests/bench-positions.mjs --folder FOLDER|--url ADDRESS --game NAME --positions FILE.csv [--seconds 3]",
  );
  process.exit(2);
}

const [, ...rows] = (await readFile(positions, "utf8")).trim().split("\n");
const boards = rows.map((row) => row.match(/^"?([^",]*)/)[1]);

/** Asks a path of the API; its time and whether its values are whole. */
let ask = async (path, query) => {
  const since = performance.now();
  const response = await fetch(new URL(`${path}?${query}`, url));
  const answer = await response.json();
  if (!response.ok) throw new Error(JSON.stringify(answer));
  return { milliseconds: performance.now() - since, isWhole: !answer.interrupted };
};
let close = () => {};
if (folder) [ask, close] = await inBrowser();

/** The page's own worker, in a browser that opens the folder. */
async function inBrowser() {
  const list = JSON.parse(await readFile(join(folder, "games.json"), "utf8"));
  const found = list.games.find((one) => one.game === game);
  if (!found) throw new Error(`${game}: not one of ${list.games.map((one) => one.game).join(", ")}`);
  const worker = (await readdir(join(folder, "assets"))).find((name) => /^worker-.*\.js$/.test(name));
  const kinds = { html: "text/html", js: "text/javascript", wasm: "application/wasm" };
  const host = createServer(async (request, response) => {
    const name = decodeURIComponent(new URL(request.url, "http://host").pathname.slice(1));
    const type = kinds[name.split(".").at(-1)] ?? "application/octet-stream";
    // An empty page of the same origin: the page's own questions would take time.
    const file = name === "empty.html" ? "" : await readFile(join(folder, name)).catch(() => null);
    response.writeHead(file === null ? 404 : 200, { "content-type": type }).end(file ?? "");
  });
  await new Promise((resolve) => host.listen(0, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${host.address().port}/`;

  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--headless", "--no-sandbox", "--disable-gpu"],
  });
  const page = await browser.newPage();
  await page.goto(`${base}empty.html`);

  const { solution, certificate, further } = list.files[game];
  const address = (file) => new URL(encodeURIComponent(file), base).href;
  const opening = {
    name: game,
    spec: found.spec,
    engine: address(list.engine),
    files: [solution ?? [], further].flat().map(address),
    certificate: certificate === null ? null : address(certificate),
    digest: (found.artifact ?? found.proof)?.digest ?? null,
    memory: list.memory,
  };
  await page.evaluate(
    ([script, opened]) => {
      const asked = new Worker(script, { type: "module" });
      asked.postMessage({ opening: opened });
      globalThis.timed = (question) =>
        new Promise((resolve, reject) => {
          const since = performance.now();
          asked.onerror = ({ message }) => reject(new Error(message));
          asked.onmessage = ({ data: { status, json } }) => {
            if (status !== 200) reject(new Error(json));
            else resolve({ milliseconds: performance.now() - since, isWhole: !JSON.parse(json).interrupted });
          };
          asked.postMessage({ question });
        });
    },
    [`${base}assets/${worker}`, opening],
  );
  const question = (path, query) => ({ path, query, body: null, seconds: Number(options.seconds), seed: 1 });
  return [
    (path, query) => page.evaluate((asked) => globalThis.timed(asked), question(path, query)),
    async () => {
      await browser.close();
      host.close();
    },
  ];
}

/** The values of all moves of a position, as the page asks for them. */
function timed(board, search) {
  return ask(`/v1/games/${game}/position`, String(new URLSearchParams({ from: board, search })));
}

await timed(boards[0], "never");
const times = [];
for (const board of boards) times.push(await timed(board, "anywhere"));
await close();

const sorted = times.map((one) => one.milliseconds).sort((one, other) => one - other);
const share = (count) => `${((100 * count) / times.length).toFixed(1)} %`;
const within = (seconds) => share(sorted.filter((one) => one <= 1000 * seconds).length);
const notWhole = times.filter((one) => !one.isWhole).length;
console.log(
  `${game}: ${times.length} positions, median ${sorted[Math.floor(sorted.length / 2)].toFixed(1)} ms, within 0.3 s ${within(0.3)}, 0.9 s ${within(0.9)}, 1.5 s ${within(1.5)}, 4.5 s ${within(4.5)}, longest ${(sorted.at(-1) / 1000).toFixed(1)} s, not whole ${share(notWhole)}`,
);
