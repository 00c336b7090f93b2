// The page without a mouse, and what a screen reader hears.
import assert from "node:assert/strict";
import test from "node:test";
import { at, counted, gameOf, line, moves, open, position, SHOWN, turn } from "./browser.mjs";

/** Presses Tab until something that matches has the focus. */
async function tabTo(page, selector) {
  for (let presses = 0; presses < 30; presses += 1) {
    await page.keyboard.press("Tab");
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
  }
  throw new Error(`Tab does not lead to ${selector}`);
}

/** Moves the focus on the board to a cell by arrow keys. */
async function walkTo(page, game, cell) {
  for (let presses = 0; presses < 40; presses += 1) {
    const here = await page.evaluate(() => Number(document.activeElement?.getAttribute("data-cell") ?? -1));
    if (here === cell) return;
    // Where a busy machine drew the board anew between two keys, Tab leads back to it.
    if (here < 0) {
      await tabTo(page, "[role=gridcell]");
      continue;
    }
    const across = (cell % game.columns) - (here % game.columns);
    const along = Math.floor(cell / game.columns) - Math.floor(here / game.columns);
    const down = game.first_row_at_top ? along > 0 : along < 0;
    const key = across > 0 ? "ArrowRight" : across < 0 ? "ArrowLeft" : down ? "ArrowDown" : "ArrowUp";
    // The focus moves with the key: without waiting for the board to be drawn anew.
    await page.keyboard.press(key);
  }
  throw new Error(`no way to cell ${cell}`);
}

for (const family of ["othello", "connect-four", "go"]) {
  const game = gameOf(family);
  test(`${game.spec}: two moves, undo and a new game by keys alone`, async (t) => {
    const page = await open(t, at(game));
    await turn(page);
    await tabTo(page, "[role=gridcell]");
    for (let round = 1; round <= 2; round += 1) {
      const here = await position(game, page);
      const move = here.moves.find((one) => !one.pass);
      await walkTo(page, game, move.cell);
      await page.keyboard.press(round === 1 ? "Enter" : " ");
      await moves(page, 2 * round);
      if ((await turn(page)) === "over") return;
    }
    // The focus has stayed on the board.
    assert.ok(await page.evaluate(() => document.activeElement?.matches("[role=gridcell]")));
    await page.keyboard.press("u");
    await page.waitForFunction(() => location.hash.includes("at=2"));
    await page.keyboard.press("r");
    await page.waitForFunction(() => !location.hash.includes("at="));
    await page.keyboard.press("n");
    await moves(page, 0);
  });
}

test("help opens by its key, and closes to where one was", async (t) => {
  const page = await open(t, at(gameOf("mnk")));
  await turn(page);
  await tabTo(page, "[role=gridcell]");
  await page.keyboard.press("?");
  await page.getByRole("heading", { name: "Help" }).waitFor();
  // Inside a window letters are no commands.
  await page.keyboard.press("n");
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
  await page.waitForFunction(() => document.activeElement?.matches("[role=gridcell]"));
});

test("letters in a field are text, and can be no commands at all", async (t) => {
  const game = gameOf("mnk");
  const page = await open(t, at(game, { view: "review", moves: "b2 a1" }));
  await page.getByText("Another game").click();
  await page.getByLabel("Moves of a game").press("n");
  assert.deepEqual(line(page).moves, ["b2", "a1"]);
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByLabel("Single letters are commands").uncheck();
  await page.keyboard.press("Escape");
  await page.keyboard.press("n");
  await page.waitForTimeout(100);
  assert.deepEqual(line(page).moves, ["b2", "a1"]);
});

test("every cell has a name, a stone and a value, and moves are announced", async (t) => {
  const game = gameOf("othello");
  const page = await open(t, at(game, { side: "both" }), { settings: SHOWN });
  await turn(page);
  await page.locator(".badge").first().waitFor();
  const here = await position(game, page);
  const labels = await page
    .locator("[role=gridcell]")
    .evaluateAll((all) => all.map((cell) => cell.getAttribute("aria-label")));
  assert.equal(new Set(labels).size, game.columns * game.rows);
  const move = here.moves[0];
  const label = labels.find((text) => text.startsWith(`${move.move},`));
  assert.match(label, /empty, can be played, (win|loss|draw)( by \d+)?, best move/);
  assert.ok(labels.some((text) => /^b2, White$/.test(text)));
  await counted(page.locator("[role=gridcell][tabindex='0']"), 1);
  await page.locator(`[data-cell="${move.cell}"]`).click();
  const announcement = page.locator("[aria-live][data-testid=announcement]");
  await page.waitForFunction(
    (played) => document.querySelector("[data-testid=announcement]")?.textContent?.includes(played),
    `Black played ${move.move}. White to move.`,
  );
  assert.match(await announcement.textContent(), /with best play, (stored|searched)\. Best move /);
});
