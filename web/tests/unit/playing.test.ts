import { expect, test } from "vitest";
import type { MoveAnswer, Position } from "../../engine/src/contract.ts";
import { type Bounds, isExactLoss, provedLoss } from "../../src/loss.ts";
import {
  type Clock,
  controlOf,
  exchanged,
  fallenAt,
  leftAt,
  moved,
  newClock,
  shownTime,
  switched,
} from "../../src/playing/clock.ts";
import {
  type HintStep,
  bestMoves,
  hintedMoves,
  isEveryMoveKnown,
  keepingMoves,
  nextStep,
} from "../../src/playing/hints.ts";
import { type Judgement, judged, judgedLater, remarkOn } from "../../src/playing/remarks.ts";
import { chance, errsAt, mistake } from "../../src/playing/strength.ts";
import { HOME, type Route } from "../../src/route.ts";
import { move as moveOf, position as positionOf } from "./games.ts";

const move = (name: string, value: number | null, changes: Partial<MoveAnswer> = {}): MoveAnswer =>
  moveOf(name, { value, ...changes });
const bounds = (value: number | null, at_least: number | null = null, at_most: number | null = null): Bounds => ({
  value,
  at_least,
  at_most,
});
const position = (changes: Partial<Position> = {}): Position =>
  positionOf({
    moves_played: ["a1"],
    value: 4,
    best_move: "b2",
    moves: [move("b2", 4), move("c3", 4), move("d4", 0), move("e5", null), move("f6", null, { at_most: -2 })],
    ...changes,
  });
const route = (moves: string[], at = moves.length): Route => ({ ...HOME, moves, at });

/** What is known of a move, which must be something. */
function judgement(before: Position, name: string): Judgement {
  const found = judged(before, name);
  if (!found) throw new Error(`nothing is found of ${name}`);
  return found;
}

/** A clock of three minutes, and two seconds a move. */
const fresh = (): Clock => newClock({ minutes: 3, increment: 2 });

test("all moves of the best value are best, and none where all are worth the same", () => {
  expect(bestMoves(position())).toStrictEqual(["b2", "c3"]);
  expect(bestMoves(position({ moves: [move("b2", 4), move("c3", 4)] }))).toStrictEqual([]);
  expect(bestMoves(position({ moves: [move("b2", 4)] }))).toStrictEqual(["b2"]);
  // A value that is not known, and a position in which something else is best.
  expect(bestMoves(position({ value: null }))).toStrictEqual(["b2"]);
  expect(bestMoves(position({ best_move: null }))).toStrictEqual([]);
});

test("of moves of the best value those that win soonest or lose latest are best, where that is known", () => {
  const timed = (value: number) =>
    position({
      value,
      moves: [move("b2", value, { plies: 3 }), move("c3", value, { plies: 5 }), move("d4", value, { plies: 3 })],
    });
  expect(bestMoves(timed(1))).toStrictEqual(["b2", "d4"]);
  expect(bestMoves({ ...timed(-1), best_move: "c3" })).toStrictEqual(["c3"]);
  expect(bestMoves(timed(0))).toStrictEqual([]);
  const partly = timed(1);
  expect(bestMoves({ ...partly, moves: [...partly.moves, move("e5", 1), move("f6", 0)] })).toHaveLength(4);
});

test("time runs for one side at a time, and stands still while the clock is stopped", () => {
  let clock = fresh();
  expect(leftAt(clock, "first", 1e9)).toBe(180_000);
  clock = switched(clock, "first", 1_000);
  expect(leftAt(clock, "first", 31_000)).toBe(150_000);
  expect(leftAt(clock, "second", 31_000)).toBe(180_000);
  clock = switched(clock, null, 31_000);
  expect(leftAt(clock, "first", 99_000)).toBe(150_000);
  clock = switched(clock, "first", 100_000);
  expect(leftAt(clock, "first", 101_000)).toBe(149_000);
});

test("a move gives its side the increment and lets the time of the other run", () => {
  let clock = switched(fresh(), "first", 0);
  clock = moved(clock, "first", 10_000);
  expect(leftAt(clock, "first", 60_000)).toBe(172_000);
  expect(leftAt(clock, "second", 60_000)).toBe(130_000);
  expect(clock.running).toBe("second");
});

