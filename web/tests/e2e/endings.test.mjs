// How a game ended, and what the boards show of it.
import assert from "node:assert/strict";
import test from "node:test";
import { ask, at, counted, explain, gameOf, open, SHOWN, turn, url } from "./browser.mjs";

const won = (page) => page.locator(".won-line").evaluateAll((all) => all.map((line) => line.points.numberOfItems));

for (const [family, played, lines] of [
  ["connect-four", "1 2 1 2 1 2 1", [4]],
  ["mnk", "b2 a1 b1 c1 b3", [3]],
  ["hex", "b2 a1 b1 c1 a3", [3]],
  // A draw, and a game that is not over.
  ["mnk", "a1 b2 c3 a3 c1 c2 a2 b1 b3", []],
  ["connect-four", "1 2 1 2 1 2", []],
]) {
  test(`${family}, ${played}: the stones that have won are joined`, async (t) => {
    const page = await open(t, at(gameOf(family), { side: "both", moves: played }));
    await turn(page);
    assert.deepEqual(await won(page), lines);
    const named = page.locator('[role=gridcell][aria-label*="in the winning line"]');
    await counted(named, lines[0] ?? 0);
  });
}

test("Othello counts the discs, and says why the margin is larger than their difference", async (t) => {
  const game = gameOf("othello");
  const path = `games/${encodeURIComponent(game.game)}`;
  const { moves } = await ask(`${path}/line`);
  const { cells, value } = await ask(`${path}/position`, { moves: moves.join(" ") });
  const count = (stone) => [...cells].filter((cell) => cell === stone).length;
  const [black, white, empty] = [count("X"), count("O"), count("-")];
  assert.ok(empty > 0 && Math.abs(value) === Math.abs(black - white) + empty);
  const page = await open(t, at(game, { side: "both", moves: moves.join(" ") }));
  assert.equal(await turn(page), "over");
  const shown = await page.locator(".discs").evaluateAll((all) => all.map((one) => Number(one.firstChild.textContent)));
  assert.deepEqual(shown, [black, white]);
  const [more, fewer] = [Math.max(black, white), Math.min(black, white)];
  assert.equal(
    await page.locator(".result").textContent(),
    `${more} discs to ${fewer}. The ${empty} empty squares go to the winner: ${more} + ${empty} \u2212 ${fewer} = ${Math.abs(value)}.`,
  );
});

test("a position that the artifact does not store is searched by one click at its value", async (t) => {
  const settings = { ...SHOWN, searchesOutside: false };
  const page = await open(t, at(gameOf("connect-four"), { side: "both", moves: "1 1 4 4" }), { settings });
  await turn(page);
  await page.locator(".status").getByRole("button", { name: "Search this position" }).click();
  const evidence = await explain(page);
  await evidence.getByText("This server found the value by an exact search").waitFor();
  // Only this position was asked for.
  assert.ok(!(await page.getByLabel("Search positions that the artifact does not store").isChecked()));
});

test("a link shows its board at once, and only a move that is played moves", async (t) => {
  for (const [family, played, cell] of [
    ["connect-four", "1 2 1 2", 2],
    ["othello", "b1 a1", 11],
    ["mnk", "b2 a1", 8],
  ]) {
    const page = await open(t, "", { reducedMotion: "no-preference" });
    await page.evaluate(() => {
      globalThis.moved = [];
      addEventListener("animationstart", (event) => globalThis.moved.push(event.animationName));
    });
    await page.evaluate((hash) => location.assign(hash), at(gameOf(family), { side: "both", moves: played }));
    await turn(page);
    await page.waitForTimeout(300);
    assert.deepEqual(await page.evaluate(() => globalThis.moved), [], family);
    await page.locator(`.board [data-cell="${cell}"]`).click();
    await page.waitForFunction(() => globalThis.moved.length > 0);
  }
});

