/** What follows from position, route and state of play: whose turn it is, and what can be done. */

import type { Choice, Game, KnownValue, Position, SearchScope, Side } from "../engine/src/contract.ts";
import { passesAreForced } from "./families.ts";
import { type ProgramMove, programMove, replyOf } from "./play-alone.ts";
import { type PlayState, hintStep, lineKey } from "./play-state.ts";
import { type HintStep, nextStep } from "./playing/hints.ts";
import { type Judgement, judged, remarkOn } from "./playing/remarks.ts";
import type { Sound } from "./playing/sound.ts";
import { errsAt, mistake } from "./playing/strength.ts";
import type { Route } from "./route.ts";
import type { Line } from "./server.ts";
import type { Settings } from "./settings.ts";
import { isColourOpen, isSwapOpen, serverMoves, withSwap } from "./swap.ts";
import { type Turn, type Turns, playerOf, sideAt, turnOf } from "./turns.ts";
import { hasScores, other } from "./words.ts";

export interface SceneProps {
  game: Game;
  route: Route;
  settings: Settings;
  /** The line up to the position, as the server reads it. */
  line: Line;
  turns: Turns | null;
  /** The key of the position. */
  place: string;
  /** What is known of the position, and the board to show until that has come. */
  answer: Position | null;
  shown: Position | null;
  isSearching: boolean;
  /** The side whose time is up. */
  fallen: Side | null;
  /** The program's move as the engine chose it; null where it did not, for good if `isChosen`. */
  choice: Choice | null;
  isChosen: boolean;
}

export interface Scene {
  turn: Turn;
  isAtEnd: boolean;
  showsValues: boolean;
  maySwap: boolean;
  /** Whether the person may move. */
  isOpen: boolean;
  /** The hints of the position; null where there are none. */
  hint: { position: Position; step: HintStep } | null;
  /** The position that a further hint would be about; null where there is none to give. */
  furtherHint: Position | null;
  remark: Judgement | null;
  /** Whether the last move was a guess of the program. */
  wasGuess: boolean;
  /** What the program does here, or a rule. */
  program: ProgramMove | null;
  /** What happened last, and how it sounds. */
  event: string | null;
  sound: Sound | null;
}

/** Whether the program is to err in its next move on the line. */
export function errsHere({ seed }: PlayState, route: Route, line: Line, rate: number): boolean {
  return playerOf(route) !== "both" && errsAt(line, rate, seed);
}

/**
 * The search with which the engine is asked for its move: for the program, for a hint, and for a
 * person who sees the value, since the answer has the end of the game. Null where it is not asked.
 */
export function searchForMove(
  state: PlayState,
  {
    game,
    route,
    settings,
    line,
    place,
    answer,
    isSearching,
  }: Omit<SceneProps, "choice" | "isChosen" | "turns" | "fallen">,
  search: SearchScope,
): SearchScope | null {
  if (!answer || answer.over) return null;
  const maySwap = isSwapOpen(game, route, answer);
  const turn = turnOf(answer, route, isSearching, maySwap);
  // The program's own move waits for no value, unless it errs or may swap.
  const isOwn = turn === "program" || turn === "guess" || (turn === "thinking" && !maySwap);
  if (isAtEnd(route) && isOwn && !errsHere(state, route, line, settings.errors)) return search;
  // The last hint names the move that the program would play.
  if (hintStep(state, place) > 1 && answer.best_move !== null) return search;
  const isEndOpen = !!answer.value && answer.plies === null && !hasScores(game) && !isSearching;
  return isEndOpen && showsValuesIn(route, settings) ? search : null;
}

function showsValuesIn({ view }: Route, settings: Settings): boolean {
  return view === "play" ? settings.showsValues : settings.showsValuesBeside;
}

/** The position with its value and the end of the game, where the choice of a move for it tells them. */
export function withChoice(position: Position | null, choice: Choice | null): Position | null {
  const chosen = choice?.chosen_move;
  if (!position || !chosen) return position;
  const isHere = choice.from === position.from && choice.moves_played.join(" ") === position.moves_played.join(" ");
  if (!isHere) return position;
  const { move, status, source, value, at_least, at_most, plies } = chosen;
  const withMove = (knownValue: Partial<KnownValue>): Position["moves"] =>
    position.moves.map((one) => (one.move === move ? { ...one, ...knownValue } : one));
  // The values of all moves may take longer than the best move.
  if (position.value === null && chosen.ground === "best" && value !== null) {
    const knownValue = { status, source, value, at_least, at_most, plies };
    return { ...position, ...knownValue, best_move: move, moves: withMove(knownValue) };
  }
  if (plies === null || position.plies !== null || value !== position.value) return position;
  return { ...position, plies, moves: withMove({ plies }) };
}

