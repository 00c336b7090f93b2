import { expect, test } from "vitest";
import type { KnownValue, ReviewedMove, Side } from "../../engine/src/contract.ts";
import { HOME, type Player, type Route } from "../../src/route.ts";
import * as page from "../../src/swap.ts";
import { writeRecord } from "../../src/formats/write.ts";
import * as turns from "../../src/turns.ts";
import { drawn, game, knownValue, position as positionOf } from "./games.ts";

const hex = drawn("hex:3x3");
const exactly = (value: number | null): KnownValue =>
  knownValue(value === null ? {} : { status: "exact", source: "searched", value });
const unknown = exactly(null);

test("the server is asked without the exchange, and its moves get it back", () => {
  const moves = ["a1", "swap", "b2", "c3"];
  expect(page.serverMoves(hex, moves)).toStrictEqual(["a1", "b2", "c3"]);
  expect(page.withSwap(hex, ["a1", "b2", "c3"], moves)).toStrictEqual(moves);
  expect(page.withSwap(hex, [], moves)).toStrictEqual([]);
  for (const some of [[], ["a1"], ["a1", "b2", "swap"]]) expect(page.serverMoves(hex, some)).toStrictEqual(some);
  // Another game has no such move: the server says so.
  expect(page.serverMoves(game("mnk:3x3?k=3"), moves)).toStrictEqual(moves);
});

test("no rule where the first stone ends the game", () => {
  expect(page.canSwap(hex)).toBe(true);
  expect(page.canSwap(game("hex:1x2"))).toBe(true);
  for (const spec of ["hex:1x1", "hex:3x1", "mnk:3x3?k=3"]) expect(page.canSwap(game(spec)), spec).toBe(false);
});

test("after a swap the person has the other colour, and undo leads to the person's own choices", () => {
  // Black places, White's player swaps and so has Black: White is to move, then Black.
  const line = { forcedPasses: false, moves: ["a1", "swap", "b2", "c3"], at: 4, toMove: "second" as Side };
  const sides = [0, 1, 2, 3, 4].map((ply) => turns.sideAt({ ...line, player: "both" }, ply));
  expect(sides).toStrictEqual(["first", "second", "second", "first", "second"]);
  expect(page.colourAt("first", line.moves, 1)).toBe("first");
  expect(page.colourAt("first", line.moves, 2)).toBe("second");
  expect(page.colourAt("both", line.moves, 2)).toBe("both");
  const back = (player: Player, at: number): number | null =>
    turns.undoTo({ ...line, player, at, toMove: turns.sideAt({ ...line, player }, at) });
  // The person who placed the first stone chose plies 0 and 2; the program swapped and answered.
  expect([4, 3, 2, 1].map((at) => back("first", at))).toStrictEqual([2, 2, 0, 0]);
  expect([4, 3, 2, 1].map((at) => back("second", at))).toStrictEqual([3, 1, 1, null]);
  const on = (player: Player, at: number): number | null =>
    turns.redoTo({ ...line, player, at, toMove: turns.sideAt({ ...line, player }, at) });
  expect([0, 2].map((at) => on("first", at))).toStrictEqual([2, 4]);
  expect([1, 3].map((at) => on("second", at))).toStrictEqual([3, 4]);
});

