/** Hints, one step at a time: how good the position is, which moves keep that, the best move. */

import type { Position } from "../../engine/src/contract.ts";
import { type EstimatedMove, bestEstimates } from "../words.ts";

/** How many hints were given. */
export type HintStep = 0 | 1 | 2 | 3;

/**
 * The next step. Where nothing is known of the position, the first hint says so, and is the last unless
 * a move is estimated to be best.
 */
export function nextStep(position: Position, step: HintStep): HintStep {
  if (step === 0) return 1;
  if (step === 1 && estimatedBest(position) !== null) return 2;
  if (position.value === null || position.best_move === null) return step;
  // Where one move alone keeps the value, it is the best one, and named by the second step.
  return step === 1 || keepingMoves(position).length > 1 ? (Math.min(step + 1, 3) as HintStep) : step;
}

/** The move that is best by an estimate; null where the value is known, or nothing is estimated. */
export function estimatedBest({ value, moves }: Position): EstimatedMove | null {
  return value === null ? (bestEstimates(moves)[0] ?? null) : null;
}

/** The moves that are known to keep the value of the position. */
export function keepingMoves({ value, moves }: Position): string[] {
  if (value === null) return [];
  return moves.filter((one) => (one.value ?? one.at_least ?? Number.NEGATIVE_INFINITY) >= value).map((one) => one.move);
}

/**
 * The best moves: all that keep the value, of these the ones that win soonest or lose latest where
 * that is known of each. None where all moves are worth the same.
 */
export function bestMoves(position: Position): string[] {
  const { value, moves, best_move } = position;
  if (best_move === null) return [];
  const names = keepingMoves(position);
  if (!names.includes(best_move)) return [best_move];
  const keeping = moves.filter((one) => names.includes(one.move));
  const plies = keeping.flatMap((one) => one.plies ?? []);
  const extreme = value !== null && value > 0 ? Math.min(...plies) : Math.max(...plies);
  const isTimed = value !== 0 && plies.length === keeping.length;
  const best = isTimed ? keeping.filter((one) => one.plies === extreme) : keeping;
  return best.length === moves.length && moves.length > 1 ? [] : best.map((one) => one.move);
}

/** Whether it is known of every move whether it keeps the value. */
export function isEveryMoveKnown({ value, moves }: Position): boolean {
  if (value === null) return false;
  return moves.every((one) => {
    const isKept = (one.at_least ?? Number.NEGATIVE_INFINITY) >= value;
    return one.value !== null || isKept || (one.at_most ?? Number.POSITIVE_INFINITY) < value;
  });
}

/** The moves that the hints so far point at. */
export function hintedMoves(position: Position, step: HintStep): string[] {
  if (step < 2) return [];
  const estimated = estimatedBest(position);
  if (estimated !== null) return [estimated.move];
  return step === 3 && position.best_move !== null ? [position.best_move] : keepingMoves(position);
}
