import assert from "node:assert/strict";
import test from "node:test";
import { game, marks } from "./load.mjs";

const { lineMarks, stoneNumbers } = marks;

test("stones have the numbers of the moves that brought them", () => {
  const drop = game("connect-four:4x4");
  // Columns 1 2 1 1: the discs lie on each other, rows from the bottom.
  assert.deepEqual([...stoneNumbers(drop, ["1", "2", "1", "1"], "XO--X---O-------")].sort(), [[0, 1], [1, 2], [4, 3], [8, 4]]);
  // A disc that was set up has no number.
  assert.deepEqual([...stoneNumbers(drop, ["1"], "X---O-----------")], [[4, 1]]);
  const othello = game("othello:4x4");
  assert.deepEqual([...stoneNumbers(othello, ["b1", "pass", "a1"], "XX---XX--XO-----")].sort(), [[0, 3], [1, 1]]);
  // A stone of Go that was captured has no number, and one that was played there again the later.
  const go = game("go:2x2");
  assert.deepEqual([...stoneNumbers(go, ["A1", "B1", "A2", "A1"], "OO--")].sort(), [[0, 4], [1, 2]]);
});

test("a line is marked move by move, for the side that plays each", () => {
  const drop = game("connect-four:4x4");
  assert.deepEqual(lineMarks(drop, ["1", "1", "2"], "X---------------", "second"), [
    { cell: 4, side: "second", number: 1 },
    { cell: 8, side: "first", number: 2 },
    { cell: 1, side: "second", number: 3 },
  ]);
  const othello = game("othello:4x4");
  assert.deepEqual(lineMarks(othello, ["pass", "a1"], "-".repeat(16), "first"), [{ cell: 0, side: "second", number: 2 }]);
  // A cell that is played twice keeps its first number, and long lines are cut.
  assert.equal(lineMarks(game("go:2x2"), ["A1", "pass", "A1"], "----", "first").length, 1);
  assert.equal(lineMarks(game("mnk:4x4?k=4"), [..."abcd"].flatMap((a) => [`${a}1`, `${a}2`, `${a}3`]), "-".repeat(16), "first").length, 8);
});
