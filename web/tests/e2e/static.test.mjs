// The page as a folder of static files: the engine in WebAssembly beside the program, and a browser without a network.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import test from "node:test";
import { Instance } from "../engine.mjs";
import { SHOWN, ask, at, explain, gameOf, open, url } from "./browser.mjs";
import { best, playOut, seenBy, worst } from "./whole-game.mjs";

const folder = process.env.SOLVEIG_FOLDER;
const skip = folder ? false : "needs a folder that `solveig serve --static` wrote: run `npm test` with --solveig";

/** A server that knows nothing but files, below a path; instead of some of them it sends others. */
async function host(t, swapped = {}) {
  const base = "/some/where";
  const kinds = {
    html: "text/html",
    js: "text/javascript",
    css: "text/css",
    svg: "image/svg+xml",
    json: "application/json",
  };
  const server = createServer(async (request, response) => {
    const path = new URL(request.url, "http://host").pathname;
    const name = decodeURIComponent(path.slice(base.length + 1)) || "index.html";
    try {
      if (!path.startsWith(`${base}/`)) throw new Error("elsewhere");
      const bytes = await readFile(join(folder, swapped[name] ?? name));
      response
        .writeHead(200, { "content-type": kinds[name.split(".").at(-1)] ?? "application/octet-stream" })
        .end(bytes);
    } catch {
      response.writeHead(404).end("not here");
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = () => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    return closed;
  };
  t.after(stop);
  return { base: `http://127.0.0.1:${server.address().port}${base}`, stop };
}

/** Opens the page of the folder, and waits until all of it is kept; then takes server and network away. */
async function offline(t, address) {
  const { base, stop } = await host(t);
  const page = await open(t, "", { base });
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve));
  });
  await stop();
  await page.context().setOffline(true);
  await page.goto(`${base}/${address}`);
  await page.reload();
  return page;
}

for (const [family, choose, how] of [
  ["connect-four", best, "best"],
  ["othello", worst, "worst"],
]) {
  test(`without a network, a stored game of ${family} is played perfectly against the ${how} moves`, {
    skip,
  }, async (t) => {
    const game = gameOf(family);
    const start = await ask(`games/${encodeURIComponent(game.game)}/position`);
    const page = await offline(t, at(game, { side: "first" }));
    const value = await playOut(game, page, "first", choose);
    if (choose === best) assert.equal(value, start.value);
    else assert.ok(value <= start.value, `${value} is more than ${start.value}`);
    assert.equal(seenBy(value, "first", "first"), value);
  });
}

test("without a network, the page has all its languages", { skip }, async (t) => {
  const page = await offline(t, at(gameOf("othello"), { side: "both" }));
  for (const [button, field, language, text] of [
    ["Settings", "Language", "ja", "黒の手番です。"],
    ["設定", "言語", "de", "Schwarz ist am Zug."],
  ]) {
    await page.getByRole("button", { name: button }).click();
    await page.getByLabel(field).selectOption(language);
    await page.keyboard.press("Escape");
    await page.locator(".turn", { hasText: text }).waitFor();
  }
});

test("an artifact that is not the one of the list answers nothing", { skip }, async (t) => {
  const { files } = JSON.parse(await readFile(join(folder, "games.json"), "utf8"));
  // The first has no certificate, which would tell as well.
  const [game, other] = ["othello", "connect-four"].map((family) => gameOf(family));
  const { base } = await host(t, { [files[game.game].solution]: files[other.game].solution });
  const page = await open(t, "", { base });
  await page.goto(`${base}/${at(game, { side: "both" })}`);
  const refusal = page.getByText("another file than the list of games says").first();
  // Once in several runs the first visit shows nothing; the cause is not known.
  await refusal.waitFor({ timeout: 30_000 }).catch(() => page.reload());
  await refusal.waitFor();
});

test("a page without a server does not speak of one", { skip }, async (t) => {
  const { base } = await host(t);
  const page = await open(t, "", { base, settings: { ...SHOWN, searchesOutside: true } });
  const main = page.locator("main");
  await page.locator(".card").first().waitFor();
  assert.doesNotMatch(await main.textContent(), /server/i);
  const game = gameOf("connect-four");
  await page.goto(`${base}/${at(game, { side: "both", moves: "1 1 4 4" })}`);
  const evidence = await explain(page);
  await evidence.getByText("Your browser found the value by an exact search").waitFor();
  for (const [family, words] of [
    ["connect-four", "names the artifact by its digest"],
    ["othello", "none beside the artifact"],
  ]) {
    await page.goto(`${base}/${at(gameOf(family), { view: "region" })}`);
    await main.getByText(words).waitFor();
    assert.doesNotMatch(await main.textContent(), /server/i);
  }
  await page.getByRole("button", { name: "Help" }).click();
  assert.doesNotMatch(await page.locator("dialog").textContent(), /server/i);
});

test("the engine in WebAssembly answers every question as the program does", { skip }, async () => {
  const list = JSON.parse(await readFile(join(folder, "games.json"), "utf8"));
  const program = await WebAssembly.compile(await readFile(join(folder, list.engine)));
  const { games } = list;
  assert.deepEqual(games, (await ask("games")).games);
  let compared = 0;
  for (const game of games) {
    const { solution, certificate } = list.files[game.game];
    const bytes = (name) => (name === null ? undefined : readFile(join(folder, name)));
    const instance = await Instance.of(program);
    const opening = { name: game.game, target: solution ?? game.spec, certificate, memory: 1 << 24 };
    const opened = instance.open(opening, await bytes(solution), await bytes(certificate));
    assert.equal(opened.status, 200, opened.json);
    const searches = game.columns * game.rows > 16 ? ["never"] : ["never", "above-cut", "anywhere"];
    const moves = (await ask(`games/${game.game}/position`, { search: "never" })).moves;
    const lines = ["", moves[0].move, moves.at(-1).move, "nonsense"];
    for (const route of ["position", "line", "proof"]) {
      for (const search of searches) {
        for (const line of lines) {
          compared += await same(
            instance,
            `/v1/games/${game.game}/${route}`,
            new URLSearchParams({ moves: line, search }),
            null,
          );
        }
      }
    }
    compared += await same(instance, `/v1/games/${game.game}/levels`, "", null);
    compared += await same(instance, `/v1/games/${game.game}/random`, "seed=7", null);
    compared += await same(
      instance,
      `/v1/games/${game.game}/review`,
      "",
      JSON.stringify({ moves: lines[1], search: "never" }),
    );
  }
  assert.ok(compared > 200, `${compared} answers`);
});

/** Answers without the moves to the end, for which a server does not search beside what a file has. */
const withoutLengths = (json) => json.replace(/"plies":\d+/g, '"plies":null');

/** Asks the engine and the program, whose searches have a short time limit but keep their tables. */
async function same(instance, path, query, body) {
  const request = {
    headers: { "content-type": "application/json" },
    ...(body === null ? {} : { method: "POST", body }),
  };
  let response;
  let text;
  do {
    response = await fetch(`${url}${path}?${query}`, request);
    text = await response.text();
  } while (text.includes('"interrupted":true'));
  const own = instance.ask({ path, query: String(query), body, seconds: 600, seed: 1 });
  assert.equal(withoutLengths(own.json), withoutLengths(text), `${path}?${query}`);
  assert.equal(own.status, response.status);
  return 1;
}
