// Moving along a line: undo, redo, the move list, links, and what people paste.
import assert from "node:assert/strict";
import test from "node:test";
import { at, click, gameOf, line, moves, open, position, stones, turn } from "./browser.mjs";

const othello = gameOf("othello");
const columns = gameOf("connect-four");

/** Plays the best move and waits for the answer. */
async function playOnce(game, page) {
  await turn(page);
  const here = await position(game, page);
  await click(page, here.moves[0]);
  await moves(page, here.moves_played.length + 2);
  await turn(page);
}

test("undo goes back to the person's last move, redo forth, and a new game starts anew", async (t) => {
  const page = await open(t, at(columns));
  await playOnce(columns, page);
  await playOnce(columns, page);
  const whole = line(page).moves;
  assert.equal(whole.length, 4);
  const shown = () => page.locator(".moves [aria-current] .visually-hidden").textContent();

  await page.getByRole("button", { name: "Undo" }).click();
  await page.waitForFunction(() => location.hash.includes("at=2"));
  await turn(page);
  await stones(page, 2);
  assert.match(await shown(), /^Move 2, Red: /);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.waitForFunction(() => location.hash.includes("at=0"));
  await turn(page);
  await stones(page, 0);
  assert.ok(await page.getByRole("button", { name: "Undo" }).isDisabled());

  await page.getByRole("button", { name: "Redo" }).click();
  await page.getByRole("button", { name: "Redo" }).click();
  await page.waitForFunction(() => !location.hash.includes("at="));
  await turn(page);
  assert.deepEqual(line(page).moves, whole);
  await stones(page, 4);

  await page.getByRole("button", { name: /^Move 1\b/ }).click();
  await page.waitForFunction(() => location.hash.includes("at=1"));
  await page.locator('.turn[data-turn="program"]').waitFor();
  await stones(page, 1);
  // Looking back is not playing: the program does not move there.
  await page.waitForTimeout(700);
  assert.deepEqual(line(page).moves, whole);

  await page.getByRole("button", { name: "New game" }).click();
  await moves(page, 0);
  await turn(page);
  await stones(page, 0);
});

test("the browser's back and forward lead along the game", async (t) => {
  const page = await open(t, at(columns));
  await playOnce(columns, page);
  const first = line(page).moves;
  await playOnce(columns, page);
  const second = line(page).moves;
  await page.goBack();
  await moves(page, first.length);
  await turn(page);
  await stones(page, first.length);
  await page.goForward();
  await moves(page, second.length);
  await turn(page);
  await stones(page, second.length);
});

test("a link shows the same position to somebody else", async (t) => {
  const here = await open(t, at(othello, { side: "second" }));
  await turn(here);
  const found = await position(othello, here);
  await click(here, found.moves[0]);
  await moves(here, found.moves_played.length + 2);
  await turn(here);
  const there = await open(t, new URL(here.url()).hash);
  await turn(there);
  const cells = (page) =>
    page.locator("[role=gridcell]").evaluateAll((all) => all.map((cell) => cell.getAttribute("aria-label")));
  assert.deepEqual(await cells(there), await cells(here));
  assert.deepEqual(line(there), line(here));
  assert.ok(await there.getByRole("radio", { name: othello.sides[1] }).isChecked());
});

test("moves written together in a link are read, and the address is put right", async (t) => {
  const here = await open(t, at(columns, { moves: "1234", side: "both" }));
  await turn(here);
  await moves(here, 4);
  assert.deepEqual(line(here).moves, ["1", "2", "3", "4"]);
});

test("a board and a move list can be pasted", async (t) => {
  const page = await open(t, at(othello, { side: "both" }));
  await turn(page);
  const start = await position(othello, page);
  await page.getByRole("button", { name: "Set up" }).click();
  await page.getByLabel("Position or moves").fill(start.moves[0].move);
  await page.getByRole("button", { name: "Go there" }).click();
  await moves(page, 1);
  const after = await position(othello, page);
  assert.deepEqual(after.moves_played, [start.moves[0].move]);

  await page.getByRole("button", { name: "Set up" }).click();
  await page.getByLabel("Position or moves").fill(after.board);
  await page.getByRole("button", { name: "Go there" }).click();
  await page.waitForFunction(() => location.hash.includes("from="));
  assert.deepEqual(line(page), { from: after.board, moves: [], at: null, side: "both" });
  await turn(page);
  assert.equal((await position(othello, page)).cells, after.cells);
});

test("a position can be set up by hand", async (t) => {
  const mnk = gameOf("mnk");
  const page = await open(t, at(mnk, { side: "both" }));
  await turn(page);
  await page.getByRole("button", { name: "Set up" }).click();
  const board = page.getByRole("grid", { name: "Board to set up" });
  await board.locator('[data-cell="0"]').click();
  await board.locator('[data-cell="4"]').click();
  await board.locator('[data-cell="4"]').click();
  await page.getByRole("button", { name: "Use this board" }).click();
  await page.waitForFunction(() => location.hash.includes("from="));
  await turn(page);
  assert.equal((await position(mnk, page)).cells, "X---O----");
});

test("a board that cannot be is refused where it was set up", async (t) => {
  const mnk = gameOf("mnk");
  const page = await open(t, at(mnk), { allowed: /400/ });
  await turn(page);
  await page.getByRole("button", { name: "Set up" }).click();
  const board = page.getByRole("grid", { name: "Board to set up" });
  for (const cell of [0, 1, 2, 3]) await board.locator(`[data-cell="${cell}"]`).click();
  await page.getByRole("button", { name: "Use this board" }).click();
  await page.locator(".by-hand .field-error").waitFor();
  assert.deepEqual(line(page).from, "-");
});

for (const text of [
  "b1 x9",
  "what is this",
  "\u2654\u2654\u2654",
  "XO- X",
  "<script>alert(1)</script>",
  "1".repeat(3000),
]) {
  test(`"${text.slice(0, 24)}" is refused next to the field, with what was expected`, async (t) => {
    const page = await open(t, at(othello), { allowed: /40\d|41\d/ });
    await turn(page);
    const before = page.url();
    await page.getByRole("button", { name: "Set up" }).click();
    const field = page.getByLabel("Position or moves");
    await field.fill(text);
    await page.getByRole("button", { name: "Go there" }).click();
    const error = page.locator("#pasted-position-error");
    await error.waitFor();
    assert.ok((await error.textContent()).length > 10);
    assert.equal(await field.getAttribute("aria-invalid"), "true");
    assert.match(await page.locator("#pasted-position-hint").textContent(), /Expected: moves, as in/);
    assert.equal(page.url(), before);
    // Corrected, it is read.
    await field.fill("-");
    await page.getByRole("button", { name: "Go there" }).click();
    await page.locator("dialog").waitFor({ state: "detached" });
  });
}

test("nonsense in an address is told and can be left", async (t) => {
  const page = await open(t, at(othello, { moves: "z9" }), { allowed: /400/ });
  await page.getByRole("alert").waitFor();
  assert.match(await page.getByRole("alert").textContent(), /z9/);
  await page.getByRole("button", { name: "New game" }).click();
  await turn(page);
  const other = await open(t, "#/no-such-game");
  await other.getByRole("heading", { name: "No such game" }).waitFor();
});
