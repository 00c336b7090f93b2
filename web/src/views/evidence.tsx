import type { ComponentChildren } from "preact";
import type { Position } from "../../engine/src/contract.ts";
import type { GameView } from "../game-view.ts";
import { type View, formatRoute } from "../route.ts";
import { Check, Origin } from "./parts.tsx";
import { useWords } from "../words/context.ts";

const VIEWS: readonly View[] = ["proof", "region"];

interface EvidenceProps extends GameView {
  /** The position whose value is shown; null where none is. */
  position: Position | null;
  /** The view of the proof or the region, where it is shown. */
  children: ComponentChildren;
}

/** Where values come from, folded behind a question; unfolded in the views that show it. */
export function Evidence(props: EvidenceProps): ComponentChildren {
  const words = useWords();
  const { game, route, settings, change, position } = props;
  const { play, views } = words;
  const isOpen = VIEWS.includes(route.view);
  return (
    <details class="evidence" open={isOpen}>
      <summary>{views.evidence}</summary>
      <div>
        {position && !isOpen && <Origin game={game} position={position} />}
        <nav class="views" aria-label={views.evidence}>
          {VIEWS.map((view) => (
            <a
              key={view}
              href={formatRoute({ ...route, view })}
              aria-current={route.view === view ? "page" : undefined}
            >
              {views[view]}
            </a>
          ))}
        </nav>
        {props.children}
        {(game.artifact !== null || game.proof !== null) && (
          <Check
            text={game.proof ? play.searchOutsideProof : play.searchOutside}
            isOn={settings.searchesOutside}
            onChange={(searchesOutside) => change({ searchesOutside })}
          />
        )}
      </div>
    </details>
  );
}
