// Games of one's own, on the layouts that no game of Solveig has. Their programs lie beside Solveig's:
//
//   cargo build -p solveig-examples --bins
//
// The pictures of the layouts in docs/images are drawn anew with UPDATE_PICTURES=1.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import test, { after } from "node:test";
import { fileURLToPath } from "node:url";
import { serve } from "../serve.mjs";
import { drawing } from "../svg.mjs";
import { at, counted, open, SHOWN, turn } from "./browser.mjs";
import { BROWSERS, clickCell, focusedCell, played, shows, tabTo, walkTo } from "./keys.mjs";

const images = fileURLToPath(new URL("../../../docs/images", import.meta.url));
const programs = dirname(process.env.SOLVEIG ?? "");
const missing = ["dots-and-boxes", "layouts"].find((name) => !existsSync(join(programs, name)));
const without = missing ? `no program ${missing}` : false;

/** The games by their specs, each with the address of its server. */
const games = new Map();
if (!missing) {
  await serves("dots-and-boxes", ["dots-and-boxes:2x2", "mnk:3x3?k=3"]);
  await serves("layouts", ["col:3x3", "sowing:5x1", "sowing:3x2"]);
}

async function serves(name, specs) {
  const { url: base, stop } = await serve(join(programs, name), specs, "--memory", "4MiB");
  after(stop);
  const response = await fetch(`${base}/v1/games`);
  for (const game of (await response.json()).games) games.set(game.spec, { ...game, base });
}

async function positionAfter({ base, game }, moves) {
  const query = new URLSearchParams({ moves: moves.join(" "), search: "never" });
  const response = await fetch(`${base}/v1/games/${game}/position?${query}`);
  assert.ok(response.ok, await response.clone().text());
  return response.json();
}

/** Makes the last of the legal moves by a click, or by keys. */
async function move(page, game, here, byKeys) {
  const { cell } = here.moves.at(-1);
  if (byKeys) {
    if ((await focusedCell(page)) === null) await tabTo(page, "[role=gridcell]");
    await walkTo(page, game, cell);
    await page.keyboard.press("Enter");
  } else {
    await clickCell(page, cell);
  }
}

const passes = (moves) => moves.filter((one) => one === "pass").length;

for (const [browser, skip, openIn] of BROWSERS) {
  const options = { skip: without || skip };

  // Whole games on tracks take long, and are played in one browser alone.
  const tracks = browser === "Chromium" ? ["sowing:3x2"] : [];
  for (const spec of ["dots-and-boxes:2x2", "col:3x3", ...tracks]) {
    const hasPasses = !spec.startsWith("col");

    test(`${browser}, ${spec}: a person plays both sides to the end, by clicks and by keys`, options, async (t) => {
      const game = games.get(spec);
      const page = await openIn(t, at(game, { side: "both" }), { base: game.base });
      let made = 0;
      while ((await turn(page)) === "person") {
        const line = await played(page);
        const here = await positionAfter(game, line);
        if (here.moves[0].pass) {
          // Nobody presses a key.
          await shows(page, line.length + 1);
          continue;
        }
        await move(page, game, here, made % 2 === 1);
        made += 1;
        await page.waitForFunction(
          (before) => Number(document.querySelector(".turn")?.dataset.ply) > before,
          line.length,
        );
      }
      const line = await played(page);
      assert.equal(passes(line) > 0, hasPasses, line.join(" "));
      assert.ok((await positionAfter(game, line)).over);
    });

    test(`${browser}, ${spec}: the program answers, and passes play themselves`, options, async (t) => {
      const game = games.get(spec);
      const page = await openIn(t, at(game, { side: "second" }), { base: game.base });
      while ((await turn(page)) === "person") {
        const line = await played(page);
        const here = await positionAfter(game, line);
        if (!here.moves[0].pass) await move(page, game, here, false);
        await page.waitForFunction(
          (before) => Number(document.querySelector(".turn")?.dataset.ply) > before,
          line.length,
        );
      }
      assert.ok((await positionAfter(game, await played(page))).over);
    });
  }

  test(`${browser}: the page has the name, the rules and the colours of a game of one's own`, options, async (t) => {
    const game = games.get("dots-and-boxes:2x2");
    const page = await openIn(t, at(game, { side: "both", moves: "b1 a2 b3 c2" }), { base: game.base });
    await turn(page);
    const text = await page.evaluate(() => document.body.textContent);
    for (const part of [game.title, game.rules, ...game.sides]) assert.ok(text.includes(part), part);
    const stroke = await page.evaluate(() => getComputedStyle(document.querySelector(".stone.first")).backgroundColor);
    assert.equal(stroke, "rgb(27, 158, 119)");
    assert.equal(await page.evaluate(() => document.querySelectorAll(".drawn-edge").length), 4);
    assert.equal(await page.evaluate(() => document.querySelectorAll(".box.second").length), 1);
    const label = await page.evaluate(() => document.querySelector('[data-cell="1"]').getAttribute("aria-label"));
    assert.equal(label, "b1, taken");
  });

  test(`${browser}: who closes a box moves again, and boxes are counted beside the sides`, options, async (t) => {
    const game = games.get("dots-and-boxes:2x2");
    const page = await openIn(t, at(game, { side: "both", moves: "b1 a2 b3" }), { base: game.base });
    await turn(page);
    await clickCell(page, game.columns + 2);
    await shows(page, 5);
    await turn(page);
    assert.deepEqual((await played(page)).slice(3), ["c2", "pass"]);
    assert.equal(await page.evaluate(() => document.querySelector(".passed").textContent), "Orange moves again.");
    const boxes = await page.evaluate(() => [...document.querySelectorAll(".discs")].map((one) => one.textContent));
    assert.deepEqual(boxes, ["00 boxes", "11 box"]);
  });

  test(`${browser}: a digit plays the cell of a track, f turns the board, and arrows walk back`, options, async (t) => {
    const game = games.get("sowing:5x1");
    const page = await openIn(t, at(game, { side: "both" }), { base: game.base });
    await turn(page);
    await page.keyboard.press("2");
    await shows(page, 1);
    assert.deepEqual(await played(page), ["2"]);
    const counts = () => page.evaluate(() => [...document.querySelectorAll(".count")].map((one) => one.textContent));
    assert.deepEqual(await counts(), ["2", "3", "3", "2"]);
    await page.waitForFunction(() => document.body.textContent.includes("Purple 0, Amber 0"));
    // It is empty now.
    await page.keyboard.press("2");
    assert.deepEqual(await played(page), ["2"]);
    const left = (cell) =>
      page.evaluate((at) => document.querySelector(`[data-cell="${at}"]`).getBoundingClientRect().left, cell);
    assert.ok((await left(0)) < (await left(4)));
    await page.keyboard.press("f");
    await page.waitForFunction(() => {
      const at = (cell) => document.querySelector(`[data-cell="${cell}"]`).getBoundingClientRect().left;
      return at(0) > at(4);
    });
    await page.keyboard.press("ArrowLeft");
    await shows(page, 0);
    await page.keyboard.press("ArrowRight");
    await shows(page, 1);
    const label = await page.evaluate(() => document.querySelector('[data-cell="2"]').getAttribute("aria-label"));
    assert.match(label, /^3, 3, can be played/);
  });
}

