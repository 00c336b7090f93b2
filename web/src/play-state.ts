/**
 * What a game on the page has beside its line, which the address holds: the clock, hints, remarks,
 * guesses of the program, and what there is to say of the line.
 */

import type { Position, Side } from "../engine/src/contract.ts";
import { type Clock, type ControlName, controlOf, exchanged, moved, newClock, switched } from "./playing/clock.ts";
import { type HintStep, nextStep } from "./playing/hints.ts";
import { type Judgement, judgedLater } from "./playing/remarks.ts";
import type { Route } from "./route.ts";
import type { Refusal } from "./server.ts";

/** A line that ends before its first move that is not legal, and why. */
export interface Cut {
  from: string;
  moves: readonly string[];
  refusal: Refusal;
}

export interface PlayState {
  /** How many new games there were before this one. */
  round: number;
  /** What decides where the program errs. */
  seed: number;
  /** The clock, and the game that it is for; null until the first move. */
  clock: { game: string; clock: Clock } | null;
  /** How many hints there were, and in which position. */
  hint: { place: string; step: HintStep } | null;
  /** The last move of the person, as far as it may be remarked on. */
  judgement: Judgement | null;
  /** The lines that end with a guess of the program. */
  guesses: ReadonlySet<string>;
  /** The position that is searched although the file does not have it. */
  search: string | null;
  /** What the reader of a record left out or assumed, and the line that it read. */
  notes: { line: string; texts: readonly string[] } | null;
  /** Why a stone cannot be played where the person tried, and in which position. */
  obstacle: { place: string; why: string } | null;
  /** A refusal of the whole line, where the position that is shown is not refused. */
  doubt: { line: string; refusal: Refusal } | null;
  cut: Cut | null;
  isSetupOpen: boolean;
  /** Whether the board is seen from the other side. */
  isFlipped: boolean;
}

/** A time control, and the game that it is for: another game begins with another clock. */
export interface Timing {
  game: string;
  control: ControlName;
}

export type Action =
  | { type: "renew"; seed: number }
  | { type: "search"; place: string }
  | { type: "hint"; place: string; position: Position }
  /** The person moves. */
  | { type: "judge"; judgement: Judgement | null }
  /** What is known of the position has come. */
  | { type: "answer"; position: Position }
  /** Either side moves; `guess` is the line that a guess of the program leads to. */
  | { type: "move"; timing: Timing; side: Side | null; isSwap: boolean; guess: string | null; now: number }
  /** The time of a side runs, or of none. */
  | { type: "run"; timing: Timing; side: Side | null; now: number }
  | { type: "take"; line: string; notes: readonly string[] }
  | { type: "obstruct"; place: string; why: string }
  | { type: "doubt"; line: string; refusal: Refusal }
  | { type: "cut"; cut: Cut }
  /** The moves of the route as the server reads them, which has the passes that were left out. */
  | { type: "follow"; route: Route; moves: readonly string[] }
  | { type: "set-up"; isOpen: boolean }
  | { type: "flip" };

export function newPlay(seed: number): PlayState {
  return {
    round: 0,
    seed,
    clock: null,
    hint: null,
    judgement: null,
    guesses: new Set(),
    search: null,
    notes: null,
    obstacle: null,
    doubt: null,
    cut: null,
    isSetupOpen: false,
    isFlipped: false,
  };
}

export function reduce(state: PlayState, action: Action): PlayState {
  switch (action.type) {
    case "renew":
      return { ...state, round: state.round + 1, seed: action.seed };
    case "search":
      return { ...state, search: action.place };
    case "hint":
      return { ...state, hint: furtherHint(state, action.place, action.position) };
    case "judge":
      return { ...state, judgement: action.judgement };
    case "answer":
      return withAnswer(state, action.position);
    case "move":
      return afterMove(state, action);
    case "run":
      return withClock(state, action.timing, (clock) => switched(clock, action.side, action.now));
    case "take":
      return { ...state, notes: { line: action.line, texts: action.notes } };
    case "obstruct":
      return { ...state, obstacle: { place: action.place, why: action.why } };
    case "doubt":
      return { ...state, doubt: { line: action.line, refusal: action.refusal } };
    case "cut":
      return { ...state, cut: action.cut };
    case "follow": {
      const cut = cutAt(state, action.route);
      return cut ? { ...state, cut: { ...cut, moves: action.moves } } : state;
    }
    case "set-up":
      return { ...state, isSetupOpen: action.isOpen };
    case "flip":
      return { ...state, isFlipped: !state.isFlipped };
  }
}

function furtherHint(state: PlayState, place: string, position: Position): PlayState["hint"] {
  return { place, step: nextStep(position, hintStep(state, place)) };
}

function withAnswer(state: PlayState, position: Position): PlayState {
  const judgement = state.judgement && judgedLater(state.judgement, position);
  return judgement === state.judgement ? state : { ...state, judgement };
}

function afterMove(state: PlayState, move: Extract<Action, { type: "move" }>): PlayState {
  const { timing, side, isSwap, guess, now } = move;
  const next = withClock(state, timing, (clock) => {
    const after = side ? moved(clock, side, now) : clock;
    return isSwap ? exchanged(after, now) : after;
  });
  return guess === null ? next : { ...next, guesses: new Set(next.guesses).add(guess) };
}

function withClock(state: PlayState, timing: Timing, change: (clock: Clock) => Clock): PlayState {
  const clock = clockOf(state, timing);
  return clock ? { ...state, clock: { game: keyOf(timing), clock: change(clock) } } : state;
}

/** The clock of a game; null without a time control. */
export function clockOf({ clock }: PlayState, timing: Timing): Clock | null {
  if (clock?.game === keyOf(timing)) return clock.clock;
  const control = controlOf(timing.control);
  return control && newClock(control);
}

function keyOf({ game, control }: Timing): string {
  return `${control} ${game}`;
}

/** How many hints there were in a position. */
export function hintStep({ hint }: PlayState, place: string): HintStep {
  return hint?.place === place ? hint.step : 0;
}

/** The cut that the route is at; the answer of the program does not end that. */
export function cutAt({ cut }: PlayState, route: Route): Cut | null {
  const isHere =
    cut !== null &&
    cut.from === route.from &&
    route.moves.length <= cut.moves.length + 1 &&
    cut.moves.every((move, index) => move === route.moves[index]);
  return isHere ? cut : null;
}

/** What tells the lines of play apart. */
export function lineKey({ game, from, moves, at }: Route): string {
  return JSON.stringify([game, from, moves.slice(0, at)]);
}
