import { useEffect } from "preact/hooks";
import type { Game, Position } from "./contract.ts";
import { passesAreForced } from "./families.ts";
import { useLatest } from "./latest.ts";
import { SWAP, guessesSwap, swapChoice } from "./swap.ts";
import type { Turn } from "./turns.ts";

/** The delay before a move is played, in milliseconds, so that the person sees it happen. */
const REPLY_DELAY = 420;
const PASS_DELAY = 900;
/** The delay before a reply where the system asks for reduced motion. */
const STILL_DELAY = 60;

/** A move that is made without the person. */
export interface ProgramMove {
  /** The line before it. */
  line: string;
  move: string;
  /** Whether it is a pass that the rules force. */
  isForced: boolean;
  /** Whether it is a guess, and not the only move. */
  isGuess: boolean;
}

/**
 * The program's move in a position, or a forced pass. `mistake` is the move to make instead of the
 * best one, if the program is to err here.
 */
export function programMove(
  game: Game,
  position: Position,
  turn: Turn,
  maySwap: boolean,
  mistake: string | null,
): ProgramMove | null {
  if (position.over) return null;
  const isForced = passesAreForced(game) && mustPass(position);
  const answer = maySwap ? afterFirstStone(game, position, turn, mistake) : reply(position, turn, mistake);
  const move = isForced ? "pass" : answer;
  const line = `${position.from} ${position.moves_played.join(" ")}`;
  return move === null ? null : { line, move, isForced, isGuess: turn === "guess" && position.moves.length > 1 };
}

/** Plays the move by `play`, after a while. */
export function usePlayAlone(next: ProgramMove | null, play: (next: ProgramMove) => void): void {
  const latest = useLatest({ next, play });
  const key = next && `${next.line} ${next.move}`;
  const isForced = next?.isForced ?? false;
  useEffect(() => {
    if (key === null) return;
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const delay = isForced ? PASS_DELAY : isStill ? STILL_DELAY : REPLY_DELAY;
    const timer = setTimeout(() => {
      const { next, play } = latest.current;
      if (next) play(next);
    }, delay);
    return () => clearTimeout(timer);
  }, [key, isForced, latest]);
}

/** Whether a pass is the only move. */
export function mustPass({ moves }: Position): boolean {
  return moves.length === 1 && moves[0]?.pass === true;
}

/** The choice between a swap and a move. */
function afterFirstStone(game: Game, position: Position, turn: Turn, mistake: string | null): string | null {
  if (turn !== "program" && turn !== "guess") return null;
  const swaps = turn === "program" ? swapChoice(position) === "swap" : guessesSwap(game, position);
  return swaps ? SWAP : (mistake ?? position.best_move ?? position.guess);
}

function reply(position: Position, turn: Turn, mistake: string | null): string | null {
  if (turn === "program") return mistake ?? position.best_move;
  return turn === "guess" ? position.guess : null;
}
