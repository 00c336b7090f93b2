/** Hooks that ask the server, and keep its answers. */

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Choice, Game, Position, SearchScope } from "../engine/src/contract.ts";
import { useLatest } from "./latest.ts";
import { type Line, Refusal, along, server } from "./server.ts";
import { serverMoves } from "./swap.ts";

export interface AnswerState<T> {
  answer: T | null;
  /** The answer; while it is awaited, the answer before it, so that the page does not flicker. */
  shown: T | null;
  refusal: Refusal | null;
  isLoading: boolean;
  retry: () => void;
}

/** How long to wait before a server that is starting up is asked again, in milliseconds. */
const EARLY_DELAY = 1_500;

/** Asks when `key` changes, unless it is null. Answers to earlier keys are dropped. */
export function useAnswer<T>(key: string | null, ask: (signal: AbortSignal) => Promise<T>): AnswerState<T> {
  const [state, setState] = useState<{ key: string | null; answer: T | null; refusal: Refusal | null }>({
    key: null,
    answer: null,
    refusal: null,
  });
  const [attempt, setAttempt] = useState(0);
  const latest = useLatest(ask);
  // biome-ignore lint/correctness/useExhaustiveDependencies(attempt): another attempt asks again
  useEffect(() => {
    if (key === null) return;
    const control = new AbortController();
    let again: ReturnType<typeof setTimeout> | undefined;
    setState((old) => {
      if (old.key !== key) return { key, answer: null, refusal: null };
      // What is said while the server starts up stays, and does not flicker.
      return old.refusal?.isEarly ? old : { ...old, refusal: null };
    });
    latest.current(control.signal).then(
      (answer) => {
        if (!control.signal.aborted) setState({ key, answer, refusal: null });
      },
      (error: unknown) => {
        if (control.signal.aborted) return;
        const refusal = refusalOf(error);
        setState({ key, answer: null, refusal });
        if (refusal.isEarly) again = setTimeout(() => setAttempt((old) => old + 1), EARLY_DELAY);
      },
    );
    return () => {
      control.abort();
      clearTimeout(again);
    };
  }, [key, attempt, latest]);
  const isOurs = state.key === key;
  const answer = isOurs ? state.answer : null;
  return {
    answer,
    shown: useLast(answer),
    refusal: isOurs ? state.refusal : null,
    isLoading: key !== null && !(isOurs && (state.answer !== null || state.refusal !== null)),
    retry: () => setAttempt((old) => old + 1),
  };
}

/** The answer, or the last one before it. */
function useLast<T>(answer: T | null): T | null {
  const latest = useRef(answer);
  if (answer !== null) latest.current = answer;
  return latest.current;
}

export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  return new Refusal("internal", () => (error instanceof Error ? error.message : String(error)));
}

/** A cache of answers. The one that was used longest ago goes first. */
class Memory<T> {
  readonly #kept = new Map<string, T>();
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  get(key: string): T | undefined {
    const found = this.#kept.get(key);
    if (found) {
      this.#kept.delete(key);
      this.#kept.set(key, found);
    }
    return found;
  }

  set(key: string, answer: T): void {
    this.#kept.set(key, answer);
    const oldest = this.#kept.keys().next();
    if (this.#kept.size > this.#max && !oldest.done) this.#kept.delete(oldest.value);
  }
}

const memory = new Memory<Position>(400);
/** The value of each position for the first side, or null where the answer has none. */
const values = new Memory<number | null>(4000);

function keepValue(game: string, position: Position): void {
  const key = positionKey(game, { from: position.from, moves: position.moves_played });
  const { value, view } = position;
  const firstSidesValue = value === null ? null : view === "first" ? value : 0 - value;
  // What a search found stays when the position is looked up again without one.
  if (firstSidesValue !== null || values.get(key) === undefined) values.set(key, firstSidesValue);
}

function positionKey(game: string, line: Line): string {
  return JSON.stringify([game, line.from, line.moves]);
}

/** Whether a search could add to what is known of a position. */
function leavesOpen(position: Position): boolean {
  if (position.over) return false;
  return position.value === null || position.moves.some((one) => one.value === null);
}

export interface PositionAnswer extends AnswerState<Position> {
  /** Whether the board is there and the server searches for values. */
  isSearching: boolean;
}

/**
 * What is known of a position. First asks for what is stored, so that the board appears at once;
 * then for what a search adds. If the search is refused, the first answer stays.
 */
export function usePosition(game: string, line: Line, search: SearchScope): PositionAnswer {
  const key = positionKey(game, line);
  const searchKey = `${search} ${key}`;
  const kept = useMemo(() => memory.get(searchKey), [searchKey]);
  const board = useAnswer(kept ? null : key, (signal) => server.position(game, line, "never", signal));
  const stored = kept ?? board.answer;
  const asksMore = !kept && stored !== null && leavesOpen(stored);
  const more = useAnswer(asksMore ? searchKey : null, (signal) => server.position(game, line, search, signal));
  const complete = kept ?? more.answer ?? (stored && !leavesOpen(stored) ? stored : null);
  useEffect(() => {
    if (complete && !complete.interrupted) memory.set(searchKey, complete);
  }, [complete, searchKey]);
  const isSearching = asksMore && more.isLoading;
  const answer = complete ?? stored;
  if (answer) keepValue(game, answer);
  return {
    answer,
    shown: useLast(answer),
    refusal: board.refusal ?? more.refusal,
    isLoading: !kept && board.isLoading,
    isSearching,
    retry: () => {
      if (board.refusal || !asksMore) board.retry();
      else more.retry();
    },
  };
}

/** The program's move in a position, with this search; nothing is asked while that is null. */
export function useChoice(game: string, line: Line, search: SearchScope | null): AnswerState<Choice> {
  const key = search && `${search} ${positionKey(game, line)}`;
  return useAnswer(key, (signal) => server.move(game, line, search ?? "never", signal));
}

/**
 * The values for the first side along a line, as far as they are stored or were found by searches
 * before. Nothing is asked while `isOn` is false.
 */
export function useValuesAlong(of: Game, line: Line, isOn: boolean): (number | null)[] {
  const { game } = of;
  const { from, moves } = line;
  const positions = useMemo(() => {
    const lines = isOn ? along({ from, moves }).map((one) => ({ ...one, moves: serverMoves(of, one.moves) })) : [];
    return lines.map((one) => ({ line: one, key: positionKey(game, one) }));
  }, [of, game, from, moves, isOn]);
  const missing = atMostAsked(positions.filter(({ key }) => values.get(key) === undefined));
  const key = missing.length > 0 ? `${missing[0]?.key} ${missing.at(-1)?.key}` : null;
  useAnswer(key, async (signal) => {
    const found = await server.positions(
      game,
      missing.map((one) => one.line),
      signal,
    );
    for (const one of found) keepValue(game, one);
    return found.length;
  });
  return positions.map((one) => values.get(one.key) ?? null);
}

/** The most positions that are asked for at once, and the most characters of them. */
const MAX_ASKED = 500;
const MAX_CHARACTERS = 100_000;

/** The last of the positions, as many as one question may have. */
function atMostAsked<T extends { key: string }>(positions: readonly T[]): readonly T[] {
  let characters = 0;
  const from = positions.findLastIndex(({ key }) => {
    characters += key.length;
    return characters > MAX_CHARACTERS;
  });
  return positions.slice(Math.max(from + 1, positions.length - MAX_ASKED));
}
