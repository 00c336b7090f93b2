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
