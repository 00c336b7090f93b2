/** What a review draws on a board: numbers on stones, the move that was played, the best line. */

import type { ComponentChildren } from "preact";
import type { Side } from "../../engine/src/contract.ts";
import type { DrawnGame } from "../families.ts";
import { other } from "../words.ts";
import { type Layout, type Spot, atMark, cellOf, points } from "./layout.ts";
import "./marks.css";

/** A move of a line that has not been played. */
export interface LineMark {
  cell: number;
  side: Side;
  /** Its place in the line, from 1. */
  number: number;
}

export interface BoardMarks {
  /** For each cell whose stone was played, the number of the move. */
  numbers: ReadonlyMap<number, number>;
  /** The cell of the move that was played from here. */
  played: number | null;
  /** The cell of a best move where the move that was played lost value. */
  better: number | null;
  /** The best line from here. */
  line: readonly LineMark[];
}

/** The most moves of a line that a board shows. */
const MAX_MOVES = 8;

/**
 * The number of the move by which each stone on the board came there. `moves` are all that lead to
 * `cells`; those without a cell of their own count, too.
 */
export function stoneNumbers(game: DrawnGame, moves: readonly string[], cells: string): Map<number, number> {
  const numbers = new Map<number, number>();
  // A move along a track leaves its cell.
  if (game.family === "track") return numbers;
  let before = cells;
  // Backwards: in Connect Four the last disc of a column lies on top.
  for (let ply = moves.length - 1; ply >= 0; ply -= 1) {
    const cell = cellOf(game, moves[ply] ?? "", before, "top");
    if (cell === null || before[cell] === "-") continue;
    if (!numbers.has(cell)) numbers.set(cell, ply + 1);
    if (game.family === "connect-four") before = `${before.slice(0, cell)}-${before.slice(cell + 1)}`;
  }
  return numbers;
}

/** A line of moves that `toMove` begins, as marks on the board. */
export function lineMarks(game: DrawnGame, moves: readonly string[], cells: string, toMove: Side): LineMark[] {
  const marks: LineMark[] = [];
  let side = toMove;
  let after = cells;
  for (const [index, move] of moves.slice(0, MAX_MOVES).entries()) {
    const cell = cellOf(game, move, after, "free");
    if (cell !== null && !marks.some((one) => one.cell === cell)) {
      marks.push({ cell, side, number: index + 1 });
      after = `${after.slice(0, cell)}${side === "first" ? "X" : "O"}${after.slice(cell + 1)}`;
    }
    side = other(side);
  }
  return marks;
}

interface MarksProps {
  game: DrawnGame;
  layout: Layout;
  cells: string;
  /** The cell where the last stone landed. */
  last: number | null;
  marks: BoardMarks;
}

/** Screen readers read all of it from the labels of the cells. */
export function Marks({ game, layout, cells, last, marks }: MarksProps): ComponentChildren {
  const played = marks.played === null ? undefined : layout.spots[marks.played];
  const better = marks.better === null ? undefined : layout.spots[marks.better];
  return (
    <g class="review-marks" aria-hidden="true">
      {[...marks.numbers].map(([cell, number]) => {
        const spot = layout.spots[cell];
        const stoneProps = { game, number, stone: cells[cell] ?? "-", isLast: cell === last };
        return spot && <StoneNumber key={cell} {...stoneProps} spot={spot} />;
      })}
      {played && <polygon class="played-mark casing" points={outline(layout, played)} />}
      {played && <polygon class="played-mark" points={outline(layout, played)} />}
      {played && better && <Arrow from={played} to={better} />}
      {marks.line.map((one) => {
        const spot = layout.spots[one.cell];
        return (
          spot && (
            <g key={one.cell} class={`line-mark ${one.side}`} transform={atMark(game, spot)}>
              <circle r="31" />
              <text font-size="34" y="12">
                {one.number}
              </text>
            </g>
          )
        );
      })}
    </g>
  );
}

function outline(layout: Layout, spot: Spot): string {
  const shrunk = layout.outline.map(([x, y]): [number, number] => [x * 0.88, y * 0.88]);
  return points(shrunk, spot.x, spot.y);
}

interface StoneNumberProps {
  game: DrawnGame;
  spot: Spot;
  number: number;
  stone: string;
  isLast: boolean;
}

function StoneNumber({ game, spot, number, stone, isLast }: StoneNumberProps): ComponentChildren {
  const side = stone === "X" ? "first" : "second";
  const size = number > 99 ? 30 : 38;
  return (
    <g class={`stone-number on-${side} family-${game.family}`} transform={`translate(${spot.x} ${spot.y})`}>
      {game.family === "mnk" && <circle class="plate" r="24" />}
      <text font-size={size} y={size * 0.355}>
        {number}
      </text>
      {isLast && game.family !== "mnk" && <path class="last-bar" d="M-15 25 H15" />}
    </g>
  );
}

/** An arrow between two cells, which leaves their centres free. */
function Arrow({ from, to }: { from: Spot; to: Spot }): ComponentChildren {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (length === 0) return null;
  const degrees = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  const [start, tip] = [34, length - 33];
  const shaft = `M${start} 0 H${tip - 18}`;
  const head = `${tip},0 ${tip - 26},-17 ${tip - 26},17`;
  return (
    <g class="better-arrow" transform={`translate(${from.x} ${from.y}) rotate(${degrees})`}>
      <path class="casing" d={shaft} />
      <polygon class="casing" points={head} />
      <path class="shaft" d={shaft} />
      <polygon class="head" points={head} />
    </g>
  );
}
