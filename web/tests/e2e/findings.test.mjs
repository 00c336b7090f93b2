// What the page tells of a solution: values, review, proof, region.
import assert from "node:assert/strict";
import test from "node:test";
import { ask, at, counted, explain, gameOf, line, moves, open, position, SHOWN, turn, url } from "./browser.mjs";

/** How a value stands on the board. */
const written = (value) => (value === null ? "?" : value > 0 ? `+${value}` : value < 0 ? `\u2212${-value}` : "0");

const toneOf = (value) => (value === null ? "unknown" : value > 0 ? "win" : value < 0 ? "loss" : "draw");

// Positions in which moves differ in value.
for (const [family, played] of [
  ["connect-four", "1 2 1 2 1 2"],
  ["othello", "b1 a1"],
  ["hex", ""],
]) {
  const game = gameOf(family);
  test(`${game.spec}: the board shows what the server says of every move`, async (t) => {
    const page = await open(t, at(game, { side: "both", moves: played }), { settings: SHOWN });
    await turn(page);
    await page.locator(".badge").first().waitFor();
    const here = await position(game, page);
    assert.ok(new Set(here.moves.map((move) => move.value)).size > 1, "all moves are worth the same");
    for (const move of here.moves) {
      const cell = page.locator(`.board [data-at="${move.cell}"]`);
      assert.equal(await cell.locator(".badge-text").textContent(), written(move.value));
      await counted(cell.locator(`.badge.tone-${toneOf(move.value)}`), 1);
      await counted(cell.locator(".best"), move.value === here.value ? 1 : 0);
    }
    const said = { certified: "stored", derived: "follows" }[here.source] ?? here.status;
    assert.match(await page.locator(".evidence").textContent(), new RegExp(said));
    // What a stranger reads first: who wins, and the best moves.
    const best = here.moves.filter((move) => move.value === here.value).map((move) => move.move);
    const told = best.length === 1 ? `Best move: ${best[0]}.` : `Best moves: ${best.join(", ")}.`;
    assert.match(await page.locator(".status").textContent(), new RegExp(`with best play ?${told}`));
    // biome-ignore lint/performance/useDomNodeTextContent: what is folded is not seen
    assert.doesNotMatch(await page.locator(".panel").innerText(), /Region|Proof|stored|certificate|artifact/i);
    await page.keyboard.press("v");
    await page.locator(".badge").first().waitFor({ state: "detached" });
    await counted(page.locator(".status"), 0);
  });
}

test("a position outside the region is said to be, and is searched on request", async (t) => {
  const game = gameOf("connect-four");
  const settings = { ...SHOWN, searchesOutside: false };
  const page = await open(t, at(game, { side: "both", moves: "1 1 4 4" }), { settings });
  await turn(page);
  const status = await explain(page);
  await status.getByText("The artifact does not store this position").waitFor();
  await page.getByLabel("Search positions that the artifact does not store").check();
  await status.getByText("This server found the value by an exact search").waitFor();
  const here = await position(game, page, "anywhere");
  assert.equal(here.source, "searched");
  for (const move of here.moves) {
    const text = await page.locator(`.board [data-at="${move.cell}"] .badge-text`).textContent();
    assert.equal(text, written(move.value));
  }
});

test("a move that wins at once decides a position that is not stored", async (t) => {
  const game = gameOf("connect-four");
  const page = await open(t, at(game, { side: "both", moves: "1 2 1 2 1 2" }), { settings: SHOWN });
  await turn(page);
  await page.locator(".status").getByText("Yellow wins in 1 move with best play").waitFor();
  const evidence = await explain(page);
  await evidence.getByText("The value follows from what is known of the moves").waitFor();
  await page.locator('.tag:text-is("follows")').waitFor();
});

