// The swap rule of Hex: by hand, against the program, in links, undo, reviews and files.
import assert from "node:assert/strict";
import test from "node:test";
import { ask, at, counted, gameOf, games, line, moves, open, SHOWN, turn } from "./browser.mjs";

const game = gameOf("hex");
const where = `games/${encodeURIComponent(game.game)}`;
const start = await ask(`${where}/position`);
const winning = start.moves.find((one) => one.value === 1);
const losing = start.moves.find((one) => one.value === -1);
const cell = (page, move) => page.locator(`.board [data-cell="${move.cell}"]`);
const rule = (page) => page.locator(".swap-rule");

test("the program takes over a first stone that wins, and undo takes the swap back", async (t) => {
  const page = await open(t, at(game), { settings: SHOWN });
  await turn(page);
  await page.getByLabel("Swap rule").check();
  await rule(page).getByText("With the swap rule the second player wins").waitFor();
  assert.match(page.url(), /swap=on/);
  await cell(page, winning).click();
  await moves(page, 2);
  assert.deepEqual(line(page).moves, [winning.move, "swap"]);
  await rule(page).getByText("The players have exchanged colours.").waitFor();
  await page.locator(".turn").getByText("Your move: White.").waitFor();
  assert.ok(await page.getByRole("radio", { name: "White" }).isChecked());
  // The link holds all of it.
  await page.reload();
  await page.locator(".turn").getByText("Your move: White.").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.locator(".turn").getByText("Your move: Black.").waitFor();
  assert.equal(line(page).at, "0");
  await page.getByRole("button", { name: "Redo" }).click();
  await page.locator(".turn").getByText("Your move: White.").waitFor();
  // The program plays the colour that it took.
  const reply = await ask(`${where}/position`, { moves: winning.move });
  await cell(page, reply.moves[0]).click();
  await moves(page, 4);
  assert.deepEqual(line(page).moves.slice(0, 3), [winning.move, "swap", reply.moves[0].move]);
});

test("the program leaves a first stone that loses", async (t) => {
  const page = await open(t, at(game, { swap: "on" }), { settings: SHOWN });
  await turn(page);
  await cell(page, losing).click();
  await moves(page, 2);
  assert.deepEqual(line(page).moves, [
    losing.move,
    (await ask(`${where}/move`, { moves: losing.move })).chosen_move.move,
  ]);
  await page.locator(".turn").getByText("Your move: Black.").waitFor();
});

test("where nobody knows who wins, the page says so and the program guesses", async (t) => {
  const large = games.find((one) => one.family === "hex" && one.columns >= 9);
  const page = await open(t, at(large, { swap: "on" }), { settings: SHOWN });
  await turn(page);
  const middle = Math.floor((large.columns * large.rows) / 2);
  await page.locator(`.board [data-cell="${middle}"]`).click();
  await moves(page, 2);
  const [stone, answer] = line(page).moves;
  assert.equal(answer, "swap");
  const other = await open(t, at(large, { swap: "on", side: "both", moves: stone }), { settings: SHOWN });
  await rule(other).getByText("It is not known who wins with the first stone.").waitFor();
});

test("by hand: the second player is told what each choice is worth, and swaps by a button", async (t) => {
  const page = await open(t, at(game, { swap: "on", side: "both", moves: losing.move }), { settings: SHOWN });
  await turn(page);
  await rule(page).getByText("The first stone loses for Black: the second player wins without a swap.").waitFor();
  const button = page.getByRole("button", { name: /Swap colours/ });
  assert.match(await button.textContent(), /\u22121/);
  assert.equal(
    await page.locator(".bar").getAttribute("aria-label"),
    await page
      .locator(".swap-rule p")
      .textContent()
      .then((text) => text.slice(text.indexOf("The first stone"))),
  );
  await button.click();
  await moves(page, 2);
  await button.waitFor({ state: "detached" });
  await page.locator(".turn").getByText("White to move.").waitFor();
  // Without the rule, there is no swap in the line.
  await page.getByLabel("Swap rule").uncheck();
  await moves(page, 1);
  assert.doesNotMatch(page.url(), /swap/);
});

test("where the swap is best, it has the star, and no move has one", async (t) => {
  const page = await open(t, at(game, { swap: "on", side: "both", moves: winning.move }), { settings: SHOWN });
  await turn(page);
  await page.locator(".chips .chip-value").first().waitFor();
  assert.match(await page.getByRole("button", { name: /Swap colours/ }).textContent(), /\+1 ★.*a best move/);
  assert.doesNotMatch(await page.locator(".values").textContent(), /★/);
  await counted(page.locator(".board .best"), 0);
  const other = await open(t, at(game, { swap: "on", side: "both", moves: losing.move }), { settings: SHOWN });
  await turn(other);
  await other.locator(".board .best").first().waitFor();
  assert.match(await other.locator(".values").textContent(), /★ is a best move/);
  assert.doesNotMatch(await other.getByRole("button", { name: /Swap colours/ }).textContent(), /★/);
});

test("the best line begins with the swap where that wins", async (t) => {
  const page = await open(t, at(game, { swap: "on", side: "both", moves: winning.move }), { settings: SHOWN });
  await turn(page);
  await page.getByText("Best play from here").click();
  const first = page.locator(".best-line .moves button").first();
  await first.waitFor();
  assert.match(await first.textContent(), /swap/);
});

test("a review under the rule blames who left a winning stone, and the file has the swap", async (t) => {
  const { best_move: reply } = await ask(`${where}/position`, { moves: winning.move });
  const page = await open(t, at(game, { view: "review", swap: "on", moves: `${winning.move} ${reply}` }));
  const rows = page.locator(".review tbody tr:not(.start)");
  await rows.nth(1).waitFor();
  assert.equal(await rows.nth(0).locator(".verdict").textContent(), "best");
  assert.equal(await rows.nth(1).locator(".verdict").textContent(), "throws the win away");
  await rows
    .nth(1)
    .getByRole("button", { name: /^swap, to the position before/ })
    .waitFor();
  const other = await open(t, at(game, { view: "review" }));
  await other.getByLabel("Moves of a game").fill(`(;GM[11]SZ[3];B[${winning.move}];W[swap-sides];W[${reply}])`);
  await other.getByRole("button", { name: "Review" }).click();
  await rows.nth(1).waitFor();
  await moves(other, 3);
  assert.deepEqual(line(other).moves, [winning.move, "swap", reply]);
  await other.locator(".review tbody tr:not(.start)").nth(2).waitFor();
  await counted(other.locator("tr.mistake"), 0);
  // The text of the position has the exchange, too.
  await other.getByRole("button", { name: "Set up" }).click();
  assert.equal(await other.getByLabel("Position or moves").inputValue(), `${winning.move} swap ${reply}`);
});
