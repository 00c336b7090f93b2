import type { ComponentChildren } from "preact";
import { type DrawnGame, edgePart } from "../families.ts";
import { type Layout, type Spot, edgePath, points, starPoints } from "./layout.ts";
import "./surface.css";

interface SurfaceProps {
  game: DrawnGame;
  layout: Layout;
}

/** What is drawn below the stones. */
export function Surface({ game, layout }: SurfaceProps): ComponentChildren {
  return (
    <g aria-hidden="true">
      <Ground game={game} layout={layout} />
      <g class="names" font-size={layout.labelSize}>
        {layout.labels.map((label) => (
          <text key={label.text} x={label.x} y={label.y}>
            {label.text}
          </text>
        ))}
      </g>
    </g>
  );
}

function Ground({ game, layout }: SurfaceProps): ComponentChildren {
  const width = game.columns * 100;
  const height = game.rows * 100;
  switch (game.family) {
    case "othello":
    case "mnk":
      return (
        <>
          <rect class="plate" x="-58" y="-58" width={width + 16} height={height + 16} rx="14" />
          <path class="lines" d={betweenLines(game.columns, game.rows)} />
          {game.family === "othello" &&
            othelloDots(game.columns, game.rows).map(([x, y]) => (
              <circle class="star" key={`${x} ${y}`} cx={x} cy={y} r="6" />
            ))}
        </>
      );
    case "connect-four":
      return <rect class="well" x="-52" y="-52" width={width + 4} height={height + 4} rx="20" />;
    case "go":
    case "points":
      return (
        <>
          <rect class="plate" x="-56" y="-56" width={width + 12} height={height + 12} rx="10" />
          <path class="lines" d={throughLines(game.columns, game.rows)} />
          {starPoints(game.columns, game.rows).map((cell) => {
            const spot = layout.spots[cell];
            return spot && <circle class="star" key={cell} cx={spot.x} cy={spot.y} r="8" />;
          })}
        </>
      );
    case "hex":
      return <HexGround game={game} layout={layout} />;
    case "track":
      return (
        <>
          <rect class="plate" x="-58" y="-58" width={width + 16} height={game.rows * cellHeight(layout) + 16} rx="14" />
          {layout.spots.map(({ cell, x, y }) => (
            <circle class="pit" key={cell} cx={x} cy={y} r="44" />
          ))}
        </>
      );
    case "edges":
      return (
        <>
          <rect class="plate" x="-58" y="-58" width={width + 16} height={height + 16} rx="14" />
          <path class="lines" d={edgesOf(layout).map(edgePath).join(" ")} />
          {layout.spots
            .filter((spot) => edgePart(spot.column, spot.row) === "dot")
            .map(({ cell, x, y }) => (
              <circle class="star" key={cell} cx={x} cy={y} r="13" />
            ))}
        </>
      );
  }
}

/** What is drawn above the stones: in Connect Four the front, and a ring at the last disc. */
export function Front({ game, layout, last }: SurfaceProps & { last: number | null }): ComponentChildren {
  if (game.family !== "connect-four") return null;
  const width = game.columns * 100 + 16;
  const height = game.rows * 100 + 16;
  const spot = last === null ? undefined : layout.spots[last];
  const holes = layout.spots.map(({ x, y }) => `M${x - 40},${y} a40,40 0 1 0 80,0 a40,40 0 1 0 -80,0 Z`).join(" ");
  const r = 24;
  const plate = `M${-58 + r},-58 h${width - 2 * r} a${r},${r} 0 0 1 ${r},${r} v${height - 2 * r} a${r},${r} 0 0 1 ${-r},${r} h${-(width - 2 * r)} a${r},${r} 0 0 1 ${-r},${-r} v${-(height - 2 * r)} a${r},${r} 0 0 1 ${r},${-r} Z`;
  return (
    <g class="front" aria-hidden="true">
      <path class="plate" fill-rule="evenodd" d={`${plate} ${holes}`} />
      {spot && <circle class="last-ring" cx={spot.x} cy={spot.y} r="43" />}
    </g>
  );
}

function edgesOf({ spots }: Layout): Spot[] {
  return spots.filter((spot) => ["across", "down"].includes(edgePart(spot.column, spot.row)));
}

function cellHeight({ outline }: Layout): number {
  const heights = outline.map(([, y]) => y);
  return Math.max(...heights) - Math.min(...heights);
}

function betweenLines(columns: number, rows: number): string {
  const across = Array.from({ length: rows - 1 }, (_, i) => `M-50,${i * 100 + 50} h${columns * 100}`);
  const down = Array.from({ length: columns - 1 }, (_, i) => `M${i * 100 + 50},-50 v${rows * 100}`);
  return [...across, ...down].join(" ");
}

function throughLines(columns: number, rows: number): string {
  const across = Array.from({ length: rows }, (_, i) => `M0,${i * 100} h${(columns - 1) * 100}`);
  const down = Array.from({ length: columns }, (_, i) => `M${i * 100},0 v${(rows - 1) * 100}`);
  return [...across, ...down].join(" ");
}

/** The four dots two squares from the corners, where the board is large enough for them. */
function othelloDots(columns: number, rows: number): [number, number][] {
  if (columns < 6 || rows < 6) return [];
  const across = [150, columns * 100 - 250];
  const down = [150, rows * 100 - 250];
  return across.flatMap((x) => down.map((y): [number, number] => [x, y]));
}

function HexGround({ game, layout }: SurfaceProps): ComponentChildren {
  return (
    <>
      <HexEdges game={game} layout={layout} />
      {layout.spots.map((spot) => (
        <polygon
          key={spot.cell}
          class={`hexagon shade-${(spot.column + 2 * spot.row) % 3}`}
          points={points(layout.outline, spot.x, spot.y)}
        />
      ))}
    </>
  );
}

/** The first side owns the top and bottom edges, the second the left and right ones. */
function HexEdges({ game, layout }: SurfaceProps): ComponentChildren {
  const corner = (spot: Spot | undefined, index: number): [number, number] => {
    const [dx, dy] = layout.outline[index] ?? [0, 0];
    return [(spot?.x ?? 0) + dx, (spot?.y ?? 0) + dy];
  };
  const top = layout.rows[0] ?? [];
  const bottom = layout.rows[game.rows - 1] ?? [];
  const left = layout.rows.map((row) => row[0]);
  const right = layout.rows.map((row) => row.at(-1));
  // Corners go clockwise from the one at the top.
  const edges: [string, [number, number][]][] = [
    ["first", top.flatMap((spot) => [corner(spot, 5), corner(spot, 0), corner(spot, 1)])],
    ["first", bottom.flatMap((spot) => [corner(spot, 4), corner(spot, 3), corner(spot, 2)])],
    ["second", left.flatMap((spot) => [corner(spot, 5), corner(spot, 4), corner(spot, 3)]).slice(0, -1)],
    ["second", right.flatMap((spot) => [corner(spot, 0), corner(spot, 1), corner(spot, 2)]).slice(1)],
  ];
  return (
    <>
      {edges.map(([side, path], index) => (
        <g key={index}>
          <polyline class="edge-outline" points={points(path)} />
          <polyline class={`edge ${side}`} points={points(path)} />
        </g>
      ))}
    </>
  );
}