test("a review finds where value was lost, and leads there", async (t) => {
  const game = gameOf("othello");
  // A game of worst moves.
  const played = [];
  const where = `games/${encodeURIComponent(game.game)}`;
  for (let here = await ask(`${where}/position`, { search: "anywhere" }); !here.over && played.length < 8; ) {
    played.push(here.moves.at(-1).move);
    here = await ask(`${where}/position`, { moves: played.join(" "), search: "anywhere" });
  }
  const page = await open(t, at(game, { view: "review" }));
  await page.getByLabel("Moves of a game").fill(played.join(""));
  await page.getByRole("button", { name: "Review" }).click();
  await page.locator(".review tbody tr:not(.start)").first().waitFor();
  const response = await fetch(`${new URL(page.url()).origin}/v1/${where}/review`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ from: "-", moves: played.join(" "), search: "anywhere" }),
  });
  const review = await response.json();
  const rows = page.locator(".review tbody tr:not(.start)");
  await counted(rows, review.moves.length);
  const mistakes = review.moves.filter((one) => one.loss > 0);
  assert.ok(mistakes.length > 0, "the worst moves lost nothing");
  await counted(page.locator("tr.mistake"), mistakes.length);
  await counted(page.locator(".mistake-mark"), mistakes.length);
  const [first] = mistakes;
  const row = page.locator("tr.mistake").first();
  assert.match(await row.textContent(), new RegExp(`loses ${first.loss} point`));
  await row.getByRole("button", { name: /to the position before/ }).click();
  await page.waitForFunction((ply) => location.hash.includes(`at=${ply}`), first.ply - 1);
  await page.locator(".board .best").first().waitFor();
  const names = await page.locator(".summary li").allTextContents();
  for (const [index, side] of ["first", "second"].entries()) {
    if (review.losses[side] > 0) assert.match(names[index], new RegExp(`${review.losses[side]} points`));
  }
});

test("a review counts a loss that bounds prove, and says that it is at least so much", async (t) => {
  const game = gameOf("othello");
  const page = await open(t, at(game));
  await turn(page);
  const bound = (one, known) => ({ ...one, status: "bound", value: null, at_least: null, at_most: null, ...known });
  await page.route("**/review", async (route) => {
    const review = await (await route.fetch()).json();
    const [first, second] = review.moves;
    Object.assign(first, {
      before: bound(first.before, { at_least: 5 }),
      after: { ...first.after, value: -9 },
      loss: null,
    });
    Object.assign(second, {
      before: { ...second.before, value: 9 },
      after: bound(second.after, { at_least: -9 }),
      loss: null,
    });
    await route.fulfill({ json: review });
  });
  await page.goto(`${page.url().split("#")[0]}${at(game, { view: "review", side: "both", moves: "b1 a1" })}`);
  const rows = page.locator(".review tbody tr:not(.start)");
  await rows.nth(1).waitFor();
  assert.deepEqual(await rows.locator(".verdict").allTextContents(), [
    "throws the win away, loses at least 14 points",
    "unknown",
  ]);
  await counted(page.locator("tr.mistake"), 1);
  assert.deepEqual(await page.locator(".summary li").allTextContents(), [
    "Black lost at least 14 points in one move.",
    "White is not known to have lost value; 1 of its moves is unknown.",
  ]);
});

/** A game that `choose` plays, by what an exact search knows of every move. */
async function gameOfChoices(game, choose, plies) {
  const where = `games/${encodeURIComponent(game.game)}`;
  const played = [];
  for (let here = await ask(`${where}/position`, { search: "anywhere" }); !here.over && played.length < plies; ) {
    played.push(choose(here.moves, played.length).move);
    here = await ask(`${where}/position`, { moves: played.join(" "), search: "anywhere" });
  }
  return played;
}

