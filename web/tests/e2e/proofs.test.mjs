// Proofs, and the rules of Go that they rest on.
import assert from "node:assert/strict";
import test from "node:test";
import {
  at,
  click,
  counted,
  explain,
  gameOf,
  games,
  line,
  moves,
  open,
  position,
  SHOWN,
  stones,
  turn,
  url,
} from "./browser.mjs";

const proven = games.find((one) => one.proof !== null);
const go = gameOf("go");

/** The values on the board show that the position is there. */
const shown = (page, ply) =>
  page.waitForFunction((wanted) => {
    const { ply } = document.querySelector(".turn")?.dataset ?? {};
    return Number(ply) === wanted;
  }, ply);

test("the list of games says what a proof claims, and leads to play against its winner", async (t) => {
  const page = await open(t);
  const card = page.locator(".card", { hasText: "Black wins by 9 with best play." }).first();
  await card.click();
  // The program plays Black, for whom the proof has the moves.
  await moves(page, 1);
  assert.equal(line(page).side, "second");
});

test("the winner of the proof answers every move, and keeps its bound to the end", async (t) => {
  const page = await open(t, at(proven, { side: "second" }));
  for (let ply = 1; ply < 40; ply += 2) {
    const state = await turn(page);
    if (state === "over") break;
    await shown(page, ply);
    const here = await position(proven, page, "never");
    assert.equal(here.value, -9);
    // The last point, so that stones stand on the board before the passes.
    await click(page, here.moves.findLast((one) => !one.pass) ?? here.moves[0]);
    await page.waitForFunction((wanted) => {
      const { turn, ply } = document.querySelector(".turn")?.dataset ?? {};
      return turn === "over" || (turn === "person" && Number(ply) >= wanted);
    }, ply + 2);
  }
  assert.equal(await turn(page), "over");
  await page.getByText("Black has won by 9.", { exact: true }).waitFor();
  await page.locator(".areas p").first().waitFor();
  assert.match(await page.locator(".areas").textContent(), /^Black 9: /);
});

test("the view of the proof walks by its moves and answers", async (t) => {
  const page = await open(t, at(proven, { view: "proof" }));
  const rows = page.locator(".proof tbody tr");
  await page.getByText("C: the proof has a move for the side to move", { exact: false }).waitFor();
  const first = rows.first();
  assert.match(await first.textContent(), /proof’s move$/);
  await first.getByRole("button").first().click();
  await moves(page, 1);
  await page.getByText("A: the proof has an answer to every move", { exact: false }).waitFor();
  const { moves: legal } = await position(proven, page, "never");
  await counted(rows, legal.length);
  for (let row = 0; row < legal.length; row += 1) {
    assert.match(await rows.nth(row).textContent(), /answered$/);
  }
  const answer = rows.nth(1).getByRole("button").nth(1);
  const reply = await answer.textContent();
  await answer.click();
  await moves(page, 3);
  assert.equal(line(page).moves[2], reply);
  await page.locator('.proof .tag:text-is("proved")').waitFor();
});

test("the page shows the file of a proof, its digest and its claim", async (t) => {
  const page = await open(t, at(proven, { view: "region" }));
  const facts = page.locator(".region .facts");
  await facts.getByText(proven.proof.digest).waitFor();
  const text = await facts.textContent();
  assert.ok(text.includes(proven.proof.file));
  assert.ok(text.includes("Black wins by 9 with best play"));
  assert.ok(text.includes("the start of the game"));
  assert.ok(text.includes("the checker confirmed the proof"));
});

test("what a proof does not cover is outside, and searched if asked", async (t) => {
  const settings = { ...SHOWN, searchesOutside: false };
  const page = await open(t, at(proven, { side: "both", moves: "A1 B2 pass A2 C1" }), { settings });
  await explain(page);
  await page.locator('.tag:text-is("outside")').waitFor();
  await page.getByText("The proof does not cover this position", { exact: false }).waitFor();
  await page.getByLabel("Search positions that the proof does not cover").check();
  await page.locator('.tag:text-is("searched")').waitFor();
});

test("a move that would repeat a board is marked, and refused with the board it would repeat", async (t) => {
  const page = await open(t, at(go, { side: "both", moves: "A1 B1 A2 B2 A1 A2" }));
  await turn(page);
  await page.locator(".forbidden").waitFor();
  const cell = page.locator('.board [data-cell="0"]');
  assert.match(await cell.getAttribute("aria-label"), /forbidden, it would repeat an earlier board/);
  await cell.click({ force: true });
  const alert = page.getByRole("alert");
  await alert.waitFor();
  assert.match(await alert.textContent(), /A1 is forbidden: it would repeat the board after move 1, A1/);
  assert.equal(line(page).moves.length, 6);
  // A pass is always legal, and the reason goes with the position.
  await page.locator("button.pass").click();
  await moves(page, 7);
  await alert.waitFor({ state: "detached" });
});

test("a stone without a liberty is refused with that reason", async (t) => {
  const page = await open(t, at(go, { side: "both", moves: "A2 pass B1" }));
  await turn(page);
  await page.locator('.board [data-cell="0"]').click({ force: true });
  assert.match(await page.getByRole("alert").textContent(), /A1 cannot be played: the stone would have no liberty/);
  await counted(page.locator(".forbidden"), 0);
});

test("captured stones leave the board", async (t) => {
  const page = await open(t, at(go, { side: "both", moves: "A1 B1 A2" }));
  await stones(page, 3);
  await page.locator('.board [data-cell="3"]').click();
  await moves(page, 4);
  await stones(page, 2);
});

test("a finished game of Go shows whose each point is", async (t) => {
  const page = await open(t, at(proven, { side: "both", moves: "B1 C1 B2 C2 B3 pass pass" }));
  assert.equal(await turn(page), "over");
  const areas = page.locator(".areas");
  await areas.getByText("Black 6: 3 stones and 3 empty points that only they enclose.").waitFor();
  await areas.getByText("White 2: 2 stones and 0 empty points that only they enclose.").waitFor();
  await areas.getByText("1 empty point counts for neither side.").waitFor();
  await counted(page.locator(".owner.first"), 3);
  await counted(page.locator(".owner.neither"), 1);
  const label = (cell) => page.locator(`.board [data-cell="${cell}"]`).getAttribute("aria-label");
  assert.equal(await label(0), "A1, empty, counts for Black");
  assert.equal(await label(8), "C3, empty, counts for neither side");
});

test("a board that is searched for long can be played on meanwhile", async (t) => {
  const large = games.find((one) => one.spec === "go:5x5");
  const page = await open(t, at(large, { side: "both" }));
  // Searches do not end before the test lets them.
  await page.route(`${url}/v1/games/*/position?*search=above-cut*`, () => {});
  await turn(page);
  for (const [index, cell] of [12, 7, 11].entries()) {
    await page.locator(`.board [data-cell="${cell}"]`).click();
    await stones(page, index + 1);
    await turn(page);
  }
  await page.locator("button.pass").click();
  await moves(page, 4);
  await page
    .getByText("White to move.", { exact: true })
    .or(page.getByText("Black to move.", { exact: true }))
    .waitFor();
});
