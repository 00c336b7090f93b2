import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Game } from "../../engine/src/contract.ts";
import type { Go } from "../navigation.ts";
import type { Route } from "../route.ts";
import { type Turns, sideAt } from "../turns.ts";
import { sideName } from "../words.ts";
import { showWithin } from "./scrolling.ts";
import { useWords } from "../words/context.ts";
import "./move-list.css";

interface MoveListProps {
  game: Game;
  route: Route;
  turns: Turns | null;
  go: Go;
}

/** The moves of the line. A click on a move shows the position after it. */
export function MoveList({ game, route, turns, go }: MoveListProps): ComponentChildren {
  const words = useWords();
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const box = list.current;
    const current = box?.children[Math.min(route.at, route.moves.length)];
    if (box && current instanceof HTMLElement) showWithin(box, current);
  }, [route.at, route.moves.length]);
  if (route.moves.length === 0 && route.from === "-") return null;
  const texts = words.moves;
  const spoken = (index: number, move: string): string =>
    turns
      ? texts.numberedBy({ ply: index + 1, side: sideName(words, game, sideAt(turns, index)), move })
      : texts.numbered({ ply: index + 1, move });
  return (
    <section class="line" aria-label={texts.title}>
      <h2>{texts.title}</h2>
      <ol class="moves" ref={list}>
        <li>
          <button type="button" aria-current={route.at === 0 ? "step" : undefined} onClick={() => go({ at: 0 })}>
            {route.from === "-" ? texts.start : texts.setUpPosition}
          </button>
        </li>
        {route.moves.map((move, index) => (
          <li key={index}>
            <button
              type="button"
              aria-current={route.at === index + 1 ? "step" : undefined}
              onClick={() => go({ at: index + 1 })}
            >
              <span class="visually-hidden">{spoken(index, move)}</span>
              <span aria-hidden="true">
                <span class="ply">{index + 1}</span> {move}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
