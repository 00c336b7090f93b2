import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import type { Side } from "../../engine/src/contract.ts";
import { type DrawnGame, edgePart } from "../families.ts";
import { type Layout, type Spot, countIn, edgePath } from "./layout.ts";
import "./pieces.css";

interface PiecesProps {
  game: DrawnGame;
  layout: Layout;
  cells: string;
  last: number | null;
  /** The cell where the stone of the move under the pointer would land. */
  target: number | null;
}

/** The stones on a board. The last one has a mark, and moves into its place unless the board is new. */
export function Pieces({ game, layout, cells, last, target }: PiecesProps): ComponentChildren {
  const before = useBefore(cells);
  const isMoving = (cell: number): boolean =>
    before !== "" && before[cell] !== cells[cell] && (cell === last || before[cell] !== "-");
  return (
    <g class="pieces" aria-hidden="true">
      {layout.spots.map((spot) => {
        const stone = cells[spot.cell];
        if (game.family === "edges")
          return stone !== undefined && <EdgeOrBox key={spot.cell} {...{ spot, stone, last }} />;
        const count = countIn(game, stone);
        if (count !== null) {
          return (
            <text class="count" key={spot.cell} x={spot.x} y={spot.y + 16}>
              {count}
            </text>
          );
        }
        if (stone === "#") return <NeithersCell key={spot.cell} spot={spot} />;
        if (stone !== "X" && stone !== "O") return null;
        const side = stone === "X" ? "first" : "second";
        return (
          <g key={`${spot.cell}${stone}`} transform={`translate(${spot.x} ${spot.y})`}>
            <Piece
              game={game}
              layout={layout}
              spot={spot}
              side={side}
              isLast={spot.cell === last && game.family !== "track"}
              isMoving={isMoving(spot.cell)}
            />
          </g>
        );
      })}
      {game.family === "track" && last !== null && <Source spot={layout.spots[last]} />}
      {target !== null && game.family !== "edges" && <Target spot={layout.spots[target]} />}
    </g>
  );
}

/** The board before this one; empty at first. */
function useBefore(cells: string): string {
  const seen = useRef({ now: cells, before: "" });
  if (seen.current.now !== cells) seen.current = { now: cells, before: seen.current.now };
  return seen.current.before;
}

/** An edge that was drawn, or a box that has an owner; where that is neither side, `stone` is `#`. */
function EdgeOrBox({ spot, stone, last }: { spot: Spot; stone: string; last: number | null }): ComponentChildren {
  if (!"XO#".includes(stone)) return null;
  const part = edgePart(spot.column, spot.row);
  const side = stone === "X" ? "first" : stone === "O" ? "second" : "neither";
  if (part === "box") {
    const { x, y } = spot;
    return (
      <>
        <rect class={`box ${side}`} x={x - 86} y={y - 86} width="172" height="172" rx="12" />
        {stone === "X" && <path class="box-mark" d={`M${x - 18},${y - 18} l36,36 m0,-36 l-36,36`} />}
        {stone === "O" && <circle class="box-mark" cx={x} cy={y} r="20" />}
      </>
    );
  }
  if (part === "dot") return null;
  return <path class={`drawn-edge ${side}${spot.cell === last ? " last" : ""}`} d={edgePath(spot)} />;
}

/** What neither side owns. */
function NeithersCell({ spot: { x, y } }: { spot: Spot }): ComponentChildren {
  return <rect class="taken" x={x - 36} y={y - 36} width="72" height="72" rx="8" />;
}

/** The cell of a track from which the last move started. */
function Source({ spot }: { spot: Spot | undefined }): ComponentChildren {
  return spot ? <circle class="source" cx={spot.x} cy={spot.y} r="44" /> : null;
}

function Target({ spot }: { spot: Spot | undefined }): ComponentChildren {
  return spot ? <circle class="target" cx={spot.x} cy={spot.y} r="42" /> : null;
}

interface PieceProps {
  game: DrawnGame;
  layout: Layout;
  spot: Spot;
  side: Side;
  isLast: boolean;
  isMoving: boolean;
}

function Piece({ game, layout, spot, side, isLast, isMoving }: PieceProps): ComponentChildren {
  if (game.family === "mnk") {
    return (
      <g class={`glyph ${side}${isLast ? " last" : ""}${isMoving ? " appear" : ""}`}>
        {side === "first" ? <path d="M-26,-26 L26,26 M26,-26 L-26,26" /> : <circle r="28" />}
      </g>
    );
  }
  if (game.family === "connect-four") {
    // The disc falls from above the board.
    const drop = (layout.rows[0]?.[0]?.y ?? 0) - spot.y - 100;
    return (
      <g class={isMoving ? "drop" : undefined} style={{ "--drop": `${drop}px` }}>
        <circle class={`disc column-disc ${side}`} r="42" />
        {side === "first" ? <circle class="engraved" r="27" /> : <path class="engraved" d="M-17,0 H17 M0,-17 V17" />}
      </g>
    );
  }
  return (
    <g class={isMoving ? "appear" : undefined}>
      <circle class="shadow" cy="3" r={RADIUS[game.family] ?? 42} />
      <circle class={`disc ${side}`} r={RADIUS[game.family] ?? 42} />
      {isLast && <circle class={`last-mark on-${side}`} r="11" />}
    </g>
  );
}

const RADIUS: Partial<Record<DrawnGame["family"], number>> = { othello: 42, go: 47, points: 47, hex: 38 };
