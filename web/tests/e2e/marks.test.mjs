// What a review draws on the board, and says to those who do not see it.
import assert from "node:assert/strict";
import test from "node:test";
import { ask, at, counted, gameOf, open, PHONE, SHOWN, turn } from "./browser.mjs";

const cell = (page, index) => page.locator(`.board [data-cell="${index}"]`);

for (const [family, played] of [
  ["othello", "b1 a1 c4 c1"],
  ["connect-four", "1 2 1 2"],
  ["mnk", "a1 b1 c3 a3"],
  ["hex", "a1 b2 c3"],
  ["go", "A1 B2"],
]) {
  const game = gameOf(family);
  test(`${game.spec}: a review numbers the stones that were played`, async (t) => {
    const page = await open(t, at(game, { view: "review", moves: played }));
    await counted(page.locator(".stone-number"), 0);
    await page.getByLabel("Number the stones").check();
    const last = played.split(" ").length;
    await page
      .locator(".stone-number")
      .nth(last - 1)
      .waitFor();
    const numbers = await page.locator(".stone-number text").allTextContents();
    assert.deepEqual(
      numbers.map(Number).sort(),
      Array.from({ length: last }, (_, ply) => ply + 1),
    );
    await page.locator(`.board [aria-label*="move ${last}"]`).waitFor();
    // The setting stays, and belongs to the review alone.
    await page.getByRole("link", { name: "Play" }).click();
    await page.locator(".stone-number").first().waitFor({ state: "detached" });
  });
}

test("a review shows the move that was played, the better one, and the best line", async (t) => {
  const game = gameOf("hex");
  const where = `games/${encodeURIComponent(game.game)}`;
  const start = await ask(`${where}/position`);
  const best = start.moves.find((one) => one.move === start.best_move);
  const worse = start.moves.find((one) => one.value < best.value);
  const page = await open(t, at(game, { view: "review", moves: worse.move, at: "0" }));
  await page.locator(".played-mark").first().waitFor();
  await page.locator(".better-arrow").waitFor();
  await page.getByText("Outlined: the move that was played next. Arrow: to a better one.").waitFor();
  assert.match(await cell(page, worse.cell).getAttribute("aria-label"), /played next/);
  assert.match(await cell(page, best.cell).getAttribute("aria-label"), /better than the move that was played/);
  await page.getByLabel("Show the best line on the board").check();
  await page.locator(".line-mark").first().waitFor();
  const { moves } = await ask(`${where}/line`);
  await counted(page.locator(".line-mark"), Math.min(8, moves.length));
  assert.match(await cell(page, best.cell).getAttribute("aria-label"), /move 1 of the best line/);
  // Hidden values hide what tells them.
  await page.getByRole("button", { name: "Values" }).click();
  await page.locator(".better-arrow").waitFor({ state: "detached" });
  await counted(page.locator(".line-mark"), 0);
  await counted(page.locator(".played-mark.casing"), 1);
  assert.doesNotMatch(await cell(page, best.cell).getAttribute("aria-label"), /better|best/);
});

for (const family of ["othello", "hex", "go"]) {
  const game = gameOf(family);
  test(`${game.spec}: bounds fit their badges, and no line runs through them`, async (t) => {
    const page = await open(t, at(game), { settings: SHOWN, viewport: PHONE });
    await turn(page);
    const known = [{ value: -12 }, { at_most: 12 }, { at_most: -12 }, { at_least: 2 }, { at_least: -12 }];
    await page.route("**/position?*", async (asked) => {
      const position = await (await asked.fetch()).json();
      for (const [index, one] of position.moves.entries()) {
        const bounds = { status: "bound", value: null, at_least: null, at_most: null, ...known[index % known.length] };
        Object.assign(one, bounds);
      }
      await asked.fulfill({ json: position });
    });
    await page.goto(`${page.url().split("#")[0]}${at(game, { side: "both" })}`);
    await page.reload();
    await page.locator(".badge").nth(3).waitFor();
    const badges = await page.locator(".board .badge").evaluateAll((all) =>
      all.map((badge) => {
        const box = (selector) => badge.querySelector(selector).getBoundingClientRect();
        const [text, face] = [box(".badge-text"), box(".face")];
        const { fill } = getComputedStyle(badge.querySelector(".face"));
        const name = badge.textContent;
        return {
          name,
          isWithin: text.left > face.left + 1 && text.right < face.right - 1,
          isOpaque: !/, 0?\.\d+\)$/.test(fill),
        };
      }),
    );
    assert.deepEqual(
      badges.filter((one) => !one.isWithin),
      [],
    );
    if (family === "go")
      assert.deepEqual(
        badges.filter((one) => !one.isOpaque),
        [],
      );
  });
}