test("a review searches by itself, and is right after both sides err", async (t) => {
  const game = gameOf("connect-four");
  const where = `games/${encodeURIComponent(game.game)}`;
  const played = await gameOfChoices(game, (all) => all.at(-1), 9);
  const values = [];
  let isOutside = false;
  for (let ply = 0; ply <= played.length; ply += 1) {
    const moves = played.slice(0, ply).join(" ");
    const found = await ask(`${where}/position`, { moves, search: "anywhere" });
    isOutside ||= (await ask(`${where}/position`, { moves, search: "above-cut" })).status === "outside";
    values.push(found.view === "first" ? found.value : 0 - found.value);
  }
  assert.ok(isOutside, "all of the game is stored");
  const page = await open(t, at(game, { view: "review", side: "both", moves: played.join(" ") }));
  const rows = page.locator(".review tbody tr");
  await page.waitForFunction(() => {
    const cells = [...document.querySelectorAll(".review tbody .verdict")];
    return cells.length > 0 && cells.every((cell) => cell.textContent !== "unknown");
  });
  // All values of the column are for Yellow, with that of the start.
  assert.equal(await page.locator(".review thead th").nth(1).textContent(), "For Yellow");
  const shown = await rows.locator("td:nth-child(2)").allTextContents();
  assert.deepEqual(
    shown.map((text) => text.trim()),
    values.map(written),
  );
  const verdicts = await rows.locator(".verdict").allTextContents();
  const expected = values.slice(1).map((value, ply) => {
    const [had, has] = ply % 2 === 0 ? [values[ply], value] : [0 - values[ply], 0 - value];
    return has === had ? ["best", "forced"] : [had > 0 ? "throws the win away" : "throws the draw away"];
  });
  for (const [ply, text] of verdicts.entries()) assert.ok(expected[ply].includes(text), `${ply}: ${text}`);
  assert.ok(verdicts.some((text) => text.startsWith("throws")));
});

test("where a game goes on, a review says once who wins, and walking keeps the move in sight", async (t) => {
  const game = gameOf("othello");
  const played = await gameOfChoices(game, (all) => all[0], 9);
  const page = await open(t, at(game, { view: "review", moves: played.join(" ") }), {
    viewport: { width: 1000, height: 500 },
  });
  // By script: the page's policy allows no style element.
  await page.evaluate(() => document.styleSheets[0].insertRule(".scroll { max-height: 9rem !important }"));
  await page.locator(".summary li").first().waitFor();
  const said = page.locator(".review").getByText(/wins by \d+ with best play/);
  await page.locator(".review p.verdict").waitFor();
  await counted(said, 1);
  const isSeen = () =>
    page.waitForFunction(() => {
      const row = document.querySelector(".review tr.here")?.getBoundingClientRect();
      const box = document.querySelector(".review .scroll").getBoundingClientRect();
      const head = document.querySelector(".review thead").getBoundingClientRect();
      return row && row.top >= head.bottom - 1 && row.bottom <= box.bottom + 1;
    });
  await isSeen();
  for (let ply = played.length - 1; ply > 0; ply -= 1) {
    await page.keyboard.press("ArrowLeft");
    await page.waitForFunction((wanted) => location.hash.includes(`at=${wanted}`), ply);
    await isSeen();
  }
  // What is scrolled out of sight does not lengthen the page.
  const excess = await page.evaluate(() => {
    const { scrollHeight, clientHeight } = document.documentElement;
    return (
      scrollHeight - Math.max(clientHeight, document.querySelector("main").getBoundingClientRect().bottom + scrollY)
    );
  });
  assert.ok(excess <= 1, `${excess} empty pixels below the page`);
});

test("a best move that is stored stays where a search is cut short", async (t) => {
  const game = gameOf("connect-four");
  const page = await open(t, at(game));
  await turn(page);
  await page.route("**/review", async (route) => {
    const review = await (await route.fetch()).json();
    const isStored = route.request().postDataJSON().search === "never";
    // The first move loses by what is stored.
    Object.assign(review.moves[0], { before: { ...review.moves[0].before, value: 1 }, loss: 1, best: "3" });
    if (isStored) review.moves[2].after.value = null;
    else for (const one of review.moves) one.best = null;
    await route.fulfill({ json: { ...review, interrupted: !isStored } });
  });
  await page.goto(`${page.url().split("#")[0]}${at(game, { view: "review", side: "both", moves: "1 2 1" })}`);
  await page.getByText("Not all is known.").waitFor();
  // No search is longer than that of a review.
  await counted(page.getByRole("button", { name: "Search longer" }), 0);
  await page.getByRole("button", { name: "3, to the position before move 1" }).waitFor();
});

