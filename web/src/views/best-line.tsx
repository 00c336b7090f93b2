import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { useAnswer } from "../answers.ts";
import type { GameView } from "../game-view.ts";
import { played } from "../route.ts";
import { server } from "../server.ts";
import { SWAP } from "../swap.ts";
import { Problem } from "./problem.tsx";
import { useWords } from "../words/context.ts";

/** Best play from the position to the end. A click on a move shows the position after it. */
export function BestLine(props: GameView & { swapsFirst: boolean }): ComponentChildren {
  const words = useWords();
  const { game, route, go, line, search } = props;
  const [isOpen, setIsOpen] = useState(false);
  const key = isOpen ? JSON.stringify([game.game, line, search]) : null;
  const best = useAnswer(key, (signal) => server.bestPlay(game.game, line, search, signal));
  const takes = props.swapsFirst && best.answer !== null;
  const moves = [...(takes ? [SWAP] : []), ...(best.answer?.moves ?? [])];
  const { play } = words;
  return (
    <details class="best-line" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{play.bestPlay}</summary>
      {best.refusal && <Problem refusal={best.refusal} retry={best.retry} />}
      {best.isLoading && <p class="quiet">{play.lookingUp}</p>}
      {best.answer && moves.length === 0 && <p class="quiet">{play.noBestMove}</p>}
      <ol class="moves">
        {moves.map((move, index) => (
          <li key={index}>
            <button
              type="button"
              onClick={() => go({ ...played(route, ...moves.slice(0, index + 1)), player: "both" })}
            >
              <span class="visually-hidden">{words.moves.numbered({ ply: route.at + index + 1, move })}</span>
              <span aria-hidden="true">
                <span class="ply">{route.at + index + 1}</span> {move}
              </span>
            </button>
          </li>
        ))}
      </ol>
      {best.answer?.interrupted && <p class="quiet">{play.lineInterrupted}</p>}
    </details>
  );
}
