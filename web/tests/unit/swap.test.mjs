import assert from "node:assert/strict";
import test from "node:test";
import { game, records, swap as page, turns } from "./load.mjs";

const hex = game("hex:3x3");
const known = (value) => ({ status: "exact", source: "searched", value, at_least: null, at_most: null, plies: null });
const unknown = { ...known(null), status: "unknown", source: null };

test("the server is asked without the exchange, and its moves get it back", () => {
  const moves = ["a1", "swap", "b2", "c3"];
  assert.deepEqual(page.serverMoves(hex, moves), ["a1", "b2", "c3"]);
  assert.deepEqual(page.withSwap(hex, ["a1", "b2", "c3"], moves), moves);
  assert.deepEqual(page.withSwap(hex, [], moves), []);
  for (const some of [[], ["a1"], ["a1", "b2", "swap"]]) assert.deepEqual(page.serverMoves(hex, some), some);
  // Another game has no such move: the server says so.
  assert.deepEqual(page.serverMoves(game("mnk:3x3?k=3"), moves), moves);
});

test("no rule where the first stone ends the game", () => {
  assert.ok(page.canSwap(hex));
  assert.ok(page.canSwap(game("hex:1x2")));
  for (const spec of ["hex:1x1", "hex:3x1", "mnk:3x3?k=3"]) assert.ok(!page.canSwap(game(spec)), spec);
});

test("after a swap the person has the other colour, and undo leads to the person's own choices", () => {
  // Black places, White's player swaps and so has Black: White is to move, then Black.
  const line = { forcedPasses: false, moves: ["a1", "swap", "b2", "c3"], at: 4, toMove: "second" };
  const sides = [0, 1, 2, 3, 4].map((ply) => turns.sideAt({ ...line, player: "both" }, ply));
  assert.deepEqual(sides, ["first", "second", "second", "first", "second"]);
  assert.equal(page.colourAt("first", line.moves, 1), "first");
  assert.equal(page.colourAt("first", line.moves, 2), "second");
  assert.equal(page.colourAt("both", line.moves, 2), "both");
  const back = (player, at) => turns.undoTo({ ...line, player, at, toMove: turns.sideAt({ ...line, player }, at) });
  // The person who placed the first stone chose plies 0 and 2; the program swapped and answered.
  assert.deepEqual([4, 3, 2, 1].map((at) => back("first", at)), [2, 2, 0, 0]);
  assert.deepEqual([4, 3, 2, 1].map((at) => back("second", at)), [3, 1, 1, null]);
  const on = (player, at) => turns.redoTo({ ...line, player, at, toMove: turns.sideAt({ ...line, player }, at) });
  assert.deepEqual([0, 2].map((at) => on("first", at)), [2, 4]);
  assert.deepEqual([1, 3].map((at) => on("second", at)), [3, 4]);
});

test("whoever is to choose swaps where the first stone wins", () => {
  const route = { game: "hex-3x3", view: "play", from: "-", moves: ["b2"], at: 1, player: "first", hasSwap: true };
  const position = { ...known(-1), moves_played: ["b2"], over: false, to_move: "second", cells: "----X----", best_move: "a1", guess: null };
  assert.ok(page.isSwapOpen(hex, route, position));
  assert.ok(!page.isSwapOpen(hex, { ...route, hasSwap: false }, position));
  assert.ok(!page.isSwapOpen(hex, { ...route, from: "X-------- O" }, position));
  assert.ok(!page.isSwapOpen(hex, { ...route, moves: ["b2", "swap"], at: 2 }, position));
  assert.equal(page.swapChoice(position), "swap");
  // Then no move on the board is best.
  assert.equal(page.bestUnderSwap(hex, route, position).best_move, null);
  assert.equal(page.bestUnderSwap(hex, route, { ...position, value: 1 }).best_move, "a1");
  assert.equal(page.bestUnderSwap(hex, { ...route, hasSwap: false }, position).best_move, "a1");
  assert.equal(page.swapChoice({ ...position, value: 1 }), "stay");
  assert.equal(page.swapChoice({ ...position, ...unknown }), null);
  assert.equal(turns.turnOf(position, route, true, true), "program");
  assert.equal(turns.turnOf({ ...position, ...unknown }, route, true, true), "thinking");
  assert.equal(turns.turnOf({ ...position, ...unknown }, route, false, true), "guess");
  assert.equal(turns.turnOf(position, { ...route, player: "second" }, false, true), "person");
  // After the exchange the person who placed the stone is to move.
  assert.equal(turns.turnOf(position, { ...route, moves: ["b2", "swap"], at: 2 }, false), "person");
  assert.ok(page.guessesSwap(hex, position));
  assert.ok(!page.guessesSwap(hex, { ...position, cells: "X--------" }));
});

test("a review under the rule blames the choice, never the first stone", () => {
  const one = (ply, side, move, before, after, best) => ({
    ply, side, move, before: known(before), after: known(after), best, loss: before - after, forced: false,
  });
  const rows = (reviewed, moves) => page.reviewUnderSwap(reviewed, moves).map((row) => [row.ply, row.side, row.move, row.before.value, row.after.value, row.loss, row.best]);
  const wins = one(1, "first", "b2", 1, 1, "b2");
  const loses = one(1, "first", "a1", 1, -1, "b2");
  const first = (move) => [1, "first", move, -1, -1, 0, move];
  assert.deepEqual(rows([wins], ["b2", "swap"]), [first("b2"), [2, "second", "swap", 1, 1, 0, "swap"]]);
  assert.deepEqual(rows([wins, one(2, "second", "a1", -1, -1, "a1")], ["b2", "a1"]), [first("b2"), [2, "second", "a1", 1, -1, 2, "swap"]]);
  assert.deepEqual(rows([loses, one(2, "second", "b2", 1, 1, "b2")], ["a1", "swap", "b2"]), [
    first("a1"),
    [2, "second", "swap", 1, -1, 2, "b2"],
    [3, "second", "b2", 1, 1, 0, "b2"],
  ]);
  assert.deepEqual(rows([loses, one(2, "second", "b2", 1, 1, "b2")], ["a1", "b2"]), [first("a1"), [2, "second", "b2", 1, 1, 0, "b2"]]);
  const open = { ...wins, after: unknown, loss: null };
  assert.deepEqual(rows([open], ["b2", "swap"])[1], [2, "second", "swap", 1, null, null, null]);
  // Whoever swaps has Black afterwards: the value for Black is the value for that player.
  const swapped = page.reviewUnderSwap([wins], ["b2", "swap"]);
  assert.deepEqual(swapped.map(page.afterForFirst), [-1, 1]);
  assert.match(records.writeRecord(hex, "sgf", { from: "-", moves: swapped }, []), /;B\[b2\]V\[-1\]\n;W\[swap-sides\]V\[1\]/);
  assert.deepEqual(page.valuesUnderSwap([1, null, 1, -1]), [-1, -1, 1, -1]);
});
