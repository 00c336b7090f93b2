/** A line with a move that is not legal: it is shown up to there, with what is wrong. */

import { useEffect, useMemo, useState } from "preact/hooks";
import { useAnswer } from "./answers.ts";
import type { Game } from "./contract.ts";
import type { Go } from "./navigation.ts";
import type { Route } from "./route.ts";
import { Refusal, server } from "./server.ts";
import { serverMoves, withSwap } from "./swap.ts";
import { words } from "./words/languages.ts";

interface LegalPart {
  /** Whether the line of the route is being cut: what refuses it need not be shown. */
  isCutting: boolean;
  /** Why the line was cut, until it goes on. */
  refusal: Refusal | null;
  /** Called with the moves as the server reads them, which has the passes that were left out. */
  follow: (moves: readonly string[]) => void;
  /** Called where the whole line is refused, though the position that is shown is not. */
  doubt: (refusal: Refusal) => void;
}

/** Cuts the line of the route before its first move that is not legal, once `refusal` says that there is one. */
export function useLegalPart(game: Game, route: Route, go: Go, refusal: Refusal | null): LegalPart {
  const whole = useMemo(() => ({ from: route.from, moves: serverMoves(game, route.moves) }), [game, route.from, route.moves]);
  const key = JSON.stringify([game.game, whole]);
  const [doubted, setDoubted] = useState<{ key: string; refusal: Refusal } | null>(null);
  const [cut, setCut] = useState<{ from: string; moves: readonly string[]; refusal: Refusal } | null>(null);
  const found = refusal ?? (doubted?.key === key ? doubted.refusal : null);
  const wrong = found?.isOfPosition && whole.moves.length > 0 ? found : null;
  const legal = useAnswer(wrong ? `legal ${key}` : null, (signal) => server.legalMoves(game.game, whole, signal));
  useEffect(() => {
    if (!wrong || legal.answer === null || legal.answer < 0) return;
    const moves = withSwap(game, whole.moves.slice(0, legal.answer), route.moves);
    const said = words().problems.illegal({ said: wrong.message });
    setCut({ from: route.from, moves, refusal: new Refusal(wrong.code, said) });
    go({ moves, at: Math.min(route.at, moves.length) }, "replace");
  }, [legal.answer]);
  // The answer of the program does not end what is said.
  const isHere =
    cut !== null &&
    cut.from === route.from &&
    route.moves.length <= cut.moves.length + 1 &&
    cut.moves.every((move, index) => move === route.moves[index]);
  return {
    isCutting: wrong !== null && (legal.isLoading || (legal.answer ?? -1) >= 0),
    refusal: isHere ? cut.refusal : null,
    follow: (moves) => {
      if (isHere) setCut({ ...cut, moves });
    },
    doubt: (refused) => setDoubted({ key, refusal: refused }),
  };
}
