import { expect, test } from "vitest";
import { lineMarks, stoneNumbers } from "../../src/boards/marks.tsx";
import { drawn } from "./games.ts";

test("stones have the numbers of the moves that brought them", () => {
  const drop = drawn("connect-four:4x4");
  // Columns 1 2 1 1: the discs lie on each other, rows from the bottom.
  expect([...stoneNumbers(drop, ["1", "2", "1", "1"], "XO--X---O-------")].sort()).toStrictEqual([
    [0, 1],
    [1, 2],
    [4, 3],
    [8, 4],
  ]);
  // A disc that was set up has no number.
  expect([...stoneNumbers(drop, ["1"], "X---O-----------")]).toStrictEqual([[4, 1]]);
  const othello = drawn("othello:4x4");
  expect([...stoneNumbers(othello, ["b1", "pass", "a1"], "XX---XX--XO-----")].sort()).toStrictEqual([
    [0, 3],
    [1, 1],
  ]);
  // A stone of Go that was captured has no number, and one that was played there again the later.
  const go = drawn("go:2x2");
  expect([...stoneNumbers(go, ["A1", "B1", "A2", "A1"], "OO--")].sort()).toStrictEqual([
    [0, 4],
    [1, 2],
  ]);
});

test("a line is marked move by move, for the side that plays each", () => {
  const drop = drawn("connect-four:4x4");
  expect(lineMarks(drop, ["1", "1", "2"], "X---------------", "second")).toStrictEqual([
    { cell: 4, side: "second", number: 1 },
    { cell: 8, side: "first", number: 2 },
    { cell: 1, side: "second", number: 3 },
  ]);
  const othello = drawn("othello:4x4");
  expect(lineMarks(othello, ["pass", "a1"], "-".repeat(16), "first")).toStrictEqual([
    { cell: 0, side: "second", number: 2 },
  ]);
  // A cell that is played twice keeps its first number, and long lines are cut.
  expect(lineMarks(drawn("go:2x2"), ["A1", "pass", "A1"], "----", "first").length).toBe(1);
  expect(
    lineMarks(
      drawn("mnk:4x4?k=4"),
      [..."abcd"].flatMap((a) => [`${a}1`, `${a}2`, `${a}3`]),
      "-".repeat(16),
      "first",
    ).length,
  ).toBe(8);
});
