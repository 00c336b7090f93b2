import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import type { DrawnGame } from "../families.ts";
import { boardClass, layoutOf } from "./layout.ts";
import { Pieces } from "./pieces.tsx";
import { Front, Surface } from "./surface.tsx";

/** A board without moves, for the list of games. */
export function Picture({ game, cells }: { game: DrawnGame; cells: string }): ComponentChildren {
  const layout = useMemo(() => layoutOf(game), [game]);
  return (
    <svg class={boardClass(game)} viewBox={layout.viewBox} aria-hidden="true">
      <Surface game={game} layout={layout} />
      <Pieces game={game} layout={layout} cells={cells} last={null} target={null} />
      <Front game={game} layout={layout} last={null} />
    </svg>
  );
}
