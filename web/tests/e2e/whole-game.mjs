// A person's whole game at the page.
import assert from "node:assert/strict";
import { click, line, position, turn } from "./browser.mjs";

/** What the page says of a finished game. */
function outcome(game, value, toMove) {
  if (value === 0) return "The game is drawn.";
  const winner = game.sides[value > 0 === (toMove === "first") ? 0 : 1];
  const margin = game.greatest_value > 1 ? ` by ${Math.abs(value)}` : "";
  return `${winner} has won${margin}.`;
}

/** The value of a position for a side. */
export const seenBy = (value, toMove, side) => (toMove === side ? value : 0 - value);

/** Plays to the end with the move that `choose` takes, and gives the value for the person. */
export async function playOut(game, page, side, choose) {
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

export const best = (all) => all[0];
export const worst = (all) => all.at(-1);
