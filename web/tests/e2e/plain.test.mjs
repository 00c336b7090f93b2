// Games that the page cannot draw: trees, and games of families that it does not know.
import assert from "node:assert/strict";
import test from "node:test";
import { at, counted, explain, gameOf, line, moves, open, position, SHOWN, turn } from "./browser.mjs";

const tree = gameOf("tree");
const mnk = gameOf("mnk");

/** Opens the page, and changes the family of a game in the answers of the server. */
async function openAs(test, game, family, parameters) {
  const page = await open(test, "", { settings: SHOWN });
  await page.route("**/v1/games", async (route) => {
    const response = await route.fetch();
    const { games } = await response.json();
    await route.fulfill({
      response,
      json: { games: games.map((one) => (one.game === game.game ? { ...one, family } : one)) },
    });
  });
  await page.goto(page.url() + at(game, parameters));
  await page.reload();
  return page;
}

const buttons = (page) => page.locator(".plain .chip");
const names = (page) => page.locator(".plain .chip-move").allTextContents();
const choose = (page, name) =>
  page.locator(".plain .chip", { has: page.locator(`.chip-move:text-is("${name}")`) }).click();

test("a game of an unknown family has its text, its moves, and everything else", async (t) => {
  const page = await openAs(t, mnk, "chomp", { side: "both" });
  await turn(page);
  await counted(page.locator(".board [role=gridcell], svg.board"), 0);
  const start = await position(mnk, page);
  assert.equal(await page.locator(".plain pre").textContent(), start.board_text);
  assert.deepEqual(
    await names(page),
    start.moves.map((one) => one.move),
  );
  const value = await buttons(page).first().locator(".chip-value").textContent();
  assert.equal(value, "0");

  for (const [made, name] of ["b2", "a1", "c3"].entries()) {
    await choose(page, name);
    await moves(page, made + 1);
    await turn(page);
  }
  assert.deepEqual(line(page).moves, ["b2", "a1", "c3"]);
  const here = await position(mnk, page);
  await page.waitForFunction((text) => document.querySelector(".plain pre")?.textContent === text, here.board_text);
  assert.deepEqual(await page.locator(".line .moves button .visually-hidden").allTextContents(), [
    "Move 1, X: b2",
    "Move 2, O: a1",
    "Move 3, X: c3",
  ]);

  await page.getByRole("button", { name: "Undo" }).click();
  await page.waitForFunction(() => location.hash.includes("at=2"));
  await page.getByRole("button", { name: "Redo" }).click();
  await page.waitForFunction(() => !location.hash.includes("at="));

  await page.getByRole("button", { name: "Values" }).click();
  await page.locator(".plain .chip-value").first().waitFor({ state: "detached" });
  assert.deepEqual(await names(page), here.moves.map((one) => one.move).sort());
  await page.getByRole("button", { name: "Values" }).click();

  await page.getByRole("link", { name: "Review" }).click();
  await page.locator(".review tbody tr:not(.start)").nth(2).waitFor();
  await explain(page);
  await page.getByRole("link", { name: "Proof" }).click();
  await page.locator(".proof tbody tr").first().waitFor();
  await page.getByRole("link", { name: "Region" }).click();
  await page.locator(".region tbody tr").first().waitFor();

  await page.getByRole("button", { name: "New game" }).click();
  await moves(page, 0);
});

test("the program answers in a game of an unknown family, and a position can be pasted", async (t) => {
  const page = await openAs(t, mnk, "chomp", { side: "second" });
  await moves(page, 1);
  assert.equal(await turn(page), "person");
  await choose(page, (await position(mnk, page)).moves[0].move);
  await moves(page, 3);
  await page.getByRole("button", { name: "Set up" }).click();
  await counted(page.getByRole("region", { name: "By hand" }), 0);
  await page.getByLabel("Position or moves").fill("XO------- X;");
  await page.getByRole("button", { name: "Go there" }).click();
  await page.locator("dialog").waitFor({ state: "detached" });
  assert.equal(line(page).from, "XO------- X");
});

test("a tree is played from the list to its end", async (t) => {
  const page = await open(t, at(tree, { side: "first" }));
  for (;;) {
    const state = await turn(page);
    const here = await position(tree, page);
    await page.waitForFunction((text) => document.querySelector(".plain pre")?.textContent === text, here.board_text);
    if (state === "over") break;
    await choose(page, here.moves[0].move);
    await moves(page, Math.min(here.moves_played.length + 2, 4));
  }
  assert.equal(line(page).moves.length, 4);
  await counted(buttons(page), 0);
});

test("a tree can be played where no value is known", async (t) => {
  const page = await open(t);
  await page.route("**/position?**", async (route) => {
    const response = await route.fetch();
    const nothing = { status: "unknown", source: null, value: null, at_least: null, at_most: null, plies: null };
    const answer = await response.json();
    const json = { ...answer, ...nothing, best_move: null, moves: answer.moves.map((one) => ({ ...one, ...nothing })) };
    await route.fulfill({ response, json });
  });
  await page.goto(page.url() + at(tree, { side: "both" }));
  await page.reload();
  await turn(page);
  await counted(page.locator(".plain .chip-value"), 0);
  await choose(page, "2");
  await moves(page, 1);
});
