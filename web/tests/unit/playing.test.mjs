import assert from "node:assert/strict";
import test from "node:test";
import { clock as clocks, hints, remarks, strength } from "./load.mjs";

const { controlOf, fallenAt, leftAt, moved, newClock, shownTime, switched } = clocks;
const { hintedMoves, keepingMoves, nextStep } = hints;
const { chance, mistake } = strength;
const { isAbout, remarkOn } = remarks;

const move = (name, value, changes = {}) => ({ move: name, value, at_least: null, at_most: null, ...changes });
const position = (changes = {}) => ({
  from: "-",
  moves_played: ["a1"],
  value: 4,
  best_move: "b2",
  moves: [move("b2", 4), move("c3", 4), move("d4", 0), move("e5", null), move("f6", null, { at_most: -2 })],
  ...changes,
});

test("time runs for one side at a time, and stands still while the clock is stopped", () => {
  let clock = newClock(controlOf("3+2"));
  assert.equal(leftAt(clock, "first", 1e9), 180_000);
  clock = switched(clock, "first", 1_000);
  assert.equal(leftAt(clock, "first", 31_000), 150_000);
  assert.equal(leftAt(clock, "second", 31_000), 180_000);
  clock = switched(clock, null, 31_000);
  assert.equal(leftAt(clock, "first", 99_000), 150_000);
  clock = switched(clock, "first", 100_000);
  assert.equal(leftAt(clock, "first", 101_000), 149_000);
});

test("a move gives its side the increment and lets the time of the other run", () => {
  let clock = switched(newClock(controlOf("3+2")), "first", 0);
  clock = moved(clock, "first", 10_000);
  assert.equal(leftAt(clock, "first", 60_000), 172_000);
  assert.equal(leftAt(clock, "second", 60_000), 130_000);
  assert.equal(clock.running, "second");
});

test("a flag falls when no time is left, and nothing brings it up again", () => {
  const clock = switched(newClock(controlOf("1+0")), "second", 0);
  assert.equal(fallenAt(clock, 59_999), null);
  assert.equal(fallenAt(clock, 60_000), "second");
  const late = moved(clock, "second", 60_001);
  assert.equal(late.running, null);
  assert.equal(fallenAt(late, 0), "second");
  assert.equal(fallenAt(switched(late, "first", 70_000), 200_000), "second");
  assert.equal(leftAt(switched(late, "first", 70_000), "first", 200_000), 60_000);
});

test("times are written as clocks write them", () => {
  assert.equal(shownTime(180_000), "3:00");
  assert.equal(shownTime(179_900), "3:00");
  assert.equal(shownTime(61_000), "1:01");
  assert.equal(shownTime(9_950), "0:10");
  assert.equal(shownTime(9_400), "0:09.4");
  assert.equal(shownTime(0), "0:00.0");
  assert.equal(controlOf("off"), null);
});

test("hints go from the value to the moves that keep it to the best one", () => {
  const here = position();
  assert.deepEqual(keepingMoves(here), ["b2", "c3"]);
  assert.deepEqual([0, 1, 2, 3].map((step) => nextStep(here, step)), [1, 2, 3, 3]);
  assert.deepEqual(hintedMoves(here, 1), []);
  assert.deepEqual(hintedMoves(here, 2), ["b2", "c3"]);
  assert.deepEqual(hintedMoves(here, 3), ["b2"]);
});

test("a bound that is good enough keeps the value", () => {
  assert.deepEqual(keepingMoves(position({ moves: [move("b2", 4), move("c3", null, { at_least: 4 })] })), ["b2", "c3"]);
});

test("hints end where they have nothing more to say", () => {
  const one = position({ moves: [move("b2", 4), move("d4", 0)] });
  assert.equal(nextStep(one, 2), 2);
  const unknown = position({ value: null, best_move: null });
  assert.equal(nextStep(unknown, 0), 1);
  assert.equal(nextStep(unknown, 1), 1);
});

test("the rate of errors is that which was asked for, and an error is a worse move", () => {
  const here = (seed) => position({ moves_played: [String(seed)] });
  const errors = Array.from({ length: 4000 }, (_, seed) => mistake(here(seed), 25, 7)).filter((one) => one !== null);
  // Four standard deviations of a binomial distribution.
  assert.ok(Math.abs(errors.length - 1000) < 110, String(errors.length));
  assert.deepEqual([...new Set(errors)].sort(), ["d4", "f6"]);
  assert.equal(Array.from({ length: 500 }, (_, seed) => mistake(here(seed), 0, 7)).every((one) => one === null), true);
  assert.equal(Array.from({ length: 500 }, (_, seed) => mistake(here(seed), 100, 7)).every((one) => one !== null), true);
});

test("the same seed makes the same errors, another one others", () => {
  const all = (seed) => Array.from({ length: 60 }, (_, at) => mistake(position({ moves_played: [`${at}`] }), 50, seed));
  assert.deepEqual(all(3), all(3));
  assert.notDeepEqual(all(3), all(4));
  assert.ok(chance(1, "") >= 0 && chance(1, "") < 1);
});

test("where no move is known to be worse, none is played on purpose", () => {
  assert.equal(mistake(position({ moves: [move("b2", 4), move("c3", 4), move("e5", null)] }), 100, 1), null);
  assert.equal(mistake(position({ value: null }), 100, 1), null);
});

test("a move that loses value is remarked on, and others are not", () => {
  const here = position();
  assert.deepEqual(remarkOn(here, "d4"), { move: "d4", ply: 1, before: 4, after: 0 });
  for (const name of ["b2", "c3", "e5", "none"]) assert.equal(remarkOn(here, name), null, name);
  assert.equal(remarkOn(position({ value: null }), "d4"), null);
});

test("a remark stands until the next move of the person", () => {
  const remark = remarkOn(position(), "d4");
  const moves = ["a1", "d4", "b1", "b3"];
  assert.deepEqual([1, 2, 3, 4].map((at) => isAbout(remark, { moves, at })), [false, true, true, false]);
  assert.equal(isAbout(remark, { moves: ["a1", "c3"], at: 2 }), false);
});
