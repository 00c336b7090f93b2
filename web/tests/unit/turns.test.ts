import { expect, test } from "vitest";
import { type Turns, redoTo, sideAt, undoTo } from "../../src/turns.ts";

const turns = (changes: Partial<Turns>): Turns => ({
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
  expect(sides).toStrictEqual(["first", "second", "first", "second", "first", "second"]);
});

test("undo goes to the person's last choice, not to a forced pass", () => {
  expect(undoTo(turns({}))).toBe(4);
  expect(undoTo(turns({ at: 4, toMove: "first" }))).toBe(0);
  expect(undoTo(turns({ at: 0, toMove: "first" }))).toBeNull();
  expect(undoTo(turns({ player: "second" }))).toBe(3);
  expect(undoTo(turns({ player: "second", at: 1 }))).toBeNull();
});

test("alone at the board, undo takes back one move", () => {
  expect(undoTo(turns({ player: "both" }))).toBe(4);
  expect(undoTo(turns({ player: "both", at: 3, toMove: "second" }))).toBe(1);
});

test("redo goes to the person's next choice, or to the end", () => {
  expect(redoTo(turns({ at: 0, toMove: "first" }))).toBe(4);
  expect(redoTo(turns({ at: 4, toMove: "first" }))).toBe(5);
  expect(redoTo(turns({}))).toBeNull();
});

test("where nobody has to pass, a pass is a choice", () => {
  expect(undoTo(turns({ forcedPasses: false, at: 4, toMove: "first" }))).toBe(2);
});
