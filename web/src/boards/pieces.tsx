import type { ComponentChildren } from "preact";
import type { Side } from "../contract.ts";
import type { DrawnGame } from "../families.ts";
import type { Layout, Spot } from "./layout.ts";
import "./pieces.css";

interface PiecesProps {
  game: DrawnGame;
  layout: Layout;
  cells: string;
  last: number | null;
  /** The cell where the stone of the move under the pointer would land. */
  target: number | null;
}

/** The stones on a board. The last one has a mark. */
export function Pieces({ game, layout, cells, last, target }: PiecesProps): ComponentChildren {
  return (
    <g class="pieces" aria-hidden="true">
      {layout.spots.map((spot) => {
        const stone = cells[spot.cell];
        if (stone !== "X" && stone !== "O") return null;
        const side = stone === "X" ? "first" : "second";
        return (
          <g key={`${spot.cell}${stone}`} transform={`translate(${spot.x} ${spot.y})`}>
            <Piece game={game} layout={layout} spot={spot} side={side} isLast={spot.cell === last} />
          </g>
        );
      })}
      {target !== null && <Target spot={layout.spots[target]} />}
    </g>
  );
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
}

function Piece({ game, layout, spot, side, isLast }: PieceProps): ComponentChildren {
  if (game.family === "mnk") {
    return (
      <g class={`glyph ${side}${isLast ? " last" : ""}`}>
        {side === "first" ? <path d="M-26,-26 L26,26 M26,-26 L-26,26" /> : <circle r="28" />}
      </g>
    );
  }
  if (game.family === "connect-four") {
    // The disc falls from above the board.
    const drop = (layout.rows[0]?.[0]?.y ?? 0) - spot.y - 100;
    return (
      <g class="drop" style={{ "--drop": `${drop}px` }}>
        <circle class={`disc column-disc ${side}`} r="42" />
        {side === "first" ? <circle class="engraved" r="27" /> : <path class="engraved" d="M-17,0 H17 M0,-17 V17" />}
      </g>
    );
  }
  return (
    <g class="appear">
      <circle class="shadow" cy="3" r={RADIUS[game.family] ?? 42} />
      <circle class={`disc ${side}`} r={RADIUS[game.family] ?? 42} />
      {isLast && <circle class={`last-mark on-${side}`} r="11" />}
    </g>
  );
}

const RADIUS: Partial<Record<DrawnGame["family"], number>> = { othello: 42, go: 47, hex: 38 };
