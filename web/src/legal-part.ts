/** A line with a move that is not legal: it is shown up to there, with what is wrong. */

import { useCallback, useEffect, useMemo } from "preact/hooks";
import { useAnswer } from "./answers.ts";
import type { Game } from "../engine/src/contract.ts";
import type { Go } from "./navigation.ts";
import { type Action, type PlayState, cutAt } from "./play-state.ts";
import type { Route } from "./route.ts";
import { Refusal, server } from "./server.ts";
import { serverMoves, withSwap } from "./swap.ts";

interface LegalPart {
  /** Whether the line of the route is being cut: what refuses it need not be shown. */
  isCutting: boolean;
  /** Why the line was cut, until it goes on. */
  refusal: Refusal | null;
  /** Called where the whole line is refused, though the position that is shown is not. */
  doubt: (refusal: Refusal) => void;
}

interface LegalPartProps {
  game: Game;
  route: Route;
  go: Go;
  /** What is wrong with the position that is shown. */
  refusal: Refusal | null;
  play: PlayState;
  dispatch: (action: Action) => void;
}

/** Cuts a line that the server has refused before its first move that is not legal. */
export function useLegalPart({ game, route, go, refusal, play, dispatch }: LegalPartProps): LegalPart {
  const { from, moves, at } = route;
  const whole = useMemo(() => ({ from, moves: serverMoves(game, moves) }), [game, from, moves]);
  const key = JSON.stringify([game.game, whole]);
  const found = refusal ?? (play.doubt?.line === key ? play.doubt.refusal : null);
  const wrong = found?.isOfPosition && whole.moves.length > 0 ? found : null;
  const legal = useAnswer(wrong ? `legal ${key}` : null, async (signal) => ({
    plies: await server.legalMoves(game.game, whole, signal),
  }));
  const plies = legal.answer?.plies ?? null;
  useEffect(() => {
    if (!wrong || plies === null) return;
    const rest = withSwap(game, whole.moves.slice(0, plies), moves);
    const cause = new Refusal(wrong.code, (words) => words.problems.illegal({ said: wrong.said(words) }));
    dispatch({ type: "cut", cut: { from, moves: rest, refusal: cause } });
    go({ moves: rest, at: Math.min(at, rest.length) }, "replace");
  }, [wrong, plies, game, whole, from, moves, at, go, dispatch]);
  const doubt = useCallback(
    (cause: Refusal) => dispatch({ type: "doubt", line: key, refusal: cause }),
    [key, dispatch],
  );
  return {
    isCutting: wrong !== null && (legal.isLoading || plies !== null),
    refusal: cutAt(play, route)?.refusal ?? null,
    doubt,
  };
}
