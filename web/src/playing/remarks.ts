/** Remarks on moves that lost value, as soon as they are played. */

import type { Position } from "../contract.ts";
import type { Route } from "../route.ts";

export interface Remark {
  move: string;
  /** How many moves were made before it. */
  ply: number;
  /** The values before and after the move, for the side that played it. */
  before: number;
  after: number;
}

/** What is to be said of a move; null where it lost nothing, or where that is not known. */
export function remarkOn(position: Position, move: string): Remark | null {
  const before = position.value;
  const after = position.moves.find((one) => one.move === move)?.value ?? null;
  if (before === null || after === null || after >= before) return null;
  return { move, ply: position.moves_played.length, before, after };
}

/** Whether a remark belongs to the position that is shown: after the move or the answer to it. */
export function isAbout({ move, ply }: Remark, { moves, at }: Route): boolean {
  return moves[ply] === move && (at === ply + 1 || at === ply + 2);
}
