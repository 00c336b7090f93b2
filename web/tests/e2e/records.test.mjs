// Games are saved and read again: files, the clipboard, and what a record lacks.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { at, counted, gameOf, line, moves, open } from "./browser.mjs";

/** Opens the review of a game and the panel that saves it. */
async function saving(t, game, played, options) {
  const page = await open(t, at(game, { view: "review", moves: played }), options);
  await page.locator(".review tbody tr:not(.start)").first().waitFor();
  await page.getByText("Save this game").click();
  return page;
}

/** Saves the game in a format and gives the text of the file. */
async function saved(page, format) {
  if (format) await page.locator(".save").getByRole("radio", { name: format, exact: true }).check();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save file" }).click(),
  ]);
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), "utf8") };
}

async function choose(page, name, text) {
  await page
    .locator('.pasted input[type="file"]')
    .setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
}

for (const [family, played, formats] of [
  ["othello", "b1 a1 c4 c1", ["Moves", "SGF", "GGF", "OBF"]],
  ["hex", "b2 a1 c3", ["Moves", "SGF"]],
  ["go", "A1 pass B2", ["Moves", "SGF"]],
  ["connect-four", "1 2 1 2", [null]],
]) {
  const game = gameOf(family);
  test(`${game.spec}: a game is saved in each of its formats, and read again from the file`, async (t) => {
    const page = await saving(t, game, played);
    for (const format of formats) {
      const { name, text } = await saved(page, format);
      assert.match(name, new RegExp(`^${game.game}\\.(txt|sgf|ggf|obf)$`));
      const other = await open(t, at(game, { view: "review" }));
      await choose(other, name, text);
      await moves(other, played.split(" ").length);
      assert.deepEqual(line(other).moves, played.split(" "), text);
      assert.equal(line(other).from, "-");
      await counted(other.locator(".notes"), 0);
    }
  });
}

test("a saved game has the values that the review shows", async (t) => {
  const page = await saving(t, gameOf("othello"), "b1 a1");
  const shown = await page.locator(".review tbody tr:not(.start)").nth(1).locator("td").allTextContents();
  const value = Number(shown[0].trim().replace("\u2212", "-"));
  assert.ok(Number.isInteger(value), shown[0]);
  const { text } = await saved(page, "SGF");
  assert.match(text, new RegExp(`;W\\[a1\\]V\\[${value}\\]`));
});

test("a game is copied", async (t) => {
  const page = await saving(t, gameOf("hex"), "b2 a1", { permissions: ["clipboard-read", "clipboard-write"] });
  await page.getByRole("button", { name: "Copy", exact: true }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^\(;FF\[4\]GM\[11\].*SZ\[3\]\n;B\[b2\]/);
});

test("what a record lacks is said, and variations are left out", async (t) => {
  const game = gameOf("hex");
  const page = await open(t, at(game, { view: "review" }));
  await page.getByLabel("Moves of a game").fill("(;GM[11];B[b2](;W[a1];B[c3])(;W[c1]))");
  await page.getByRole("button", { name: "Review" }).click();
  await moves(page, 3);
  const notes = page.locator(".notes");
  await notes.waitFor();
  assert.match(await notes.textContent(), /a variation beside its main line/);
  assert.match(await notes.textContent(), /read as 3x3/);
  await page.getByRole("link", { name: "Play" }).click();
  await page.getByRole("button", { name: "New game" }).click();
  await notes.waitFor({ state: "detached" });
});

test("a record that is wrong is refused with the place", async (t) => {
  const page = await open(t, at(gameOf("hex"), { view: "review" }), { allowed: /400/ });
  const error = page.locator("#pasted-game-error");
  await choose(page, "wrong.sgf", "(;GM[11]SZ[3]\n;B[b2];W[d4])");
  await error.getByText('line 2, character 10: "d4" is no point of the board; expected a cell of 3x3').waitFor();
  // A legal cell that is taken: the server knows.
  await page.getByLabel("Moves of a game").fill("(;GM[11]SZ[3];B[b2];W[b2])");
  await page.getByRole("button", { name: "Review" }).click();
  await error.getByText(/b2/).waitFor();
  // The file can be corrected and chosen again.
  await choose(page, "wrong.sgf", "(;GM[11]SZ[3];B[b2];W[c3])");
  await moves(page, 2);
});

test("positions in OBF that no game connects are refused", async (t) => {
  const page = await open(t, at(gameOf("othello"), { view: "review" }), { allowed: /400/ });
  const field = page.getByLabel("Moves of a game");
  const error = page.locator("#pasted-game-error");
  // The disc is a legal move; the discs that it turns are not turned.
  await field.fill("-----OX--XO----- X;\n-X---OX--XO----- O;");
  await page.getByRole("button", { name: "Review" }).click();
  await error.getByText("line 2, character 1: the moves do not lead to").waitFor();
});