test("a forced pass is made by itself, for people too, and is said", async (t) => {
  const game = gameOf("othello");
  const path = `games/${encodeURIComponent(game.game)}/position`;
  // Any line that leads to a pass.
  const lines = [[]];
  let found = null;
  for (let here = lines.shift(); found === null && here; here = lines.shift()) {
    const { over, moves } = await ask(path, { moves: here.join(" "), search: "never" });
    if (over) continue;
    if (moves.length === 1 && moves[0].pass) found = here;
    else lines.unshift(...moves.map((one) => [...here, one.move]));
  }
  for (const view of ["play", "review"]) {
    const page = await open(t, at(game, { side: "both", view, moves: found.slice(0, -1).join(" ") }));
    await page.locator(".cell.playable").first().waitFor();
    const last = (await ask(path, { moves: found.slice(0, -1).join(" ") })).moves.find(
      (one) => one.move === found.at(-1),
    );
    await page.locator(`.board [data-cell="${last.cell}"]`).click();
    await page.waitForFunction(
      (plies) => new URLSearchParams(location.hash.split("?")[1]).get("moves")?.split(" ").length === plies,
      found.length + 1,
    );
    const mover = game.sides[found.length % 2];
    if (view === "play") assert.equal(await page.locator(".passed").textContent(), `${mover} had no move and passed.`);
  }
});

test("black edges stand out from a dark page", async (t) => {
  const page = await open(t, at(gameOf("hex"), { side: "both" }), { colorScheme: "dark" });
  await turn(page);
  const [edge, ground] = await page.evaluate(() => {
    const light = (colour) => {
      const [r, g, b] = colour.match(/[\d.]+/g).map((part) => Number(part) / 255);
      const linear = (part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
      return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
    };
    const outline = document.querySelector(".edge-outline");
    return [light(getComputedStyle(outline).stroke), light(getComputedStyle(document.body).backgroundColor)];
  });
  // Graphics need a contrast of 3 to 1 (WCAG 2.2, 1.4.11).
  assert.ok((edge + 0.05) / (ground + 0.05) >= 3);
});

test("scroll bars have the colours of the page, which Firefox does not choose by itself", async (t) => {
  const page = await open(t, at(gameOf("hex")), { colorScheme: "dark" });
  await turn(page);
  const colours = () => page.evaluate(() => getComputedStyle(document.documentElement).scrollbarColor);
  const dark = await colours();
  assert.match(dark, /^rgb\(.*\) rgb\(.*\)$/);
  await page.emulateMedia({ colorScheme: "light" });
  assert.notEqual(await colours(), dark);
});

test("the whole table of a region is in sight, also where a scroll bar takes room", async (t) => {
  const page = await open(t, at(gameOf("connect-four"), { view: "region" }));
  const table = page.locator(".region .scroll");
  await table.locator("tbody tr").first().waitFor();
  // Positions as many as large solutions have.
  await table.evaluate((box) => {
    box.style.paddingRight = "15px";
    const counts = ["4\u202f531\u202f985", "3\u202f004\u202f118", "1\u202f204\u202f118", "52\u202f345", "98\u202f765"];
    for (const row of box.querySelectorAll("tbody tr")) {
      for (const [index, cell] of [...row.querySelectorAll("td")].entries()) cell.textContent = counts[index];
    }
  });
  const excess = await table.evaluate((box) => box.scrollWidth - box.clientWidth);
  assert.ok(excess <= 0, `${excess} pixels of the table are out of sight`);
});

test("the documentation of the API has method and path of a request in one row, and an icon", async (t) => {
  const page = await open(t, "docs");
  const row = page.locator("summary", { has: page.locator(".method") }).first();
  await row.waitFor();
  const [method, path, about] = await row.evaluate((summary) => {
    const range = document.createRange();
    range.selectNode(summary.querySelector("h3").lastChild);
    const shown = [summary.querySelector(".method"), range, summary.querySelector(":scope > span")];
    return shown.map((one) => one.getBoundingClientRect().toJSON());
  });
  assert.ok(path.left >= method.right && path.top < method.bottom, "the path is below the method");
  assert.ok(about.top >= path.bottom - 1);
  for (const body of await page.locator("textarea[name=body]").all()) {
    assert.doesNotMatch(await body.inputValue(), /"(moves|text)": ""/, "a body asks nothing");
  }
  const icon = await fetch(`${url}/favicon.ico`);
  assert.equal(icon.headers.get("content-type"), "image/svg+xml");
});
