// How soon a game is won or lost, and a program that wins soonest and loses latest.
import assert from "node:assert/strict";
import test from "node:test";
import { at, gameOf, line, moves, open, SHOWN, turn } from "./browser.mjs";

// A game without points: its values do not say how long it lasts.
const game = gameOf("mnk");

test("a won position says in how many moves, to those who see it and to those who hear it", async (t) => {
  const page = await open(t, at(game, { side: "both", moves: "a1 b1" }), { settings: SHOWN });
  const wins = "X wins in 3 moves with best play";
  await page.locator(".verdict").getByText(wins).waitFor();
  await page.getByTestId("announcement").getByText(wins).waitFor();
  await page.locator('[role=gridcell][aria-label*="win in 3 moves, best move"]').first().waitFor();
  await page.getByRole("link", { name: "Review", exact: true }).click();
  await page.locator(".review .verdict").getByText(wins).waitFor();
});

test("while values are hidden, nobody is told how soon", async (t) => {
  const page = await open(t, at(game, { side: "both", moves: "a1 b1" }));
  await turn(page);
  assert.equal(await page.getByText("in 3 moves").count(), 0);
});

test("a hint that names the move says in how many it wins", async (t) => {
  const page = await open(t, at(game, { side: "both", moves: "a1 b1" }));
  await turn(page);
  for (const count of [1, 2, 3]) {
    await page.keyboard.press("h");
    await page
      .locator(".hints p")
      .nth(count - 1)
      .waitFor();
  }
  await page.locator(".hints").getByText("You can win in 3 moves.").waitFor();
});

test("the program loses as late as it can", async (t) => {
  const page = await open(t, at(game, { side: "first", moves: "a1 b1" }), { settings: SHOWN });
  await turn(page);
  await page.locator('.board [data-cell="3"]').click();
  await moves(page, 4);
  // Any other move loses at once.
  assert.deepEqual(line(page).moves, ["a1", "b1", "a2", "a3"]);
  await page.locator(".verdict").getByText("X wins in 2 moves with best play").waitFor();
});
