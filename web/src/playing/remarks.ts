/** Remarks on moves that lost value, as soon as they are played. */

import type { Position } from "../contract.ts";
import { type Bounds, otherSides, provedLoss } from "../loss.ts";
import type { Route } from "../route.ts";

/** A move that was played. */
export interface Judged {
  move: string;
  /** How many moves were made before it. */
  ply: number;
  /** What is known of the value before the move, for the side that played it. */
  before: Bounds;
  /** What is known of the value after it, for the same side. */
  after: Bounds;
}

/** What is known of a move as it is played; null where nothing is known of the value before it. */
export function judged({ value, at_least, at_most, moves, moves_played }: Position, move: string): Judged | null {
  if (value === null && at_least === null) return null;
  const after = moves.find((one) => one.move === move);
  return { move, ply: moves_played.length, before: { value, at_least, at_most }, after: bounds(after) };
}

/** The same with what the position after the move adds: its value is for the other side. */
export function judgedLater(known: Judged, position: Position): Judged {
  const { moves_played } = position;
  const isAfter = moves_played.length === known.ply + 1 && moves_played[known.ply] === known.move;
  return isAfter ? { ...known, after: narrower(known.after, otherSides(bounds(position))) } : known;
}

/**
 * The move, in the position after it or after the answer to it; null where it is not proved to have
 * lost anything.
 */
export function remarkOn(known: Judged, { moves, at }: Route): Judged | null {
  const { move, ply, before, after } = known;
  const isHere = moves[ply] === move && (at === ply + 1 || at === ply + 2);
  return isHere && provedLoss(before, after) > 0 ? known : null;
}

function bounds(known: Bounds | undefined): Bounds {
  return { value: known?.value ?? null, at_least: known?.at_least ?? null, at_most: known?.at_most ?? null };
}

/** What two statements about the same value tell together. */
function narrower(one: Bounds, two: Bounds): Bounds {
  const of = (choose: (...all: number[]) => number, ...known: (number | null)[]): number | null => {
    const told = known.filter((value) => value !== null);
    return told.length === 0 ? null : choose(...told);
  };
  return {
    value: one.value ?? two.value,
    at_least: of(Math.max, one.at_least, two.at_least),
    at_most: of(Math.min, one.at_most, two.at_most),
  };
}