test("a move while the clock stands still brings no increment", () => {
  const clock = moved(fresh(), "first", 5_000);
  expect(leftAt(clock, "first", 9_000)).toBe(180_000);
  expect(leftAt(clock, "second", 9_000)).toBe(176_000);
});

test("players who exchange their sides keep their time", () => {
  const clock = exchanged(moved(switched(fresh(), "second", 0), "second", 30_000), 30_000);
  expect(leftAt(clock, "first", 30_000)).toBe(152_000);
  expect(leftAt(switched(clock, "second", 30_000), "second", 40_000)).toBe(170_000);
});

test("a flag falls when no time is left, and nothing brings it up again", () => {
  const clock = switched(newClock({ minutes: 1, increment: 0 }), "second", 0);
  expect(fallenAt(clock, 59_999)).toBeNull();
  expect(fallenAt(clock, 60_000)).toBe("second");
  const late = moved(clock, "second", 60_001);
  expect(late.running).toBeNull();
  expect(fallenAt(late, 0)).toBe("second");
  expect(fallenAt(switched(late, "first", 70_000), 200_000)).toBe("second");
  expect(leftAt(switched(late, "first", 70_000), "first", 200_000)).toBe(60_000);
});

test("times are written as clocks write them", () => {
  expect(shownTime(180_000)).toBe("3:00");
  expect(shownTime(179_900)).toBe("3:00");
  expect(shownTime(61_000)).toBe("1:01");
  expect(shownTime(9_950)).toBe("0:10");
  expect(shownTime(9_400)).toBe("0:09.4");
  expect(shownTime(0)).toBe("0:00.0");
  expect(controlOf("off")).toBeNull();
});

test("hints go from the value to the moves that keep it to the best one", () => {
  const here = position();
  expect(keepingMoves(here)).toStrictEqual(["b2", "c3"]);
  expect(([0, 1, 2, 3] as HintStep[]).map((step) => nextStep(here, step))).toStrictEqual([1, 2, 3, 3]);
  expect(hintedMoves(here, 1)).toStrictEqual([]);
  expect(hintedMoves(here, 2)).toStrictEqual(["b2", "c3"]);
  expect(hintedMoves(here, 3)).toStrictEqual(["b2"]);
});

test("a bound that is good enough keeps the value", () => {
  expect(keepingMoves(position({ moves: [move("b2", 4), move("c3", null, { at_least: 4 })] }))).toStrictEqual([
    "b2",
    "c3",
  ]);
});

test("whether all moves that keep the value are known is told apart", () => {
  expect(isEveryMoveKnown(position())).toBe(false);
  const moves = [move("b2", 4), move("d4", 0), move("f6", null, { at_most: 3 }), move("g7", null, { at_least: 4 })];
  expect(isEveryMoveKnown(position({ moves: moves }))).toBe(true);
  expect(isEveryMoveKnown(position({ moves: [...moves, move("h8", null, { at_least: 3 })] }))).toBe(false);
});

test("hints end where they have nothing more to say", () => {
  const one = position({ moves: [move("b2", 4), move("d4", 0)] });
  expect(nextStep(one, 2)).toBe(2);
  const unknown = position({ value: null, best_move: null });
  expect(nextStep(unknown, 0)).toBe(1);
  expect(nextStep(unknown, 1)).toBe(1);
});

test("where nothing is known, the second and last hint is the move that is estimated to be best", () => {
  const moves = [move("b2", null, { estimated_value: -2 }), move("c3", null, { estimated_value: 4 })];
  const unknown = position({ value: null, best_move: null, moves });
  expect(([0, 1, 2] as HintStep[]).map((step) => nextStep(unknown, step))).toStrictEqual([1, 2, 2]);
  expect(hintedMoves(unknown, 1)).toStrictEqual([]);
  expect(hintedMoves(unknown, 2)).toStrictEqual(["c3"]);
});

test("the rate of errors is that which was asked for", () => {
  const share = (rate: number, seed: number): number =>
    Array.from({ length: 4000 }, (_, at) => errsAt({ from: "-", moves: [`${at}`] }, rate, seed)).filter(Boolean).length;
  // Four standard deviations of a binomial distribution.
  expect(Math.abs(share(25, 7) - 1000) < 110, String(share(25, 7))).toBe(true);
  expect(share(0, 7)).toBe(0);
  expect(share(100, 7)).toBe(4000);
});

