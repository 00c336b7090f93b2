import { expect, test } from "vitest";
import {
  type Scene,
  type SceneProps,
  errsHere,
  judgementOf,
  runningSide,
  sceneOf,
  searchForMove,
  turnsOf,
  withChoice,
} from "../../src/play-scene.ts";
import { type PlayState, lineKey, newPlay } from "../../src/play-state.ts";
import { HOME, type Route } from "../../src/route.ts";
import { DEFAULTS, type Settings } from "../../src/settings.ts";
import { chosen, game, move, position } from "./games.ts";

const hex = game("hex:3x3");
const answer = position({
  value: 1,
  to_move: "second",
  moves_played: ["a1"],
  cells: "X--------",
  best_move: "b2",
  moves: [move("b2", { value: 1 }), move("c3", { value: -1 })],
});
const route = (changes: Partial<Route> = {}): Route => ({ ...HOME, game: hex.game, moves: ["a1"], at: 1, ...changes });

interface Changes extends Partial<Omit<SceneProps, "route" | "settings">> {
  route?: Partial<Route>;
  settings?: Partial<Settings>;
  state?: Partial<PlayState>;
}

function props(changes: Changes = {}): SceneProps {
  const here = changes.answer === undefined ? answer : changes.answer;
  const at = route(changes.route);
  const shown = changes.shown ?? here;
  return {
    game: hex,
    isSearching: false,
    fallen: null,
    choice: null,
    isChosen: true,
    place: "here",
    ...changes,
    route: at,
    settings: { ...DEFAULTS, ...changes.settings },
    line: { from: at.from, moves: at.moves.slice(0, at.at) },
    turns: turnsOf(hex, at, shown),
    answer: here,
    shown,
  };
}

const scene = (changes: Changes = {}): Scene => sceneOf({ ...newPlay(7), ...changes.state }, props(changes));

test("the program moves where it is its turn, at the end of the line, in play alone", () => {
  expect(scene().program?.move).toBe("b2");
  expect(scene().turn).toBe("program");
  expect(scene({ route: { player: "second" } }).program).toBeNull();
  expect(scene({ route: { player: "second" } }).isOpen).toBe(true);
  expect(scene({ route: { view: "proof" } }).program).toBeNull();
  expect(scene({ route: { moves: ["a1", "b2"] } }).program).toBeNull();
  expect(scene({ answer: null }).program).toBeNull();
});

test("nobody moves after a side's time is up, and the board is closed", () => {
  const late = { fallen: "first" } as const;
  expect(scene(late)).toMatchObject({ turn: "time", program: null, isOpen: false });
  expect(scene({ ...late, route: { player: "second" } })).toMatchObject({ turn: "time", isOpen: false });
  expect(scene({ ...late, answer: { ...answer, over: true } }).turn).toBe("over");
  expect(scene({ ...late, route: { view: "proof" } }).turn).toBe("person");
});

test("a program that errs waits for the search, and then plays a worse move", () => {
  const settings = { errors: 100 };
  expect(errsHere(newPlay(7), route(), { from: "-", moves: ["a1"] }, 100)).toBe(true);
  expect(errsHere(newPlay(7), route({ player: "both" }), { from: "-", moves: ["a1"] }, 100)).toBe(false);
  expect(scene({ settings, isSearching: true }).program).toBeNull();
  expect(scene({ settings }).program?.move).toBe("c3");
});

test("a guess is one only where there was a choice", () => {
  const open = { ...answer, value: null, best_move: null, guess: "c3" };
  expect(scene({ answer: open }).program).toMatchObject({ move: "c3", isGuess: true });
  expect(scene({ answer: { ...open, moves: [move("c3")] } }).program).toMatchObject({ move: "c3", isGuess: false });
  expect(scene({ state: { guesses: new Set([lineKey(route())]) } }).wasGuess).toBe(true);
  expect(scene().wasGuess).toBe(false);
});

test("the program swaps where the first stone wins, and no hint says so before", () => {
  const wins = { ...answer, value: -1 };
  expect(scene({ answer: wins, route: { hasSwap: true } }).program?.move).toBe("swap");
  expect(scene({ answer: wins }).program?.move).toBe("b2");
  const person = { player: "second", hasSwap: true } as const;
  expect(scene({ route: person })).toMatchObject({ maySwap: true, isOpen: true, furtherHint: null });
  expect(scene({ route: { player: "second" } })).toMatchObject({ maySwap: false, furtherHint: answer });
});

test("hints are for the person who plays without values", () => {
  const person = { player: "second" } as const;
  const state = { hint: { place: "here", step: 1 as const } };
  expect(scene({ route: person, state }).hint).toEqual({ position: answer, step: 1 });
  expect(scene({ route: person, state, place: "there" }).hint).toBeNull();
  expect(scene({ route: person, state, settings: { showsValues: true } })).toMatchObject({
    hint: null,
    furtherHint: null,
  });
  expect(scene({ route: { ...person, view: "proof" }, state }).hint).toBeNull();
  const last = { hint: { place: "here", step: 3 as const } };
  expect(scene({ route: person, state: last }).furtherHint).toBeNull();
});

