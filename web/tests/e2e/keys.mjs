// The page by keys and clicks, in each browser.
import assert from "node:assert/strict";
import { open, url } from "./browser.mjs";
import { openFirefox, withoutFirefox } from "./firefox.mjs";

/** The same page in each browser. */
export const BROWSERS = [
  ["Chromium", false, open],
  [
    "Firefox",
    withoutFirefox,
    (_, address, { base = url, settings } = {}) => openFirefox(`${base}/${address}`, settings),
  ],
];

/** Where the focus is: the number of a cell, or null outside of the board. */
export const focusedCell = (page) =>
  page.evaluate(() => {
    const cell = document.activeElement?.getAttribute("data-cell") ?? null;
    return cell === null ? null : Number(cell);
  });

/** Presses Tab until something that matches has the focus. */
export async function tabTo(page, selector) {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press("Tab");
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
  }
  throw new Error(`Tab does not lead to ${selector}`);
}

/** Moves the focus on the board to a cell by arrow keys. */
export async function walkTo(page, game, cell) {
  for (let presses = 0; presses < 40; presses += 1) {
    const here = await focusedCell(page);
    if (here === cell) return;
    assert.notEqual(here, null, "the focus has left the board");
    const across = (cell % game.columns) - (here % game.columns);
    const along = Math.floor(cell / game.columns) - Math.floor(here / game.columns);
    const down = game.first_row_at_top ? along > 0 : along < 0;
    // Ways between rows first: on a board of edges they lead aslant.
    const key = along === 0 ? (across > 0 ? "ArrowRight" : "ArrowLeft") : down ? "ArrowDown" : "ArrowUp";
    // The focus moves with the key: without waiting for the board to be drawn anew.
    await page.keyboard.press(key);
  }
  throw new Error(`no way to cell ${cell}`);
}

/** The moves in the address, up to the position that is shown. */
export const played = (page) =>
  page.evaluate(() => {
    const query = new URLSearchParams(location.hash.split("?")[1]);
    const moves = (query.get("moves") ?? "").split(" ").filter((move) => move !== "");
    return moves.slice(0, Number(query.get("at") ?? moves.length));
  });

/** Waits until this many moves lead to the position that is shown. */
export const shows = (page, count) =>
  page.waitForFunction((wanted) => document.querySelector(".turn")?.dataset.ply === String(wanted), count);

/** Clicks on a cell, as a person does. */
export async function clickCell(page, cell) {
  const place = await page.evaluate((wanted) => {
    const { x, y, width, height } = document.querySelector(`.board [data-cell="${wanted}"]`).getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  }, cell);
  await page.mouse.click(...place);
}
