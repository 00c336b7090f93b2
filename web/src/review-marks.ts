/** What a review draws on the board of a position. */

import { useMemo } from "preact/hooks";
import { useAnswer } from "./answers.ts";
import { type BoardMarks, lineMarks, stoneNumbers } from "./boards/marks.tsx";
import type { Position } from "../engine/src/contract.ts";
import { isDrawn } from "./families.ts";
import type { GameView } from "./game-view.ts";
import { provedLoss } from "./loss.ts";
import { server } from "./server.ts";
import { hasSwapRule } from "./swap.ts";

/** The marks for the position that is shown; none outside of a review. */
export function useReviewMarks(view: GameView, shown: Position | null): BoardMarks | undefined {
  const { game, route, line, search, settings } = view;
  const isReview = route.view === "review" && isDrawn(game);
  // While it is open who has which colour, no first stone is better than another.
  const isSettled = !hasSwapRule(game, route) || route.at > 1;
  const showsLine =
    isReview && isSettled && settings.showsLine && settings.showsValuesBeside && shown !== null && !shown.over;
  const key = showsLine ? JSON.stringify([game.game, line, search]) : null;
  const best = useAnswer(key, (signal) => server.bestPlay(game.game, line, search, signal));
  const bestMoves = key === null ? undefined : best.answer?.moves;
  return useMemo(() => {
    if (!isReview || !shown || !isDrawn(game)) return undefined;
    const next = shown.moves.find((one) => one.move === route.moves[route.at]);
    const better = shown.moves.find((one) => one.move === shown.best_move);
    const hasLost = next !== undefined && better !== undefined && provedLoss(better, next) > 0;
    return {
      numbers: settings.numbersStones
        ? stoneNumbers(game, route.moves.slice(0, route.at), shown.cells)
        : new Map<number, number>(),
      played: next?.cell ?? null,
      better: settings.showsValuesBeside && isSettled && hasLost ? better.cell : null,
      line: bestMoves ? lineMarks(game, bestMoves, shown.cells, shown.to_move) : [],
    };
  }, [
    isReview,
    isSettled,
    game,
    shown,
    route.moves,
    route.at,
    settings.numbersStones,
    settings.showsValuesBeside,
    bestMoves,
  ]);
}
