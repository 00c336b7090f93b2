import { expect, test } from "vitest";
import {
  type Action,
  type PlayState,
  type Timing,
  clockOf,
  cutAt,
  hintStep,
  lineKey,
  newPlay,
  reduce,
} from "../../src/play-state.ts";
import { leftAt } from "../../src/playing/clock.ts";
import { judged } from "../../src/playing/remarks.ts";
import { HOME } from "../../src/route.ts";
import { Refusal } from "../../src/server.ts";
import { move, position } from "./games.ts";

const timing: Timing = { game: "0 -", control: "3+2" };
const after = (...actions: Action[]): PlayState => actions.reduce(reduce, newPlay(7));
const moves = (changes: Partial<Extract<Action, { type: "move" }>>): Action => ({
  type: "move",
  timing,
  side: "first",
  isSwap: false,
  guess: null,
  now: 0,
  ...changes,
});
const left = (state: PlayState, now: number): number[] => {
  const clock = clockOf(state, timing);
  return clock ? [leftAt(clock, "first", now), leftAt(clock, "second", now)] : [];
};

test("a move hands the clock on, and its side gets the increment", () => {
  const run: Action = { type: "run", timing, side: "first", now: 0 };
  expect(left(after(run), 10_000)).toEqual([170_000, 180_000]);
  expect(left(after(run, moves({ now: 10_000 })), 30_000)).toEqual([172_000, 160_000]);
  expect(left(after(run, moves({ now: 10_000 }), { ...run, side: null, now: 20_000 }), 90_000)).toEqual([
    172_000, 170_000,
  ]);
});

test("players who swap keep their time", () => {
  const run: Action = { type: "run", timing, side: "second", now: 0 };
  expect(left(after(run, moves({ side: "second", isSwap: true, now: 30_000 })), 30_000)).toEqual([152_000, 180_000]);
});

test("another game, another start and another time control have a clock at its start", () => {
  const state = after({ type: "run", timing, side: "first", now: 0 });
  const whole = (changes: Partial<Timing>): number[] => {
    const clock = clockOf(state, { ...timing, ...changes });
    return clock ? [leftAt(clock, "first", 60_000), leftAt(clock, "second", 60_000)] : [];
  };
  expect(whole({ game: "1 -" })).toEqual([180_000, 180_000]);
  expect(whole({ control: "1+0" })).toEqual([60_000, 60_000]);
  expect(whole({ control: "off" })).toEqual([]);
});

test("without a time control nothing runs", () => {
  const off: Timing = { game: "0 -", control: "off" };
  const state = newPlay(7);
  expect(reduce(state, { type: "run", timing: off, side: "first", now: 5 })).toBe(state);
  expect(reduce(state, moves({ timing: off }))).toBe(state);
});

test("a new game has another seed, and counts", () => {
  const state = after({ type: "renew", seed: 9 });
  expect([state.round, state.seed]).toEqual([1, 9]);
});

test("hints go on in one position, and begin anew in another", () => {
  const answer = position({ value: 1, best_move: "a1", moves: [move("a1", { value: 1 }), move("b1", { value: 1 })] });
  const hint = (place: string): Action => ({ type: "hint", place, position: answer });
  expect(hintStep(after(), "here")).toBe(0);
  expect(hintStep(after(hint("here"), hint("here")), "here")).toBe(2);
  expect(hintStep(after(hint("here"), hint("here")), "there")).toBe(0);
  expect(hintStep(after(hint("here"), hint("here"), hint("there")), "there")).toBe(1);
});

test("a move is judged further by the position after it, and by no other", () => {
  const before = position({ value: 1, moves_played: ["a1"], moves: [move("b1")] });
  const judge: Action = { type: "judge", judgement: judged(before, "b1") };
  const state = after(judge);
  expect(state.judgement?.after.value).toBeNull();
  const answer = (...played: string[]): Action => ({
    type: "answer",
    position: position({ value: 1, moves_played: played }),
  });
  expect(reduce(state, answer("a1", "b1")).judgement?.after.value).toBe(-1);
  expect(reduce(state, answer("a1", "c1"))).toBe(state);
  expect(reduce(reduce(state, { type: "judge", judgement: null }), answer("a1", "b1")).judgement).toBeNull();
});

test("guesses are kept by their lines", () => {
  const key = lineKey({ ...HOME, game: "hex-3x3", moves: ["a1", "b1"], at: 2 });
  const state = after(moves({ guess: key }), moves({ guess: null }));
  const has = (at: number, ...played: string[]): boolean =>
    state.guesses.has(lineKey({ ...HOME, game: "hex-3x3", moves: played, at }));
  expect([has(2, "a1", "b1"), has(2, "a1", "b1", "c1"), has(3, "a1", "b1", "c1"), has(1, "a1", "b1")]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test("a cut is told until the line goes on by more than an answer, and follows the server's names", () => {
  const refusal = new Refusal("bad_position", () => "no");
  const cut: Action = { type: "cut", cut: { from: "-", moves: ["12"], refusal } };
  const route = (...played: string[]) => ({ ...HOME, moves: played, at: played.length });
  const isHere = (state: PlayState, ...played: string[]): boolean => cutAt(state, route(...played)) !== null;
  const state = after(cut);
  expect([isHere(state, "12"), isHere(state, "12", "3"), isHere(state, "12", "3", "4"), isHere(state, "3")]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(cutAt(state, { ...route("12"), from: "XO" })).toBeNull();
  const follows = reduce(state, { type: "follow", route: route("12"), moves: ["1", "2"] });
  expect([isHere(follows, "1", "2"), isHere(follows, "12")]).toEqual([true, false]);
  expect(reduce(state, { type: "follow", route: route("3"), moves: ["3"] })).toBe(state);
});

test("what is said of a line or a position names it", () => {
  const refusal = new Refusal("bad_position", () => "no");
  const state = after(
    { type: "search", place: "here" },
    { type: "take", line: "a1", notes: ["a note"] },
    { type: "obstruct", place: "here", why: "no liberty" },
    { type: "doubt", line: "a1 z9", refusal },
    { type: "set-up", isOpen: true },
  );
  expect(state.search).toBe("here");
  expect(state.notes?.line).toBe("a1");
  expect(state.obstacle).toEqual({ place: "here", why: "no liberty" });
  expect(state.doubt).toEqual({ line: "a1 z9", refusal });
  expect(state.isSetupOpen).toBe(true);
  expect(reduce(state, { type: "set-up", isOpen: false }).isSetupOpen).toBe(false);
});
