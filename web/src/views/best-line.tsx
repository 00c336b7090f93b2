import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { useAnswer } from "../answers.ts";
import type { GameView } from "../game-view.ts";
import { played } from "../route.ts";
import { server } from "../server.ts";
import { Problem } from "./problem.tsx";

/** Best play from the position to the end. A click on a move shows the position after it. */
export function BestLine({ game, route, go, line, search }: GameView): ComponentChildren {
  const [isOpen, setIsOpen] = useState(false);
  const key = isOpen ? JSON.stringify([game.game, line, search]) : null;
  const best = useAnswer(key, (signal) => server.variation(game.game, line, search, signal));
  const moves = best.answer?.moves ?? [];
  return (
    <details class="best-line" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>Best play from here</summary>
      {best.refusal && <Problem refusal={best.refusal} retry={best.retry} />}
      {best.isLoading && <p class="quiet">Looking it up…</p>}
      {best.answer && moves.length === 0 && <p class="quiet">No best move is known here.</p>}
      <ol class="moves">
        {moves.map((move, index) => (
          <li key={index}>
            <button
              type="button"
              onClick={() => go({ ...played(route, ...moves.slice(0, index + 1)), player: "both" })}
            >
              <span class="visually-hidden">Move </span>
              <span class="ply">{route.at + index + 1}</span> {move}
            </button>
          </li>
        ))}
      </ol>
      {best.answer?.interrupted && <p class="quiet">The line ends where the search was stopped.</p>}
    </details>
  );
}
