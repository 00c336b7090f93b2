/** Hooks that ask the server, and keep its answers. */

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Position, Search } from "./contract.ts";
import { type Line, Refusal, server } from "./server.ts";

interface Answered<T> {
  answer: T | null;
  /** The answer; while it is awaited, the answer before it, so that the page does not flicker. */
  shown: T | null;
  refusal: Refusal | null;
  isLoading: boolean;
  retry: () => void;
}

/** Asks when `key` changes, unless it is null. Answers to earlier keys are dropped. */
export function useAnswer<T>(key: string | null, ask: (signal: AbortSignal) => Promise<T>): Answered<T> {
  const [state, setState] = useState<{ key: string | null; answer: T | null; refusal: Refusal | null }>({
    key: null,
    answer: null,
    refusal: null,
  });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (key === null) return;
    const control = new AbortController();
    setState((old) => (old.key === key ? { ...old, refusal: null } : { key, answer: null, refusal: null }));
    ask(control.signal).then(
      (answer) => {
        if (!control.signal.aborted) setState({ key, answer, refusal: null });
      },
      (error: unknown) => {
        if (!control.signal.aborted) setState({ key, answer: null, refusal: refusalOf(error) });
      },
    );
    return () => control.abort();
  }, [key, attempt]);
  const isOurs = state.key === key;
  const answer = isOurs ? state.answer : null;
  return {
    answer,
    shown: useLatest(answer),
    refusal: isOurs ? state.refusal : null,
    isLoading: key !== null && !(isOurs && (state.answer !== null || state.refusal !== null)),
    retry: () => setAttempt((old) => old + 1),
  };
}

function useLatest<T>(answer: T | null): T | null {
  const latest = useRef(answer);
  if (answer !== null) latest.current = answer;
  return latest.current;
}

export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  return new Refusal("internal", error instanceof Error ? error.message : String(error));
}

/** A cache of answers. The one that was used longest ago goes first. */
class Memory {
  readonly #kept = new Map<string, Position>();
  readonly #most = 400;

  get(key: string): Position | undefined {
    const found = this.#kept.get(key);
    if (found) {
      this.#kept.delete(key);
      this.#kept.set(key, found);
    }
    return found;
  }

  set(key: string, position: Position): void {
    this.#kept.set(key, position);
    const oldest = this.#kept.keys().next();
    if (this.#kept.size > this.#most && !oldest.done) this.#kept.delete(oldest.value);
  }
}

const memory = new Memory();

/** Whether a search could add to what is known of a position. */
function leavesOpen(position: Position): boolean {
  if (position.over) return false;
  return position.value === null || position.moves.some((one) => one.value === null);
}

export interface PositionAnswer extends Answered<Position> {
  /** Whether the board is there and the server searches for values. */
  isSearching: boolean;
}

/**
 * What is known of a position. First asks for what is stored, so that the board appears at once;
 * then for what a search adds. If the search is refused, the first answer stays.
 */
export function usePosition(game: string, line: Line, search: Search): PositionAnswer {
  const key = JSON.stringify([game, line.from, line.moves]);
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
  return {
    answer,
    shown: useLatest(answer),
    refusal: board.refusal ?? more.refusal,
    isLoading: !kept && board.isLoading,
    isSearching,
    retry: () => {
      if (board.refusal || !asksMore) board.retry();
      else more.retry();
    },
  };
}
