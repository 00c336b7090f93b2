import assert from "node:assert/strict";
import test from "node:test";
import { game, winning } from "./load.mjs";

const { winningLines } = winning;
const cells = (...rows) => rows.join("");

test("lines are found in all four directions, from one end to the other", () => {
  const three = game("mnk:3x3?k=3");
  assert.deepEqual(winningLines(three, cells("XXX", "OO-", "---")), [[0, 1, 2]]);
  assert.deepEqual(winningLines(three, cells("OX-", "OX-", "O-X")), [[0, 3, 6]]);
  assert.deepEqual(winningLines(three, cells("XO-", "OX-", "--X")), [[0, 4, 8]]);
  assert.deepEqual(winningLines(three, cells("XOO", "XO-", "O-X")), [[6, 4, 2]]);
  assert.deepEqual(winningLines(three, cells("XX-", "OO-", "---")), []);
});

test("a line longer than needed is one line, and two lines by one move are two", () => {
  const four = game("connect-four:7x6");
  const empty = "-------";
  assert.deepEqual(winningLines(four, cells("XXXXX--", empty, empty, empty, empty, empty)), [[0, 1, 2, 3, 4]]);
  const both = cells("XXXX---", "X------", "X------", "X------", empty, empty);
  assert.deepEqual(winningLines(four, both), [[0, 1, 2, 3], [0, 7, 14, 21]]);
  // Seven cells in a row of memory, but over the edge of the board.
  assert.deepEqual(winningLines(four, cells("-----XX", "XX-----", empty, empty, empty, empty)), []);
});

test("a Hex path goes from edge to edge by cells that touch", () => {
  const hex = game("hex:3x3");
  assert.deepEqual(winningLines(hex, cells("OXO", "-X-", "X--")), [[6, 4, 1]]);
  assert.deepEqual(winningLines(hex, cells("X-X", "OOO", "X--")), [[5, 4, 3]]);
  // Cells on a falling diagonal do not touch.
  assert.deepEqual(winningLines(hex, cells("X--", "-X-", "--X")), []);
});

test("Othello and Go are not won by lines", () => {
  assert.deepEqual(winningLines(game("othello:4x4"), "XXXXXXXXXXXXXXXX"), []);
});
