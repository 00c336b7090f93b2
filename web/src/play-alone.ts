import { useEffect } from "preact/hooks";
import type { Game, Position } from "./contract.ts";
import { passesAreForced } from "./families.ts";
import { SWAP, guessesSwap, swapChoice } from "./swap.ts";
import type { Turn } from "./turns.ts";

/** The delay before a move is played, in milliseconds, so that the person sees it happen. */
const REPLY_DELAY = 420;
const PASS_DELAY = 900;
/** The delay before a reply where the system asks for reduced motion. */
const STILL_DELAY = 60;

/**
 * Plays the program's moves and forced passes in `position`; nothing where it is null. `mistake` is
 * the move to play instead of the best one, if the program is to err here.
 */
export function usePlayAlone(
  game: Game,
  position: Position | null,
  turn: Turn,
  maySwap: boolean,
  mistake: string | null,
  play: (move: string) => void,
): void {
  const forced = position && passesAreForced(game) && mustPass(position);
  const answer = position && (maySwap ? afterFirstStone(game, position, turn, mistake) : reply(position, turn, mistake));
  const move = position && !position.over ? (forced ? "pass" : answer) : null;
  const key = position && move !== null ? `${position.from} ${position.moves_played.join(" ")}` : null;
  useEffect(() => {
    if (key === null || move === null) return;
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const delay = forced ? PASS_DELAY : isStill ? STILL_DELAY : REPLY_DELAY;
    const timer = setTimeout(() => play(move), delay);
    return () => clearTimeout(timer);
  }, [key, move]);
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
