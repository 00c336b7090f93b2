import { useEffect } from "preact/hooks";
import type { Choice, Game, Position } from "../engine/src/contract.ts";
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
  /** Whether it is an estimate, and not the only move. */
  isGuess: boolean;
}

/** A move of the program, and whether it is only an estimate. */
export interface Reply {
  move: string;
  isGuess: boolean;
}

/** The move in the answer of the engine; without an answer the one that the position has. */
export function replyOf(choice: Choice | null, { best_move, guess }: Position): Reply | null {
  if (choice?.chosen_move) return { move: choice.chosen_move.move, isGuess: choice.chosen_move.estimate };
  const move = best_move ?? guess;
  return move === null ? null : { move, isGuess: best_move === null };
}

/** The program's move in a position, or a forced pass, where `reply` is what it would play. */
export function programMove(
  game: Game,
  position: Position,
  turn: Turn,
  maySwap: boolean,
  reply: Reply | null,
): ProgramMove | null {
  if (position.over) return null;
  const line = `${position.from} ${position.moves_played.join(" ")}`;
  const [only] = position.moves;
  const isForced = passesAreForced(game) && mustPass(position);
  if (isForced && only) return { line, move: only.move, isForced, isGuess: false };
  if (turn !== "program" && turn !== "guess") return null;
  if (maySwap && swaps(game, position, turn)) return { line, move: SWAP, isForced, isGuess: turn === "guess" };
  return reply && { line, move: reply.move, isForced, isGuess: reply.isGuess && position.moves.length > 1 };
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

/** Whether the program takes the first stone over. */
function swaps(game: Game, position: Position, turn: Turn): boolean {
  return turn === "program" ? swapChoice(position) === "swap" : guessesSwap(game, position);
}
