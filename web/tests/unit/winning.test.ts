import { expect, test } from "vitest";
import { winningLines } from "../../src/boards/winning.ts";
import { drawn } from "./games.ts";

const cells = (...rows: string[]): string => rows.join("");

test("lines are found in all four directions, from one end to the other", () => {
  const three = drawn("mnk:3x3?k=3");
  expect(winningLines(three, cells("XXX", "OO-", "---"))).toStrictEqual([[0, 1, 2]]);
  expect(winningLines(three, cells("OX-", "OX-", "O-X"))).toStrictEqual([[0, 3, 6]]);
  expect(winningLines(three, cells("XO-", "OX-", "--X"))).toStrictEqual([[0, 4, 8]]);
  expect(winningLines(three, cells("XOO", "XO-", "O-X"))).toStrictEqual([[6, 4, 2]]);
  expect(winningLines(three, cells("XX-", "OO-", "---"))).toStrictEqual([]);
});

test("a line longer than needed is one line, and two lines by one move are two", () => {
  const four = drawn("connect-four:7x6");
  const empty = "-------";
  expect(winningLines(four, cells("XXXXX--", empty, empty, empty, empty, empty))).toStrictEqual([[0, 1, 2, 3, 4]]);
  const both = cells("XXXX---", "X------", "X------", "X------", empty, empty);
  expect(winningLines(four, both)).toStrictEqual([
    [0, 1, 2, 3],
    [0, 7, 14, 21],
  ]);
  // Seven cells in a row of memory, but over the edge of the board.
  expect(winningLines(four, cells("-----XX", "XX-----", empty, empty, empty, empty))).toStrictEqual([]);
});

test("a Hex path goes from edge to edge by cells that touch", () => {
  const hex = drawn("hex:3x3");
  expect(winningLines(hex, cells("OXO", "-X-", "X--"))).toStrictEqual([[6, 4, 1]]);
  expect(winningLines(hex, cells("X-X", "OOO", "X--"))).toStrictEqual([[5, 4, 3]]);
  // Cells on a falling diagonal do not touch.
  expect(winningLines(hex, cells("X--", "-X-", "--X"))).toStrictEqual([]);
});

test("Othello and Go are not won by lines", () => {
  expect(winningLines(drawn("othello:4x4"), "XXXXXXXXXXXXXXXX")).toStrictEqual([]);
});
