// A game that is too large to be searched to its end.
import assert from "node:assert/strict";
import test from "node:test";
import { at, games, line, open, SHOWN, stones } from "./browser.mjs";

const large = games.find((one) => one.columns * one.rows > 60);
assert.ok(large, "the server has no large game");

test(`${large.spec} can be played though no value is known`, async (t) => {
  const page = await open(t, at(large), { settings: SHOWN });
  // The board is there before any search ends.
  await page.locator('.turn[data-turn="person"]').waitFor();
  await page.locator('[data-cell="40"]').click();
  await page.waitForFunction(() => location.hash.split("moves=")[1]?.split("&")[0]?.split("+").length === 2);
  const played = line(page).moves;
  assert.equal(played[0], "e5");
  assert.equal(played.length, 2);
  await page.locator(".status").getByText("The value is unknown").waitFor();
  await stones(page, 2);
  // It is said that the answer is a guess, to those who see the page and to those who hear it.
  const guess = "Solveig’s last move was an estimate, not perfect play: no best move was known.";
  await page.locator(".guessed").getByText(guess).waitFor();
  await page.getByTestId("announcement").getByText(guess).waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.waitForFunction(() => document.querySelector(".guessed") === null);
  await page.getByRole("button", { name: "Redo" }).click();
  await page.locator(".guessed").getByText(guess).waitFor();
});

test("where values are estimated, they are told as estimates, beside the board and by hints", async (t) => {
  const route = at(large, { side: "both", moves: "e5 e6" });
  const page = await open(t, at(large), { settings: SHOWN });
  // As a game with an evaluation of positions has it.
  const named = ["e4", "f5", "d5"];
  const estimates = (moves) =>
    moves.map((one) => ({ ...one, estimated_value: named.indexOf(one.move) >= 0 ? named.indexOf(one.move) : null }));
  await page.route("**/position?*", async (asked) => {
    const position = await (await asked.fetch()).json();
    await asked.fulfill({ json: { ...position, moves: estimates(position.moves) } });
  });
  await page.goto(`${page.url().split("#")[0]}${route}`);
  const told = page.locator(".values").getByText("No move’s exact value is known. Estimates for");
  await told.waitFor();
  assert.match(await told.textContent(), /: d5 \+2, f5 \+1, e4 0\.$/);
  await page.keyboard.press("v");
  await page.keyboard.press("h");
  await page.keyboard.press("h");
  await page.locator(".hints").getByText("The best by an estimate, which proves nothing: d5 (+2).").waitFor();
});

test("a review shows estimates as such", async (t) => {
  const page = await open(t, at(large));
  await page.route("**/review", async (asked) => {
    const review = await (await asked.fetch()).json();
    const [first] = review.moves;
    first.after = { ...first.after, estimated_value: 4 };
    await asked.fulfill({ json: review });
  });
  const address = at(large, { view: "review", moves: "e5 e6" });
  await page.goto(`${page.url().split("#")[0]}${address}`);
  const values = page.locator(".review tbody td:nth-child(2)");
  await values.nth(1).waitFor();
  assert.equal((await values.nth(1).textContent()).trim(), "\u2248+4");
  await page.locator(".review").getByText("\u2248 is an estimate, which proves nothing.").waitFor();
});