test("a review says you, how it ended, and what you could have had", async (t) => {
  const game = gameOf("mnk");
  // A draw that O throws away.
  const thrown = ["b2", "b1", "a1", "c3", "a3", "a2", "c1"];
  const where = `games/${encodeURIComponent(game.game)}`;
  const review = async (moves) => {
    const body = JSON.stringify({ from: "-", moves: moves.join(" "), search: "anywhere" });
    const headers = { "content-type": "application/json" };
    return (await fetch(`${url}/v1/${where}/review`, { method: "POST", headers, body })).json();
  };
  const { moves: found } = await review(thrown);
  const last = found.findLast((one) => one.side === "second" && one.before.value === 0 && one.after.value < 0);
  for (const [side, ending] of [
    ["first", "You won."],
    ["second", "You lost."],
    ["both", "X has won."],
  ]) {
    const page = await open(t, at(game, { view: "review", side, moves: thrown.join(" ") }));
    await page.locator(".summary li").first().waitFor();
    const who = side === "both" ? "O" : "You";
    const could = `${who} could have drawn with ${last.best} (move ${last.ply}).`;
    const outcome = side === "first" ? [ending] : [ending, could];
    await counted(page.locator(".outcome"), outcome.length);
    assert.deepEqual(await page.locator(".outcome").allTextContents(), outcome);
    const wanted = { first: /^X \(you\) lost no value/, second: /^X lost no value/, both: /^X lost no value/ }[side];
    assert.match(await page.locator(".summary li").first().textContent(), wanted);
  }
});

test("nonsense pasted for a review is refused next to the field", async (t) => {
  const page = await open(t, at(gameOf("hex"), { view: "review" }), { allowed: /400/ });
  await page.getByLabel("Moves of a game").fill("a1 q77");
  await page.getByRole("button", { name: "Review" }).click();
  await page.locator("#pasted-game-error").waitFor();
  assert.match(await page.locator("#pasted-game-error").textContent(), /q77/);
});

test("the proof of a node is walked down by clicks and back up by undo", async (t) => {
  const game = gameOf("connect-four");
  const page = await open(t, at(game, { view: "proof" }));
  const rows = page.locator(".proof tbody tr");
  await rows.first().waitFor();
  const proof = await ask(`games/${encodeURIComponent(game.game)}/proof`, { search: "above-cut" });
  await counted(rows, proof.moves.length);
  assert.equal(await rows.first().locator("td").last().textContent(), "best");
  const refuted = proof.moves.findIndex((one) => one.reply !== null);
  assert.ok(refuted >= 0, "no move has an answer");
  await rows.nth(refuted).locator("td button").click();
  await moves(page, 2);
  assert.deepEqual(line(page).moves, [proof.moves[refuted].move, proof.moves[refuted].reply]);
  await page.locator(".pieces .disc").nth(1).waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.waitForFunction(() => location.hash.includes("at=1"));
  // Nobody plays by itself while a proof is read.
  await page.waitForTimeout(600);
  assert.equal(line(page).moves.length, 2);
});

test("a proof shows what the certificate states of moves that the artifact does not store", async (t) => {
  const game = gameOf("connect-four");
  assert.notEqual(game.artifact.certificate, null);
  const where = `games/${encodeURIComponent(game.game)}/proof`;
  // After a first move that is not the best one, the second side is the optimal one.
  const start = await ask(where);
  let found = null;
  for (const { move } of start.moves) {
    const proof = await ask(where, { moves: move });
    const index = proof.moves.findIndex((one) => one.certificate !== null);
    if (index >= 0) found ??= { move, proof, index };
  }
  assert.ok(found, "the certificate states nothing after the first move");
  const page = await open(t, at(game, { view: "proof", moves: found.move }));
  const row = page.locator(".proof tbody tr").nth(found.index);
  await row.getByText("the certificate states").waitFor();
  const { certificate, verdict } = found.proof.moves[found.index];
  assert.match(await row.textContent(), new RegExp(`\u2264${written(certificate.at_most).replace("+", "\\+")}`));
  const words = { worse: "worse", "no-better": "no better", unknown: "unknown" }[verdict];
  assert.equal(await row.locator("td").last().textContent(), `${words}, the certificate states`);
  await row.locator("td button").click();
  await moves(page, 3);
  assert.deepEqual(line(page).moves.slice(1), [found.proof.moves[found.index].move, certificate.reply]);
});

