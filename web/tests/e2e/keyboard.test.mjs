// The page without a mouse, and what a screen reader hears.
import assert from "node:assert/strict";
import test from "node:test";
import { ask, at, counted, gameOf, line, moves, open, position, SHOWN, turn } from "./browser.mjs";
import { BROWSERS, clickCell, focusedCell, played, shows, tabTo, walkTo } from "./keys.mjs";

/** A board of each kind. */
const BOARDS = ["othello", "connect-four", "mnk", "hex", "go"].map(gameOf);

/** The position after some moves, as the API has it. */
const positionAfter = (game, moves) =>
  ask(`games/${encodeURIComponent(game.game)}/position`, { moves: moves.join(" "), search: "never" });

for (const [browser, skip, openIn] of BROWSERS) {
  for (const game of BOARDS) {
    test(`${browser}, ${game.spec}: the board is one stop of the Tab key`, { skip }, async (t) => {
      const page = await openIn(t, at(game, { side: "both" }));
      await turn(page);
      // The first stop within the frame of the board, and no other.
      await tabTo(page, ".board-frame *");
      const cell = await focusedCell(page);
      assert.notEqual(cell, null);
      const found = [];
      for (const key of ["Tab", "Shift+Tab", "Shift+Tab"]) {
        await page.keyboard.press(key);
        const isWithin = await page.evaluate(() => document.activeElement?.closest(".board-frame") !== null);
        found.push(isWithin ? await focusedCell(page) : "outside");
      }
      assert.deepEqual(found, ["outside", cell, "outside"]);
    });

    test(`${browser}, ${game.spec}: arrows lead to every cell, and Enter and Space play`, { skip }, async (t) => {
      const page = await openIn(t, at(game, { side: "both" }));
      await turn(page);
      await tabTo(page, "[role=gridcell]");
      for (const cell of Array.from({ length: game.columns * game.rows }, (_, index) => index)) {
        await walkTo(page, game, cell);
      }
      const ring = await page.evaluate(() => {
        const { stroke, strokeWidth } = getComputedStyle(document.activeElement.querySelector(".ring:not(.casing)"));
        return [stroke, strokeWidth];
      });
      assert.deepEqual(ring, ["rgb(11, 87, 208)", "6px"]);
      for (const [plies, key] of ["Enter", " "].entries()) {
        const here = await positionAfter(game, await played(page));
        const move = here.moves.find((one) => !one.pass);
        await walkTo(page, game, move.cell);
        await page.keyboard.press(key);
        await shows(page, plies + 1);
        assert.equal((await played(page)).at(-1), move.move);
        assert.equal(await focusedCell(page), move.cell, "the focus has not stayed");
      }
    });
  }

  test(`${browser}: Home and End lead to the ends of a row, with Ctrl to those of the board`, { skip }, async (t) => {
    const page = await openIn(t, at(gameOf("othello"), { side: "both" }));
    await turn(page);
    await tabTo(page, "[role=gridcell]");
    await walkTo(page, gameOf("othello"), 5);
    const found = [];
    for (const key of ["End", "Home", "Control+End", "Control+Home"]) {
      await page.keyboard.press(key);
      found.push(await focusedCell(page));
    }
    assert.deepEqual(found, [7, 4, 15, 0]);
  });

  test(`${browser}: arrows walk through the game, on the board with Shift`, { skip }, async (t) => {
    for (const view of ["play", "review"]) {
      const page = await openIn(t, at(gameOf("mnk"), { side: "both", view, moves: "b2 a1 c3" }));
      const count = async () => (await played(page)).length;
      const isAt = (wanted) =>
        page.waitForFunction((stones) => document.querySelectorAll(".pieces .glyph").length === stones, wanted);
      await isAt(3);
      for (const [key, wanted] of [
        ["ArrowLeft", 2],
        ["ArrowLeft", 1],
        ["ArrowRight", 2],
      ]) {
        await page.keyboard.press(key);
        await isAt(wanted);
        assert.equal(await count(), wanted);
      }
      await tabTo(page, "[role=gridcell]");
      const before = await focusedCell(page);
      await page.keyboard.press("ArrowLeft");
      assert.deepEqual([await focusedCell(page), await count()], [before - 1, 2]);
      await page.keyboard.press("Shift+ArrowLeft");
      await isAt(1);
      await page.keyboard.press("Shift+ArrowRight");
      await isAt(2);
      assert.equal(await focusedCell(page), before - 1);
    }
  });

  test(`${browser}: the focus stays where a button has nothing more to do, or goes`, { skip }, async (t) => {
    const game = gameOf("hex");
    const { moves: all, value } = await positionAfter(game, []);
    const page = await openIn(t, at(game, { side: "both" }));
    await turn(page);
    const press = async (name, plies) => {
      await page.waitForFunction(
        (text) => [...document.querySelectorAll("button")].some((one) => one.textContent.trim() === text),
        name,
      );
      await page.evaluate(
        (text) => [...document.querySelectorAll("button")].find((one) => one.textContent.trim() === text).focus(),
        name,
      );
      await page.keyboard.press("Enter");
      await shows(page, plies);
    };
    const focused = () => page.evaluate(() => document.activeElement.textContent.trim());
    await clickCell(page, all.find((one) => one.value < value).cell);
    await shows(page, 1);
    await press("Undo", 0);
    assert.equal(await focused(), "Undo");
    for (let hints = 0; hints < 3; hints += 1) await press("Hint", 0);
    await page.waitForFunction(() => document.activeElement?.getAttribute("aria-disabled") === "true");
    assert.equal(await focused(), "Hint");
    await press("Redo", 1);
    assert.equal(await focused(), "Redo");
    await press("Undo", 0);
    await clickCell(page, all.find((one) => one.value < value).cell);
    await press("Take it back", 0);
    assert.ok(await page.evaluate(() => document.activeElement.matches(".turn")));
  });

  test(`${browser}: a digit drops a disc into its column, and f flips the board`, { skip }, async (t) => {
    const game = gameOf("connect-four");
    const page = await openIn(t, at(game, { side: "both" }));
    await turn(page);
    for (const [plies, key] of ["3", "3", "1"].entries()) {
      await page.keyboard.press(key);
      await shows(page, plies + 1);
    }
    assert.deepEqual(await played(page), ["3", "3", "1"]);
    // There is no such column.
    await page.keyboard.press("9");
    const left = (column) =>
      page.evaluate((cell) => document.querySelector(`[data-cell="${cell}"]`).getBoundingClientRect().left, column);
    assert.ok((await left(0)) < (await left(3)));
    await page.keyboard.press("f");
    await page.waitForFunction(() => {
      const at = (cell) => document.querySelector(`[data-cell="${cell}"]`).getBoundingClientRect().left;
      return at(0) > at(3);
    });
    // What is seen is what the keys lead along.
    await tabTo(page, "[role=gridcell]");
    await page.keyboard.press("Home");
    assert.equal((await focusedCell(page)) % game.columns, 3);
    assert.deepEqual(await played(page), ["3", "3", "1"]);
  });

  test(`${browser}: a click leaves no mark of the focus, and arrows then walk through the game`, {
    skip,
  }, async (t) => {
    const page = await openIn(t, at(gameOf("mnk"), { side: "both" }));
    await turn(page);
    await clickCell(page, 4);
    await shows(page, 1);
    await page.keyboard.press("v");
    await page.waitForFunction(() => document.querySelector(".badge"));
    assert.ok(await page.evaluate(() => document.querySelector(".board :focus-visible") === null));
    await page.keyboard.press("ArrowLeft");
    await shows(page, 0);
    // Tab leads to where one clicked.
    await tabTo(page, "[role=gridcell]");
    assert.equal(await focusedCell(page), 4);
    // A click after that leaves no mark either, until a key is pressed.
    const rings = () =>
      page.evaluate(() =>
        [...document.querySelectorAll(".board .ring")].map((ring) => getComputedStyle(ring).stroke !== "none"),
      );
    assert.deepEqual(await rings(), [true, true]);
    await clickCell(page, 0);
    await shows(page, 1);
    assert.equal(await focusedCell(page), 0);
    assert.deepEqual(await rings(), [false, false]);
    await page.keyboard.press("ArrowRight");
    assert.equal(await focusedCell(page), 1);
    assert.deepEqual(await rings(), [true, true]);
  });
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
  // All moves are worth the same, and so none is marked as best.
  assert.match(label, /empty, can be played, (win|loss|draw)( by \d+)?$/);
  assert.ok(labels.some((text) => /^b2, White$/.test(text)));
  await counted(page.locator("[role=gridcell][tabindex='0']"), 1);
  await page.locator(`[data-cell="${move.cell}"]`).click();
  const announcement = page.locator("[aria-live][data-testid=announcement]");
  await page.waitForFunction(
    (played) => document.querySelector("[data-testid=announcement]")?.textContent?.includes(played),
    `Black played ${move.move}. White to move.`,
  );
  assert.match(await announcement.textContent(), /with best play\. Best move /);
});
