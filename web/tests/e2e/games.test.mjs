// A whole game in each family against the program.
import assert from "node:assert/strict";
import test from "node:test";
import { ask, at, gameOf, moves, open, turn } from "./browser.mjs";
import { best, playOut, seenBy, worst } from "./whole-game.mjs";

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