test("the page says what speaks for an artifact, and no more than the server knows", async (t) => {
  const unchecked = { "connect-four": "A certificate that names the artifact", othello: "No certificate was given" };
  for (const [family, words] of Object.entries(unchecked)) {
    const game = gameOf(family);
    const page = await open(t, at(game, { side: "both" }), { settings: SHOWN });
    await turn(page);
    const status = await explain(page);
    await status.getByText("The artifact stores the value of this position.").waitFor();
    assert.match(await status.textContent(), new RegExp(words));
    assert.doesNotMatch(await page.locator("main").textContent(), /certified|prove[sd]|confirmed/);
    await page.getByRole("link", { name: "Region" }).click();
    const facts = page.locator(".region .facts");
    await facts.waitFor();
    assert.match(await facts.textContent(), new RegExp(words));
    const { certificate } = game.artifact;
    assert.match(await facts.textContent(), new RegExp(certificate ? certificate.file : "none given to this server"));
  }
});

test("the region is shown level by level", async (t) => {
  const game = gameOf("othello");
  const page = await open(t, at(game, { view: "region" }));
  await page.locator(".region tbody tr").first().waitFor();
  const { levels } = await ask(`games/${encodeURIComponent(game.game)}/levels`);
  const rows = await page
    .locator(".region tbody tr")
    .evaluateAll((all) =>
      all.map((row) => [...row.children].map((cell) => Number(cell.textContent.replaceAll("\u202f", "")))),
    );
  const wanted = levels.map((one) => [one.level, one.positions, one.optimal, one.free, one.both, one.terminals]);
  assert.deepEqual(rows, wanted);
  await counted(page.locator(".region .column"), levels.length);
});

test("a game without an artifact is said to be searched", async (t) => {
  const game = gameOf("go");
  assert.equal(game.artifact, null);
  const page = await open(t, at(game, { view: "region" }));
  await page.getByText("No artifact is loaded").waitFor();
});

test("best play is shown to the end of the game, and leads there", async (t) => {
  const game = gameOf("connect-four");
  const page = await open(t, at(game, { side: "both" }), { settings: SHOWN });
  await turn(page);
  await page.getByText("Best play from here").click();
  const steps = page.locator(".best-line .moves button");
  await steps.first().waitFor();
  const best = await ask(`games/${encodeURIComponent(game.game)}/line`, { search: "above-cut" });
  await counted(steps, best.moves.length);
  await steps.last().click();
  await moves(page, best.moves.length);
  assert.deepEqual(line(page).moves, best.moves);
  assert.equal(await turn(page), "over");
});

test("best play begins with the best move that is marked", async (t) => {
  const game = gameOf("go");
  const played = { moves: "A1 pass", search: "above-cut" };
  const path = `games/${encodeURIComponent(game.game)}`;
  const [position, searched] = [await ask(`${path}/position`, played), await ask(`${path}/line`, played)];
  assert.notEqual(searched.moves[0], position.best_move, "this position shows no difference");
  const page = await open(t, at(game, { side: "both", moves: "A1 pass" }), { settings: SHOWN });
  await turn(page);
  await page.getByText("Best play from here").click();
  const first = page.locator(".best-line .moves button").first();
  await first.waitFor();
  assert.ok((await first.textContent()).includes(position.best_move));
});

test("a random stored position can be had", async (t) => {
  const game = gameOf("connect-four");
  const page = await open(t, at(game, { side: "both" }));
  await turn(page);
  await page.getByRole("button", { name: "Set up" }).click();
  await page.getByRole("button", { name: "A random stored position" }).click();
  await page.locator("dialog").waitFor({ state: "detached" });
  await page.waitForFunction(() => location.hash.includes("from=") || location.hash.endsWith("side=both"));
  await page.locator('.turn[data-turn="person"], .turn[data-turn="over"]').waitFor();
});