test("moves are judged where remarks are wanted, and colours are settled", () => {
  const remarks = { settings: { remarks: true } };
  expect(judgementOf(props(), "c3")?.after.value).toBe(-1);
  expect(judgementOf(props({ settings: { remarks: false } }), "c3")).toBeNull();
  expect(judgementOf(props({ ...remarks, route: { view: "proof" } }), "c3")).toBeNull();
  expect(judgementOf(props({ ...remarks, route: { hasSwap: true } }), "c3")).toBeNull();
});

test("a remark is for the move before this position, and sounds", () => {
  const judgement = judgementOf(props({ settings: { remarks: true } }), "c3");
  const after = position({ value: 1, moves_played: ["a1", "c3"], to_move: "first" });
  const there = { answer: after, route: { moves: ["a1", "c3"], at: 2 }, state: { judgement } };
  expect(scene(there)).toMatchObject({ remark: judgement, event: "moves 2", sound: "remark" });
  expect(scene({ state: { judgement } }).remark).toBeNull();
});

test("a move sounds for its side, and the end of a game for itself", () => {
  expect(scene()).toMatchObject({ event: "moves 1", sound: "first" });
  expect(scene({ answer: { ...answer, over: true } })).toMatchObject({ event: "over 1", sound: "end" });
  expect(scene({ fallen: "first" })).toMatchObject({ event: "time 1", sound: "time" });
  expect(scene({ answer: null, shown: answer })).toMatchObject({ event: null, sound: null });
});

test("time runs for the side to move at the end of the line, after the first move", () => {
  const turns = (at: Route) => turnsOf(hex, at, answer);
  expect(runningSide(route(), answer, turns(route()))).toBe("second");
  expect(runningSide(route(), { ...answer, over: true }, turns(route()))).toBeNull();
  expect(runningSide(route({ view: "proof" }), answer, turns(route()))).toBeNull();
  expect(runningSide(route({ at: 0 }), answer, turns(route({ at: 0 })))).toBeNull();
  expect(runningSide(route(), null, null)).toBeNull();
});

test("the program plays the move that the engine chose, and waits for it", () => {
  const choice = chosen(answer, "c3", { value: 1 });
  expect(scene({ choice }).program).toMatchObject({ move: "c3", isGuess: false });
  expect(scene({ isChosen: false }).program).toBeNull();
  expect(scene({ choice: chosen(answer, "c3", { estimate: true }) }).program).toMatchObject({ isGuess: true });
});

test("the program's move waits for no values of other moves", () => {
  const open = { ...answer, value: null, best_move: null };
  const early = { answer: open, isSearching: true };
  expect(scene({ ...early, isChosen: false })).toMatchObject({ turn: "thinking", program: null });
  const choice = chosen(open, "c3", { value: 1, status: "exact", source: "searched" });
  expect(scene({ ...early, choice })).toMatchObject({ turn: "program", program: { move: "c3", isGuess: false } });
  expect(withChoice(open, choice)).toMatchObject({ value: 1, best_move: "c3", status: "exact", source: "searched" });
  const guess = chosen(open, "c3", { ground: "estimate", estimate: true });
  expect(scene({ ...early, choice: guess })).toMatchObject({ turn: "guess", program: { isGuess: true } });
  expect(withChoice(open, guess)).toBe(open);
});

test("the engine is asked for the program's move, and for the end of a game whose value is seen", () => {
  const search = (changes: Changes = {}): string | null => searchForMove(newPlay(7), props(changes), "anywhere");
  expect(search()).toBe("anywhere");
  const open = { ...answer, value: null, best_move: null };
  expect(search({ answer: open, isSearching: true })).toBe("anywhere");
  expect(search({ answer: open, isSearching: true, route: { hasSwap: true } })).toBeNull();
  // The same question, which so is not asked twice.
  expect(search({ answer: { ...open, guess: "b2" } })).toBe("anywhere");
  expect(search({ settings: { errors: 100 } })).toBeNull();
  const person = { player: "second" } as const;
  expect(search({ route: person })).toBeNull();
  const settings = { showsValues: true };
  expect(search({ route: person, settings })).toBe("anywhere");
  expect(search({ route: person, settings, answer: { ...answer, value: 0 } })).toBeNull();
  expect(search({ route: person, settings, answer: { ...answer, plies: 3 } })).toBeNull();
  expect(search({ route: person, settings, isSearching: true })).toBeNull();
});

test("the last hint names the move that the program would play, once it is known", () => {
  const drawn = { ...answer, moves: [move("b2", { value: 1 }), move("c3", { value: 1 })] };
  const changes = { answer: drawn, route: { player: "second" }, state: { hint: { place: "here", step: 3 } } } as const;
  expect(scene({ ...changes, isChosen: false }).hint?.step).toBe(2);
  expect(scene({ ...changes, choice: chosen(drawn, "c3") }).hint).toMatchObject({
    position: { best_move: "c3" },
    step: 3,
  });
});

test("the choice of a move tells when the game ends, in its own position alone", () => {
  const choice = chosen(answer, "b2", { value: 1, plies: 3 });
  const ended = withChoice(answer, choice);
  expect(ended?.plies).toBe(3);
  expect(ended?.moves.map((one) => one.plies)).toEqual([3, null]);
  const later = { ...answer, moves_played: ["a1", "b2"] };
  expect(withChoice(later, choice)).toBe(later);
  expect(withChoice(answer, null)).toBe(answer);
});
