/** Whose turn it is along a line, and where undo and redo lead. */

import type { Family, Side } from "./contract.ts";
import type { Player } from "./route.ts";
import { other } from "./words.ts";

export interface Turns {
  family: Family;
  moves: readonly string[];
  /** How many moves have been made. */
  at: number;
  /** The side to move there. */
  toMove: Side;
  player: Player;
}

/** The side to move after `ply` moves. Sides alternate, passes included. */
export function sideAt(turns: Turns, ply: number): Side {
  return Math.abs(turns.at - ply) % 2 === 0 ? turns.toMove : other(turns.toMove);
}

function isForcedPass(turns: Turns, ply: number): boolean {
  return turns.family === "othello" && turns.moves[ply] === "pass";
}

function isPlayers(turns: Turns, ply: number): boolean {
  return turns.player === "both" || sideAt(turns, ply) === turns.player;
}

/** The ply of the person's last choice before this position; null if there was none. */
export function undoTo(turns: Turns): number | null {
  for (let ply = turns.at - 1; ply >= 0; ply -= 1) {
    if (isPlayers(turns, ply) && !isForcedPass(turns, ply)) return ply;
  }
  return null;
}

/** The ply of the person's next choice after this position, or the end; null at the end. */
export function redoTo(turns: Turns): number | null {
  for (let ply = turns.at + 1; ply < turns.moves.length; ply += 1) {
    if (isPlayers(turns, ply) && !isForcedPass(turns, ply)) return ply;
  }
  return turns.at < turns.moves.length ? turns.moves.length : null;
}
