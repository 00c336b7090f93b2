import { expect, test } from "vitest";
import { cycled, readMoves, readPasted, writeBoard, writeLine } from "../../src/notation.ts";
import type { DrawnGame } from "../../src/families.ts";
import type { Line } from "../../src/server.ts";
import { drawn, game } from "./games.ts";

const othello = drawn("othello:4x4");
const columns = drawn("connect-four:4x3");

test("a board, a move list and both together are told apart", () => {
  const board = "-----OX--XO----- X";
  const cases: [DrawnGame, string, Line][] = [
    [othello, "", { from: "-", moves: [] }],
    [othello, " - ", { from: "-", moves: [] }],
    [othello, board, { from: board, moves: [] }],
    [othello, "b1 a1", { from: "-", moves: ["b1", "a1"] }],
    [othello, `${board}; b1 a1`, { from: board, moves: ["b1", "a1"] }],
    [othello, `${board}\nb1\na1`, { from: board, moves: ["b1", "a1"] }],
    [othello, "b1\na1", { from: "-", moves: ["b1", "a1"] }],
    [othello, "what is this", { from: "-", moves: ["what", "is", "this"] }],
    [columns, "4453", { from: "-", moves: ["4453"] }],
    [columns, "..../..../xo..", { from: "..../..../xo..", moves: [] }],
    [columns, "..../..../xo..; 12", { from: "..../..../xo..", moves: ["12"] }],
  ];
  for (const [of, text, line] of cases) expect(readPasted(of, text), text).toStrictEqual(line);
});

test("numbers and results around moves are left out, columns are not", () => {
  expect(readMoves("1. f5 d6 2. c3 1-0")).toStrictEqual(["f5", "d6", "c3"]);
  expect(readMoves("1.f5, d6")).toStrictEqual(["f5", "d6"]);
  expect(readMoves("4 4 5")).toStrictEqual(["4", "4", "5"]);
});

test("what is written can be pasted", () => {
  for (const line of [
    { from: "-", moves: [] },
    { from: "-", moves: ["b1", "a1"] },
    { from: "-----OX--XO----- X", moves: [] },
    { from: "-----OX--XO----- X", moves: ["b1", "pass"] },
  ]) {
    expect(readPasted(othello, writeLine(othello, line))).toStrictEqual(line);
  }
});

test("a game that the page does not know has boards in front of a semicolon", () => {
  const chomp = game("chomp:3x3");
  expect(readPasted(chomp, "a1 b2\nc3")).toStrictEqual({ from: "-", moves: ["a1", "b2", "c3"] });
  expect(readPasted(chomp, "xo- x")).toStrictEqual({ from: "-", moves: ["xo-", "x"] });
  for (const line of [
    { from: "-", moves: [] },
    { from: "-", moves: ["a1"] },
    { from: "3,2,1 second", moves: [] },
    { from: "3,2,1 second", moves: ["a1", "b2"] },
  ]) {
    expect(readPasted(chomp, writeLine(chomp, line))).toStrictEqual(line);
  }
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
