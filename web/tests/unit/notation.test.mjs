import assert from "node:assert/strict";
import test from "node:test";
import { game, notation as page } from "./load.mjs";

const { readPasted, readMoves, writeBoard, writeLine, cycled } = page;
const othello = game("othello:4x4");
const columns = game("connect-four:4x3");

test("a board, a move list and both together are told apart", () => {
  const board = "-----OX--XO----- X";
  const cases = [
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
  for (const [of, text, line] of cases) assert.deepEqual(readPasted(of, text), line, text);
});

test("numbers and results around moves are left out, columns are not", () => {
  assert.deepEqual(readMoves("1. f5 d6 2. c3 1-0"), ["f5", "d6", "c3"]);
  assert.deepEqual(readMoves("1.f5, d6"), ["f5", "d6"]);
  assert.deepEqual(readMoves("4 4 5"), ["4", "4", "5"]);
});

test("what is written can be pasted", () => {
  for (const line of [
    { from: "-", moves: [] },
    { from: "-", moves: ["b1", "a1"] },
    { from: "-----OX--XO----- X", moves: [] },
    { from: "-----OX--XO----- X", moves: ["b1", "pass"] },
  ]) {
    assert.deepEqual(readPasted(othello, writeLine(othello, line)), line);
  }
});

test("a game that the page does not know has boards in front of a semicolon", () => {
  const chomp = game("chomp:3x3");
  assert.deepEqual(readPasted(chomp, "a1 b2\nc3"), { from: "-", moves: ["a1", "b2", "c3"] });
  assert.deepEqual(readPasted(chomp, "xo- x"), { from: "-", moves: ["xo-", "x"] });
  for (const line of [
    { from: "-", moves: [] },
    { from: "-", moves: ["a1"] },
    { from: "3,2,1 second", moves: [] },
    { from: "3,2,1 second", moves: ["a1", "b2"] },
  ]) {
    assert.deepEqual(readPasted(chomp, writeLine(chomp, line)), line);
  }
});

test("a board set up by hand is written as its game writes boards", () => {
  assert.equal(writeBoard(othello, "-----OX--XO-----", false), "-----OX--XO----- O");
  assert.equal(writeBoard(columns, "XO-----X----", true), "..../...x/xo..");
});

test("a cell goes round through both sides", () => {
  assert.equal(cycled("---", 1), "-X-");
  assert.equal(cycled("-X-", 1), "-O-");
  assert.equal(cycled("-O-", 1), "---");
});
