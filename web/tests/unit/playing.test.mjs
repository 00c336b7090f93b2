import assert from "node:assert/strict";
import test from "node:test";
import { clock as clocks, hints, loss, remarks, strength } from "./load.mjs";

const { controlOf, exchanged, fallenAt, leftAt, moved, newClock, shownTime, switched } = clocks;
const { hintedMoves, isEveryMoveKnown, keepingMoves, nextStep } = hints;
const { chance, errsAt, mistake } = strength;
const { isExactLoss, provedLoss } = loss;
const { judged, judgedLater, remarkOn } = remarks;

const move = (name, value, changes = {}) => ({ move: name, value, at_least: null, at_most: null, ...changes });
const bounds = (value, at_least = null, at_most = null) => ({ value, at_least, at_most });
const position = (changes = {}) => ({
  from: "-",
  moves_played: ["a1"],
  value: 4,
  at_least: null,
  at_most: null,
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

test("a move while the clock stands still brings no increment", () => {
  const clock = moved(newClock(controlOf("3+2")), "first", 5_000);
  assert.equal(leftAt(clock, "first", 9_000), 180_000);
  assert.equal(leftAt(clock, "second", 9_000), 176_000);
});

test("players who exchange their sides keep their time", () => {
  const clock = exchanged(moved(switched(newClock(controlOf("3+2")), "second", 0), "second", 30_000), 30_000);
  assert.equal(leftAt(clock, "first", 30_000), 152_000);
  assert.equal(leftAt(switched(clock, "second", 30_000), "second", 40_000), 170_000);
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

test("whether all moves that keep the value are known is told apart", () => {
  assert.equal(isEveryMoveKnown(position()), false);
  const known = [move("b2", 4), move("d4", 0), move("f6", null, { at_most: 3 }), move("g7", null, { at_least: 4 })];
  assert.equal(isEveryMoveKnown(position({ moves: known })), true);
  assert.equal(isEveryMoveKnown(position({ moves: [...known, move("h8", null, { at_least: 3 })] })), false);
});

test("hints end where they have nothing more to say", () => {
  const one = position({ moves: [move("b2", 4), move("d4", 0)] });
  assert.equal(nextStep(one, 2), 2);
  const unknown = position({ value: null, best_move: null });
  assert.equal(nextStep(unknown, 0), 1);
  assert.equal(nextStep(unknown, 1), 1);
});

test("the rate of errors is that which was asked for", () => {
  const share = (rate, seed) =>
    Array.from({ length: 4000 }, (_, at) => errsAt({ from: "-", moves: [`${at}`] }, rate, seed)).filter(Boolean).length;
  // Four standard deviations of a binomial distribution.
  assert.ok(Math.abs(share(25, 7) - 1000) < 110, String(share(25, 7)));
  assert.equal(share(0, 7), 0);
  assert.equal(share(100, 7), 4000);
});

test("an error is a move that is known to be worse, and every such move is one", () => {
  const made = Array.from({ length: 60 }, (_, at) => mistake(position(), { from: "-", moves: [`${at}`] }, 7));
  assert.deepEqual([...new Set(made)].sort(), ["d4", "f6"]);
  const unknown = position({ moves: [move("b2", 4), move("c3", 4), move("e5", null)] });
  assert.equal(mistake(unknown, { from: "-", moves: [] }, 1), null);
  assert.equal(mistake(position({ value: null }), { from: "-", moves: [] }, 1), null);
});

test("the same seed makes the same errors, another one others", () => {
  const lines = Array.from({ length: 60 }, (_, at) => ({ from: "-", moves: [`${at}`] }));
  const all = (seed) => lines.map((line) => errsAt(line, 50, seed) && mistake(position(), line, seed));
  assert.deepEqual(all(3), all(3));
  assert.notDeepEqual(all(3), all(4));
  assert.ok(chance(1, "") >= 0 && chance(1, "") < 1);
});

test("a move that loses value is remarked on, and others are not", () => {
  const said = (name, changes) => remarkOn(judged(position(), name), { moves: ["a1", name], at: 2, ...changes });
  assert.deepEqual(said("d4"), { move: "d4", ply: 1, before: bounds(4), after: bounds(0) });
  for (const name of ["b2", "c3", "e5", "none"]) assert.equal(said(name), null, name);
  assert.deepEqual(said("f6").after, bounds(null, null, -2));
  assert.equal(judged(position({ value: null }), "d4"), null);
});

test("a move of unknown value is remarked on when the position after it is known", () => {
  const known = judged(position(), "e5");
  const after = (value, ...moves_played) => ({ ...bounds(value), moves_played });
  assert.deepEqual(judgedLater(known, after(3, "a1", "e5")).after, bounds(-3));
  assert.equal(judgedLater(known, after(3, "a1", "b2")).after.value, null);
  assert.equal(judgedLater(known, after(3, "a1")).after.value, null);
  assert.equal(judgedLater(judged(position(), "d4"), after(9, "a1", "d4")).after.value, 0);
});

test("bounds prove a loss where the best that is left is less than what was had", () => {
  const bounded = position({ value: null, at_least: 2, moves: [move("f6", null, { at_most: -2 }), move("g7", null)] });
  assert.equal(judged(position({ value: null, at_most: 9 }), "f6"), null);
  const said = remarkOn(judged(bounded, "f6"), { moves: ["a1", "f6"], at: 2 });
  assert.equal(provedLoss(said.before, said.after), 4);
  // The bound on the position after the move is for the other side.
  const open = judged(bounded, "g7");
  const route = { moves: ["a1", "g7"], at: 2 };
  assert.equal(remarkOn(open, route), null);
  const after = (known) => judgedLater(open, { ...bounds(null), ...known, moves_played: ["a1", "g7"] });
  assert.equal(remarkOn(after({ at_most: -1 }), route), null);
  assert.deepEqual(remarkOn(after({ at_least: -1 }), route).after, bounds(null, null, 1));
  assert.equal(remarkOn(after({ at_least: -2 }), route), null);
});

test("a loss is proved by values and by bounds, and never the other way round", () => {
  const cases = [
    [bounds(3), bounds(1), 2, true],
    [bounds(3), bounds(3), 0, true],
    [bounds(null, 9, null), bounds(-9), 18, false],
    [bounds(9), bounds(null, null, -9), 18, false],
    [bounds(null, 1, null), bounds(null, null, 1), 0, false],
    [bounds(null, null, 9), bounds(null, null, -9), 0, false],
    [bounds(null, 9, null), bounds(null, -9, null), 0, false],
    [bounds(null), bounds(1), 0, false],
  ];
  for (const [before, after, lost, isExact] of cases) {
    assert.equal(provedLoss(before, after), lost);
    assert.equal(isExactLoss(before, after), isExact);
  }
});

test("a remark stands until the next move of the person", () => {
  const known = judged(position(), "d4");
  const moves = ["a1", "d4", "b1", "b3"];
  const stands = [1, 2, 3, 4].map((at) => remarkOn(known, { moves, at }) !== null);
  assert.deepEqual(stands, [false, true, true, false]);
  assert.equal(remarkOn(known, { moves: ["a1", "c3"], at: 2 }), null);
});
