/** Remarks on moves that lost value, as soon as they are played. */

import type { Position } from "../../engine/src/contract.ts";
import { type Bounds, otherSides, provedLoss } from "../loss.ts";
import type { Route } from "../route.ts";

/** A move that was played. */
export interface Judgement {
  move: string;
  /** How many moves were made before it. */
  ply: number;
  /** What is known of the value before the move, for the side that played it. */
  before: Bounds;
  /** What is known of the value after it, for the same side. */
  after: Bounds;
}

/** What is known of a move as it is played; null where nothing is known of the value before it. */
export function judged({ value, at_least, at_most, moves, moves_played }: Position, move: string): Judgement | null {
  if (value === null && at_least === null) return null;
  const after = moves.find((one) => one.move === move);
  return { move, ply: moves_played.length, before: { value, at_least, at_most }, after: bounds(after) };
}

/** The same with what the position after the move adds: its value is for the other side. */
export function judgedLater(judgement: Judgement, position: Position): Judgement {
  const { moves_played } = position;
  const isAfter = moves_played.length === judgement.ply + 1 && moves_played[judgement.ply] === judgement.move;
  return isAfter ? { ...judgement, after: narrower(judgement.after, otherSides(bounds(position))) } : judgement;
}

/**
 * The move, in the position after it or after the answer to it; null where it is not proved to have
 * lost anything.
 */
export function remarkOn(judgement: Judgement, { moves, at }: Route): Judgement | null {
  const { move, ply, before, after } = judgement;
  const isHere = moves[ply] === move && (at === ply + 1 || at === ply + 2);
  return isHere && provedLoss(before, after) > 0 ? judgement : null;
}

function bounds(bounds: Bounds | undefined): Bounds {
  return { value: bounds?.value ?? null, at_least: bounds?.at_least ?? null, at_most: bounds?.at_most ?? null };
}

/** What two statements about the same value tell together. */
function narrower(one: Bounds, two: Bounds): Bounds {
  const of = (choose: (...all: number[]) => number, ...values: (number | null)[]): number | null => {
    const numbers = values.filter((value) => value !== null);
    return numbers.length === 0 ? null : choose(...numbers);
  };
  return {
    value: one.value ?? two.value,
    at_least: of(Math.max, one.at_least, two.at_least),
    at_most: of(Math.min, one.at_most, two.at_most),
  };
}
