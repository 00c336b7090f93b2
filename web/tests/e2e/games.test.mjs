// A whole game in each family against the program.
import assert from "node:assert/strict";
import test from "node:test";
import { ask, at, click, gameOf, line, moves, open, position, turn } from "./browser.mjs";

/** What the page says of a finished game. */
function outcome(game, value, toMove) {
  if (value === 0) return "The game is drawn.";
  const winner = game.sides[(value > 0) === (toMove === "first") ? 0 : 1];
  const margin = game.greatest_value > 1 ? ` by ${Math.abs(value)}` : "";
  return `${winner} has won${margin}.`;
}

/** The value of a position for a side. */
const seenBy = (value, toMove, side) => (toMove === side ? value : 0 - value);

/** Plays to the end with the move that `choose` takes, and gives the value for the person. */
async function playOut(game, page, side, choose) {
  for (let plies = 0; plies < 80; plies += 1) {
    const state = await turn(page);
    const here = await position(game, page);
    assert.equal(here.over, state === "over", "the page and the API differ on whether the game is over");
    if (here.over) {
      assert.equal(await page.locator(".turn").textContent(), outcome(game, here.value, here.to_move));
      return seenBy(here.value, here.to_move, side);
    }
    assert.equal(here.to_move, side);
    const before = line(page).moves.length;
    const move = choose(here.moves);
    if (here.moves.length === 1 && move.pass && game.family === "othello") {
      // The page passes by itself.
    } else {
      await click(page, move);
    }
    await page.waitForFunction((count) => {
      const query = new URLSearchParams(location.hash.split("?").slice(1).join("?"));
      return (query.get("moves") ?? "").split(" ").length > count || (count === 0 && query.get("moves"));
    }, before);
  }
  throw new Error("the game does not end");
}

const best = (all) => all[0];
const worst = (all) => all.at(-1);

for (const family of ["connect-four", "othello", "mnk", "hex", "go"]) {
  const game = gameOf(family);
  const start = await ask(`games/${encodeURIComponent(game.game)}/position`, { search: "anywhere" });
  assert.notEqual(start.value, null, `${game.spec}: the start has no value`);

  for (const side of ["first", "second"]) {
    test(`${game.spec}: the best moves of the ${side} side reach the value of the start`, async (t) => {
      const page = await open(t, at(game, { side }));
      const value = await playOut(game, page, side, best);
      assert.equal(value, seenBy(start.value, "first", side));
    });
  }

  test(`${game.spec}: the worst moves end no better than the value of the start`, async (t) => {
    const page = await open(t, at(game, { side: "first" }));
    const value = await playOut(game, page, "first", worst);
    assert.ok(value <= start.value, `${value} is more than ${start.value}`);
    if (start.value > game.least_value && family !== "go") assert.ok(value < start.value || start.value <= 0);
  });
}

test("both sides can be played by one person", async (t) => {
  const game = gameOf("mnk");
  const page = await open(t, at(game, { side: "both" }));
  for (const [index, cell] of [0, 3, 1, 4, 2].entries()) {
    await turn(page);
    await page.locator(`.board [data-cell="${cell}"]`).click();
    await moves(page, index + 1);
  }
  assert.equal(await turn(page), "over");
  assert.equal(await page.locator(".turn").textContent(), `${game.sides[0]} has won.`);
});
