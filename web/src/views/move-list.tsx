import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Game } from "../contract.ts";
import type { Go } from "../navigation.ts";
import type { Route } from "../route.ts";
import { type Turns, sideAt } from "../turns.ts";
import { sideName } from "../words.ts";

interface MoveListProps {
  game: Game;
  route: Route;
  turns: Turns | null;
  go: Go;
}

/** The moves of the line. A click on a move shows the position after it. */
export function MoveList({ game, route, turns, go }: MoveListProps): ComponentChildren {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>("[aria-current]");
    const box = list.current;
    if (!current || !box) return;
    // Only the list scrolls, never the page.
    const top = current.offsetTop - box.offsetTop;
    if (top < box.scrollTop || top + current.offsetHeight > box.scrollTop + box.clientHeight) {
      box.scrollTop = top - box.clientHeight / 2;
    }
  }, [route.at, route.moves]);
  if (route.moves.length === 0 && route.from === "-") return null;
  return (
    <section class="line" aria-label="Moves">
      <h2>Moves</h2>
      <ol class="moves" ref={list}>
        <li>
          <button type="button" aria-current={route.at === 0 ? "step" : undefined} onClick={() => go({ at: 0 })}>
            {route.from === "-" ? "Start" : "Set-up position"}
          </button>
        </li>
        {route.moves.map((move, index) => (
          <li key={index}>
            <button
              type="button"
              aria-current={route.at === index + 1 ? "step" : undefined}
              onClick={() => go({ at: index + 1 })}
            >
              <span class="visually-hidden">Move </span>
              <span class="ply">{index + 1}</span>
              <span class="visually-hidden">{turns ? `, ${sideName(game, sideAt(turns, index))}:` : ":"}</span> {move}
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
