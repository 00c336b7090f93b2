/** When reviewed games end, where values do not say that: by what the engine says of its own move. */

import { useMemo } from "preact/hooks";
import { useAnswer } from "./answers.ts";
import type { Game, Review } from "../engine/src/contract.ts";
import { type Line, server } from "./server.ts";
import { hasScores } from "./words.ts";

/** The maximum number of positions that are asked for, the last ones of a game. */
const MAX_ASKED = 16;

/** The plies to the end from positions, by the moves made before them. */
export type Ends = ReadonlyMap<number, number>;

/** The positions whose end is open and tells a move that keeps the value from one that loses sooner. */
export function openEnds(game: Game, review: Review): number[] {
  if (hasScores(game)) return [];
  const { moves, position } = review;
  const plies = moves.flatMap(({ ply, before, after, loss, forced }) =>
    loss === 0 && !forced && before.value && before.plies === null && after.plies === null ? [ply - 1, ply] : [],
  );
  const last = moves.at(-1)?.ply;
  return [...new Set(plies)].filter((ply) => !(position.over && ply === last)).slice(-MAX_ASKED);
}

/** The review with the plies to the end, the move included. */
export function withEnds(review: Review, ends: Ends): Review {
  const last = review.moves.at(-1)?.ply;
  const endOf = (ply: number): number | null => ends.get(ply) ?? (review.position.over && ply === last ? 0 : null);
  const moves = review.moves.map((one) => {
    const [before, after] = [endOf(one.ply - 1), endOf(one.ply)];
    if (before === null || after === null || one.loss !== 0) return one;
    return { ...one, before: { ...one.before, plies: before }, after: { ...one.after, plies: after + 1 } };
  });
  return { ...review, moves };
}

/** The review with the ends that its answer left open, once they are known. */
export function useReviewEnds(game: Game, line: Line, review: Review | null): Review | null {
  const open = useMemo(() => (review ? openEnds(game, review) : []), [game, review]);
  const key = open.length > 0 ? JSON.stringify([game.game, line, open]) : null;
  const ends = useAnswer(key, async (signal): Promise<Ends> => {
    const found = new Map<number, number>();
    for (const ply of open) {
      const before = { ...line, moves: line.moves.slice(0, ply) };
      const { chosen_move } = await server.move(game.game, before, "short", signal);
      if (chosen_move && chosen_move.plies !== null) found.set(ply, chosen_move.plies);
    }
    return found;
  });
  return useMemo(() => (review && ends.answer ? withEnds(review, ends.answer) : review), [review, ends.answer]);
}
