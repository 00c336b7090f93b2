import { expect, test } from "vitest";
import { cycled, writeBoard, writeLine } from "../../src/notation.ts";
import { drawn, game } from "./games.ts";

const othello = drawn("othello:4x4");
const columns = drawn("connect-four:4x3");

test("a line is written as it can be pasted", () => {
  const board = "-----OX--XO----- X";
  expect(writeLine(othello, { from: "-", moves: [] })).toBe("-");
  expect(writeLine(othello, { from: "-", moves: ["b1", "a1"] })).toBe("b1 a1");
  expect(writeLine(othello, { from: board, moves: [] })).toBe(board);
  expect(writeLine(othello, { from: board, moves: ["b1", "pass"] })).toBe(`${board}; b1 pass`);
  // A game that the page does not draw has boards in front of a semicolon.
  expect(writeLine(game("chomp:3x3"), { from: "3,2,1 second", moves: [] })).toBe("3,2,1 second; ");
});

test("a board set up by hand is written as its game writes boards", () => {
  expect(writeBoard(othello, "-----OX--XO-----", false)).toBe("-----OX--XO----- O");
  expect(writeBoard(columns, "XO-----X----", true)).toBe("..../...x/xo..");
});

test("a cell goes round through both sides", () => {
  expect(cycled("---", 1)).toBe("-X-");
  expect(cycled("-X-", 1)).toBe("-O-");
  expect(cycled("-O-", 1)).toBe("---");
});
