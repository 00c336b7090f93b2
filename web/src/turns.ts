/** Whose turn it is along a line, and where undo and redo lead. */

import type { Position, Side } from "../engine/src/contract.ts";
import type { Player, Route } from "./route.ts";
import { colourAt, isSwapped, swapChoice } from "./swap.ts";
import { other } from "./words.ts";

/**
 * Who is to act: the person; the program, by what it knows or by a guess, or while it searches
 * ("thinking"); nobody, where the program knows no move, the game is over, by the rules or by the
 * clock ("time"), or nothing is shown yet.
 */
export type Turn = "person" | "program" | "guess" | "thinking" | "unknown" | "over" | "time" | "none";

export function turnOf(position: Position | null, route: Route, isSearching: boolean, maySwap = false): Turn {
  if (!position) return "none";
  if (position.over) return "over";
  const player = colourAt(playerOf(route), route.moves, route.at);
  if (player === "both" || player === position.to_move) return "person";
  if (maySwap) return swapChoice(position) !== null ? "program" : isSearching ? "thinking" : "guess";
  if (position.best_move !== null) return "program";
  if (isSearching) return "thinking";
  return position.guess !== null ? "guess" : "unknown";
}

/** Who plays in this view: the program answers in "play" alone. */
export function playerOf(route: Route): Player {
  return route.view === "play" ? route.player : "both";
}

export interface Turns {
  /** Whether every pass is forced, and so no choice. */
  forcedPasses: boolean;
  /** The moves, an exchange of colours included. */
  moves: readonly string[];
  /** How many moves have been made. */
  at: number;
  /** The side to move there. */
  toMove: Side;
  /** The side that the person has at the start. */
  player: Player;
}

/** The side to move after `ply` moves. Sides alternate, passes included; a swap leaves the side. */
export function sideAt({ at, moves, toMove }: Turns, ply: number): Side {
  const stones = (count: number): number => count - Number(isSwapped(moves, count));
  return Math.abs(stones(at) - stones(ply)) % 2 === 0 ? toMove : other(toMove);
}

/** Whether the person chose the move that follows `ply` moves. */
function isChoice(turns: Turns, ply: number): boolean {
  if (turns.forcedPasses && turns.moves[ply] === "pass") return false;
  return turns.player === "both" || sideAt(turns, ply) === colourAt(turns.player, turns.moves, ply);
}

/** The ply of the person's last choice before this position; null if there was none. */
export function undoTo(turns: Turns): number | null {
  for (let ply = turns.at - 1; ply >= 0; ply -= 1) {
    if (isChoice(turns, ply)) return ply;
  }
  return null;
}

/** The ply of the person's next choice after this position, or the end; null at the end. */
export function redoTo(turns: Turns): number | null {
  for (let ply = turns.at + 1; ply < turns.moves.length; ply += 1) {
    if (isChoice(turns, ply)) return ply;
  }
  return turns.at < turns.moves.length ? turns.moves.length : null;
}