test("a board so small that it is searched at once has its value on the first page, and is marked nowhere", {
  skip: without,
}, async (t) => {
  const game = games.get("mnk:3x3?k=3");
  const page = await open(t, "", { base: game.base });
  await page.getByText("A draw with best play.").waitFor();
  // The list of games marks others as searched.
  await page.goto(`${game.base}/${at(game)}`);
  await turn(page);
  const listed = await page.locator(".game-choice option").allTextContents();
  assert.equal(listed.filter((text) => text.endsWith("(search)")).length, 1);
  assert.ok(listed.includes("Tic-tac-toe"));
});

test("values are shown below the pits of a track, and on points no rule of Go applies", {
  skip: without,
}, async (t) => {
  const sowing = games.get("sowing:5x1");
  const page = await open(t, at(sowing, { side: "both" }), { base: sowing.base, settings: SHOWN });
  await turn(page);
  await counted(page.locator(".badge"), 5);
  const [pit, badge] = await page.evaluate(() =>
    [".pit", ".badge"].map((one) => document.querySelector(one).getBoundingClientRect().bottom),
  );
  assert.ok(badge > pit);

  const col = games.get("col:3x3");
  const other = await open(t, at(col, { side: "both", moves: "b2" }), { base: col.base });
  await turn(other);
  await counted(other.locator(".board-go .disc"), 1);
  await counted(other.locator("button.pass"), 0);
  await other.getByRole("button", { name: "Set up" }).click();
  await counted(other.getByRole("region", { name: "By hand" }), 0);
});

/** A game of each layout with a position that shows what it has. */
const PICTURES = [
  ["cells", "mnk:3x3?k=3", "b2 a1 c3"],
  ["edges", "dots-and-boxes:2x2", "b1 a2 b3 c2 pass d1 e2 d3"],
  ["points", "col:3x3", "b2 a1 c1 c3"],
  ["track", "sowing:5x1", "2 4 1"],
];

test("the pictures in the guide are what the page draws", { skip: without }, async (t) => {
  for (const [name, spec, moves] of PICTURES) {
    const game = games.get(spec);
    const page = await open(t, at(game, { side: "both", moves }), {
      base: game.base,
      colorScheme: "light",
    });
    await page.locator(".pieces > *").first().waitFor({ state: "attached" });
    const path = join(images, `layout-${name}.svg`);
    if (process.env.UPDATE_PICTURES) {
      await page.waitForTimeout(1000);
      await writeFile(path, await drawing(page));
    }
    const kept = await readFile(path, "utf8");
    let found = await drawing(page);
    // The mark of the last move may come after the pieces.
    for (let tries = 0; found !== kept && tries < 50; tries += 1) {
      await page.waitForTimeout(100);
      found = await drawing(page);
    }
    assert.equal(kept, found, `${path} is old: UPDATE_PICTURES=1 draws it anew`);
  }
});