test("whoever is to choose swaps where the first stone wins", () => {
  const route: Route = { ...HOME, game: "hex-3x3", moves: ["b2"], at: 1, hasSwap: true };
  const position = positionOf({
    ...exactly(-1),
    moves_played: ["b2"],
    to_move: "second",
    cells: "----X----",
    best_move: "a1",
  });
  expect(page.isSwapOpen(hex, route, position)).toBe(true);
  expect(page.isSwapOpen(hex, { ...route, hasSwap: false }, position)).toBe(false);
  expect(page.isSwapOpen(hex, { ...route, from: "X-------- O" }, position)).toBe(false);
  expect(page.isSwapOpen(hex, { ...route, moves: ["b2", "swap"], at: 2 }, position)).toBe(false);
  expect(page.swapChoice(position)).toBe("swap");
  // Then no move on the board is best.
  expect(page.bestUnderSwap(hex, route, position).best_move).toBeNull();
  expect(page.bestUnderSwap(hex, route, { ...position, value: 1 }).best_move).toBe("a1");
  expect(page.bestUnderSwap(hex, { ...route, hasSwap: false }, position).best_move).toBe("a1");
  expect(page.swapChoice({ ...position, value: 1 })).toBe("stay");
  expect(page.swapChoice({ ...position, ...unknown })).toBeNull();
  expect(turns.turnOf(position, route, true, true)).toBe("program");
  expect(turns.turnOf({ ...position, ...unknown }, route, true, true)).toBe("thinking");
  expect(turns.turnOf({ ...position, ...unknown }, route, false, true)).toBe("guess");
  expect(turns.turnOf(position, { ...route, player: "second" }, false, true)).toBe("person");
  // After the exchange the person who placed the stone is to move.
  expect(turns.turnOf(position, { ...route, moves: ["b2", "swap"], at: 2 }, false)).toBe("person");
  expect(page.guessesSwap(hex, position)).toBe(true);
  expect(page.guessesSwap(hex, { ...position, cells: "X--------" })).toBe(false);
});

test("a review under the rule blames the choice, never the first stone", () => {
  const one = (ply: number, side: Side, move: string, before: number, after: number, best: string): ReviewedMove => {
    const loss = before - after;
    return {
      ply,
      side,
      move,
      before: exactly(before),
      after: exactly(after),
      best,
      loss,
      loss_at_least: loss,
      forced: false,
    };
  };
  const rows = (reviewed: ReviewedMove[], moves: string[]) =>
    page
      .reviewUnderSwap(reviewed, moves)
      .map((row) => [row.ply, row.side, row.move, row.before.value, row.after.value, row.loss, row.best]);
  const wins = one(1, "first", "b2", 1, 1, "b2");
  const loses = one(1, "first", "a1", 1, -1, "b2");
  const first = (move: string) => [1, "first", move, -1, -1, 0, move];
  expect(rows([wins], ["b2", "swap"])).toStrictEqual([first("b2"), [2, "second", "swap", 1, 1, 0, "swap"]]);
  expect(rows([wins, one(2, "second", "a1", -1, -1, "a1")], ["b2", "a1"])).toStrictEqual([
    first("b2"),
    [2, "second", "a1", 1, -1, 2, "swap"],
  ]);
  expect(rows([loses, one(2, "second", "b2", 1, 1, "b2")], ["a1", "swap", "b2"])).toStrictEqual([
    first("a1"),
    [2, "second", "swap", 1, -1, 2, "b2"],
    [3, "second", "b2", 1, 1, 0, "b2"],
  ]);
  expect(rows([loses, one(2, "second", "b2", 1, 1, "b2")], ["a1", "b2"])).toStrictEqual([
    first("a1"),
    [2, "second", "b2", 1, 1, 0, "b2"],
  ]);
  const open = { ...wins, after: unknown, loss: null };
  expect(rows([open], ["b2", "swap"])[1]).toStrictEqual([2, "second", "swap", 1, null, null, null]);
  // Whoever swaps has Black afterwards: the value for Black is the value for that player.
  const swapped = page.reviewUnderSwap([wins], ["b2", "swap"]);
  expect(swapped.map((move) => page.afterFor("first", move).value)).toStrictEqual([-1, 1]);
  expect(writeRecord(hex, "sgf", { from: "-", moves: swapped }, [])).toMatch(/;B\[b2\]V\[-1\]\n;W\[swap-sides\]V\[1\]/);
  expect(page.valuesUnderSwap([1, null, 1, -1])).toStrictEqual([-1, -1, 1, -1]);
});
