import assert from "node:assert/strict";
import test from "node:test";
import { turns as page } from "./load.mjs";

const { sideAt, undoTo, redoTo } = page;
const turns = (changes) => ({
  forcedPasses: true,
  moves: ["b1", "a1", "pass", "c1", "d1"],
  at: 5,
  toMove: "second",
  player: "first",
  ...changes,
});

test("sides alternate, before and after the position", () => {
  const some = turns({ at: 2, toMove: "first" });
  const sides = [0, 1, 2, 3, 4, 5].map((ply) => sideAt(some, ply));
  assert.deepEqual(sides, ["first", "second", "first", "second", "first", "second"]);
});

test("undo goes to the person's last choice, not to a forced pass", () => {
  assert.equal(undoTo(turns({})), 4);
  assert.equal(undoTo(turns({ at: 4, toMove: "first" })), 0);
  assert.equal(undoTo(turns({ at: 0, toMove: "first" })), null);
  assert.equal(undoTo(turns({ player: "second" })), 3);
  assert.equal(undoTo(turns({ player: "second", at: 1 })), null);
});

test("alone at the board, undo takes back one move", () => {
  assert.equal(undoTo(turns({ player: "both" })), 4);
  assert.equal(undoTo(turns({ player: "both", at: 3, toMove: "second" })), 1);
});

test("redo goes to the person's next choice, or to the end", () => {
  assert.equal(redoTo(turns({ at: 0, toMove: "first" })), 4);
  assert.equal(redoTo(turns({ at: 4, toMove: "first" })), 5);
  assert.equal(redoTo(turns({})), null);
});

test("where nobody has to pass, a pass is a choice", () => {
  assert.equal(undoTo(turns({ forcedPasses: false, at: 4, toMove: "first" })), 2);
});
