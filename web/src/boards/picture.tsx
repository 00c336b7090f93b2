import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import type { Game } from "../contract.ts";
import { layoutOf } from "./layout.ts";
import { Pieces } from "./pieces.tsx";
import { Front, Surface } from "./surface.tsx";

/** A board to look at. */
export function Picture({ game, cells }: { game: Game; cells: string }): ComponentChildren {
  const layout = useMemo(() => layoutOf(game), [game]);
  return (
    <svg class={`board board-${game.family}`} viewBox={layout.viewBox} aria-hidden="true">
      <Surface game={game} layout={layout} />
      <Pieces game={game} layout={layout} cells={cells} last={null} target={null} />
      <Front game={game} layout={layout} last={null} />
    </svg>
  );
}