/** The sides along the line of the route; null while no position is shown. */
export function turnsOf(game: Game, route: Route, shown: Position | null): Turns | null {
  if (!shown) return null;
  const turns = {
    forcedPasses: passesAreForced(game),
    moves: route.moves,
    at: withSwap(game, shown.moves_played, route.moves).length,
    toMove: shown.to_move,
    player: playerOf(route),
  };
  return { ...turns, at: route.at, toMove: sideAt(turns, route.at) };
}

/** The side whose time runs: from the first move on, at the end of the line. */
export function runningSide(route: Route, answer: Position | null, turns: Turns | null): Side | null {
  const runs = route.view === "play" && isAtEnd(route) && route.at > 0 && !answer?.over;
  return runs && turns ? turns.toMove : null;
}

/** What may be remarked on the person's move later; null where remarks are off. */
export function judgementOf({ game, route, settings, answer, shown }: SceneProps, move: string): Judgement | null {
  const isWanted = route.view === "play" && settings.remarks && answer !== null;
  return isWanted && !(shown && isColourOpen(game, route, shown)) ? judged(answer, move) : null;
}

export function sceneOf(state: PlayState, props: SceneProps): Scene {
  const { game, route, settings, line, turns, place, answer, shown, isSearching } = props;
  const isPlayed = route.view === "play";
  const showsValues = showsValuesIn(route, settings);
  const maySwap = shown !== null && isSwapOpen(game, route, shown);
  const isTimeUp = isPlayed && isAtEnd(route) && !answer?.over && props.fallen !== null;
  const turn = isTimeUp ? "time" : afterChoice(turnOf(shown, route, isSearching, maySwap), props.choice);
  const isOpen = answer !== null && (turn === "person" || (turn === "unknown" && !isSearching));
  const hasHints = isOpen && isPlayed && !showsValues && !(shown && isColourOpen(game, route, shown));
  const step = hintStep(state, place);
  // Moves are judged by what the server says of them, which knows no swap.
  const ownRoute = { ...route, moves: serverMoves(game, route.moves), at: line.moves.length };
  const remark = isPlayed && state.judgement ? remarkOn(state.judgement, ownRoute) : null;
  const moves = answer && shown ? shown.moves_played.length : null;
  const [event, sound] = soundOf(moves, turn, remark, turns?.toMove);
  return {
    turn,
    isAtEnd: isAtEnd(route),
    showsValues,
    maySwap,
    isOpen,
    hint: answer && hasHints && step > 0 ? hintOf(answer, step, props) : null,
    furtherHint: answer && hasHints && nextStep(answer, step) !== step ? answer : null,
    remark,
    wasGuess: isPlayed && state.guesses.has(lineKey(route)),
    program: ownMove(state, props, turn, maySwap),
    event,
    sound,
  };
}

/** Whose turn it is once the engine has chosen a move: it may have, while values are still searched. */
function afterChoice(turn: Turn, choice: Choice | null): Turn {
  if (turn !== "thinking" || !choice?.chosen_move) return turn;
  return choice.chosen_move.estimate ? "guess" : "program";
}

/** The hints of a position; the last waits for the move that the program would play. */
function hintOf(position: Position, step: HintStep, { choice, isChosen }: SceneProps): Scene["hint"] {
  if (step === 3 && !isChosen) return { position, step: 2 };
  const chosen = choice?.chosen_move;
  return { position: chosen?.ground === "best" ? { ...position, best_move: chosen.move } : position, step };
}

/**
 * The move without the person: at the end of the line, once the program knows what it needs. In other
 * views than "play" only the rules move.
 */
function ownMove(state: PlayState, props: SceneProps, turn: Turn, maySwap: boolean): ProgramMove | null {
  const { game, route, settings, line, answer, isSearching, choice, isChosen } = props;
  if (!answer || !isAtEnd(route) || turn === "time") return null;
  const errs = errsHere(state, route, line, settings.errors);
  if (errs && isSearching) return null;
  const error = errs && turn === "program" ? mistake(answer, line, state.seed) : null;
  if (error !== null) return programMove(game, answer, turn, maySwap, { move: error, isGuess: false });
  return programMove(game, answer, turn, maySwap, errs || isChosen ? replyOf(choice, answer) : null);
}

function isAtEnd(route: Route): boolean {
  return route.at === route.moves.length;
}

/** What happened last, and how it sounds. */
function soundOf(
  moves: number | null,
  turn: Turn,
  remark: Judgement | null,
  toMove: Side | undefined,
): [string | null, Sound | null] {
  if (moves === null || toMove === undefined) return [null, null];
  if (turn === "time") return [`time ${moves}`, "time"];
  if (turn === "over") return [`over ${moves}`, "end"];
  if (remark && moves === remark.ply + 1) return [`moves ${moves}`, "remark"];
  return [`moves ${moves}`, moves > 0 ? other(toMove) : null];
}