test("an error is a move that is known to be worse, and every such move is one", () => {
  const mistakes = Array.from({ length: 60 }, (_, at) => mistake(position(), { from: "-", moves: [`${at}`] }, 7));
  expect([...new Set(mistakes)].sort()).toStrictEqual(["d4", "f6"]);
  const unknown = position({ moves: [move("b2", 4), move("c3", 4), move("e5", null)] });
  expect(mistake(unknown, { from: "-", moves: [] }, 1)).toBeNull();
  expect(mistake(position({ value: null }), { from: "-", moves: [] }, 1)).toBeNull();
});

test("the same seed makes the same errors, another one others", () => {
  const lines = Array.from({ length: 60 }, (_, at) => ({ from: "-", moves: [`${at}`] }));
  const all = (seed: number) => lines.map((line) => errsAt(line, 50, seed) && mistake(position(), line, seed));
  expect(all(3)).toStrictEqual(all(3));
  expect(all(3)).not.toStrictEqual(all(4));
  expect(chance(1, "") >= 0 && chance(1, "") < 1).toBe(true);
});

test("a move that loses value is remarked on, and others are not", () => {
  const said = (name: string): Judgement | null => remarkOn(judgement(position(), name), route(["a1", name]));
  expect(said("d4")).toStrictEqual({ move: "d4", ply: 1, before: bounds(4), after: bounds(0) });
  for (const name of ["b2", "c3", "e5", "none"]) expect(said(name), name).toBeNull();
  expect(said("f6")?.after).toStrictEqual(bounds(null, null, -2));
  expect(judged(position({ value: null }), "d4")).toBeNull();
});

test("a move of unknown value is remarked on when the position after it is known", () => {
  const judgement_ = judgement(position(), "e5");
  const after = (value: number, ...moves_played: string[]): Position => position({ value, moves_played });
  expect(judgedLater(judgement_, after(3, "a1", "e5")).after).toStrictEqual(bounds(-3));
  expect(judgedLater(judgement_, after(3, "a1", "b2")).after.value).toBeNull();
  expect(judgedLater(judgement_, after(3, "a1")).after.value).toBeNull();
  expect(judgedLater(judgement(position(), "d4"), after(9, "a1", "d4")).after.value).toBe(0);
});

test("bounds prove a loss where the best that is left is less than what was had", () => {
  const bounded = position({ value: null, at_least: 2, moves: [move("f6", null, { at_most: -2 }), move("g7", null)] });
  expect(judged(position({ value: null, at_most: 9 }), "f6")).toBeNull();
  const said = remarkOn(judgement(bounded, "f6"), route(["a1", "f6"]));
  expect(said && provedLoss(said.before, said.after)).toBe(4);
  // The bound on the position after the move is for the other side.
  const open = judgement(bounded, "g7");
  const there = route(["a1", "g7"]);
  expect(remarkOn(open, there)).toBeNull();
  const after = (values: Partial<Bounds>): Judgement =>
    judgedLater(open, position({ value: null, ...values, moves_played: ["a1", "g7"] }));
  expect(remarkOn(after({ at_most: -1 }), there)).toBeNull();
  expect(remarkOn(after({ at_least: -1 }), there)?.after).toStrictEqual(bounds(null, null, 1));
  expect(remarkOn(after({ at_least: -2 }), there)).toBeNull();
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
  ] as const;
  for (const [before, after, loss, isExact] of cases) {
    expect(provedLoss(before, after)).toBe(loss);
    expect(isExactLoss(before, after)).toBe(isExact);
  }
});

test("a remark stands until the next move of the person", () => {
  const judgement_ = judgement(position(), "d4");
  const moves = ["a1", "d4", "b1", "b3"];
  const stands = [1, 2, 3, 4].map((at) => remarkOn(judgement_, route(moves, at)) !== null);
  expect(stands).toStrictEqual([false, true, true, false]);
  expect(remarkOn(judgement_, route(["a1", "c3"]))).toBeNull();
});
