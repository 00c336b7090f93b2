/** Remarks on moves that lost value, as soon as they are played. */

import type { Position } from "../contract.ts";
import type { Route } from "../route.ts";

/** A move that was played. */
export interface Judged {
  move: string;
  /** How many moves were made before it. */
  ply: number;
  /** The value before the move, for the side that played it. */
  before: number;
  /** The value after it for the same side; null while it is unknown. */
  after: number | null;
}

/** A move that lost value. */
export type Remark = Judged & { after: number };

/** What is known of a move as it is played; null where the value before it is unknown. */
export function judged({ value, moves, moves_played }: Position, move: string): Judged | null {
  if (value === null) return null;
  const after = moves.find((one) => one.move === move)?.value ?? null;
  return { move, ply: moves_played.length, before: value, after };
}

/** The same with what the position after the move adds: its value is for the other side. */
export function judgedLater(known: Judged, { value, moves_played }: Position): Judged {
  const isAfter = moves_played.length === known.ply + 1 && moves_played[known.ply] === known.move;
  return known.after === null && isAfter && value !== null ? { ...known, after: -value } : known;
}

/**
 * What is to be said of a move, in the position after it or after the answer to it; null where it
 * lost nothing, or where that is unknown.
 */
export function remarkOn(known: Judged, { moves, at }: Route): Remark | null {
  const { move, ply, before, after } = known;
  const isHere = moves[ply] === move && (at === ply + 1 || at === ply + 2);
  return isHere && after !== null && after < before ? { ...known, after } : null;
}
