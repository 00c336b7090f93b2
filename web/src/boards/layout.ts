/** Where the cells of a board are drawn. A cell is 100 units wide. */

import { type DrawnGame, edgePart } from "../families.ts";
import type { Words } from "../words/catalogue.ts";

export interface Spot {
  /** Row by row from the row called "1". */
  cell: number;
  column: number;
  row: number;
  x: number;
  y: number;
}

interface Label {
  x: number;
  y: number;
  text: string;
}

export interface Layout {
  viewBox: string;
  /** The rows from the top of the screen, each from left to right. */
  rows: Spot[][];
  /** Indexed by cell. */
  spots: Spot[];
  labels: Label[];
  /** Chosen so that names have about the same size on small and large boards. */
  labelSize: number;
  /** The outline of a cell around its centre. */
  outline: [number, number][];
  /** Whether keys lead to a cell: on a board of edges to edges alone. */
  isStop: (spot: Spot) => boolean;
}

const UNIT = 100;
const HALF = UNIT / 2;
const HEX_RADIUS = UNIT / Math.sqrt(3);
/** How far the cells of a track reach down from their centres: a move is marked below its pit. */
const TRACK_DEPTH = 138;
const TRACK_MARK = 88;
/** The height of names, as a share of the width of the board. */
const LABEL_SHARE = 0.032;

const SQUARE: [number, number][] = [
  [-HALF, -HALF],
  [HALF, -HALF],
  [HALF, HALF],
  [-HALF, HALF],
];

const TRACK_CELL: [number, number][] = [
  [-HALF, -HALF],
  [HALF, -HALF],
  [HALF, TRACK_DEPTH],
  [-HALF, TRACK_DEPTH],
];

const HEXAGON: [number, number][] = [0, 1, 2, 3, 4, 5].map((corner) => {
  const angle = (Math.PI / 3) * corner - Math.PI / 2;
  return [HEX_RADIUS * Math.cos(angle), HEX_RADIUS * Math.sin(angle)];
});

/** The layout of a board; flipped, it is seen from the other side, in Connect Four from behind. */
export function layoutOf(game: DrawnGame, isFlipped = false): Layout {
  const hexes = game.family === "hex";
  const outline = hexes ? HEXAGON : game.family === "track" ? TRACK_CELL : SQUARE;
  const depth = Math.max(...outline.map(([, y]) => y));
  const down = hexes ? HEX_RADIUS * 1.5 : HALF + depth;
  const spots: Spot[] = [];
  const rows: Spot[][] = [];
  const isFromTop = game.first_row_at_top !== (isFlipped && game.family !== "connect-four");
  for (let line = 0; line < game.rows; line += 1) {
    const row = isFromTop ? line : game.rows - 1 - line;
    const seen: Spot[] = [];
    for (let place = 0; place < game.columns; place += 1) {
      const column = isFlipped ? game.columns - 1 - place : place;
      const x = (place + (hexes ? line / 2 : 0)) * UNIT;
      const spot = { cell: row * game.columns + column, column, row, x, y: line * down };
      seen.push(spot);
      spots[spot.cell] = spot;
    }
    rows.push(seen);
  }
  const labelSize = Math.max(13, LABEL_SHARE * Math.max(game.columns * (hexes ? 1.5 : 1), game.rows) * UNIT);
  const labels = labelsOf(game, rows, labelSize);
  const right = Math.max(...spots.map((spot) => spot.x)) + HALF;
  const bottom = (game.rows - 1) * down + depth;
  const beside = labelSize * 1.4;
  const left = -HALF - (hexes ? 34 : 14) - (game.family === "connect-four" ? 0 : beside);
  const top = -(hexes ? HEX_RADIUS + 22 : HALF + 14) - beside;
  const rightEdge = right + (hexes ? 28 : 14);
  const bottomEdge = bottom + (hexes ? 28 : 14);
  return {
    viewBox: `${round(left)} ${round(top)} ${round(rightEdge - left)} ${round(bottomEdge - top)}`,
    rows,
    spots,
    labels,
    labelSize,
    outline,
    isStop: ({ column, row }) => game.family !== "edges" || ["across", "down"].includes(edgePart(column, row)),
  };
}

function labelsOf(game: DrawnGame, rows: Spot[][], size: number): Label[] {
  const hexes = game.family === "hex";
  const labels: Label[] = [];
  for (const spot of rows[0] ?? []) {
    const text = game.column_names[spot.column] ?? "";
    // The columns of a slanted board lean to the right: the name is left of the top cell.
    const x = hexes ? spot.x - 30 - size / 2 : spot.x;
    labels.push({ x, y: spot.y - (hexes ? HEX_RADIUS + 4 : HALF + 12) - size * 0.45, text });
  }
  if (game.family === "connect-four") return labels;
  for (const seen of rows) {
    const spot = seen[0];
    // A track of one row has no name for it.
    const text = game.row_names[spot?.row ?? 0] ?? "";
    if (!spot || text === "") continue;
    const x = spot.x - HALF - (hexes ? 28 : 12) - size * 0.6;
    labels.push({ x, y: spot.y + size * 0.36, text });
  }
  return labels;
}

/** The cell where keys begin: in the middle of the board. */
export function middleCell({ rows, isStop }: Layout): number {
  const row = rows[Math.floor(rows.length / 2)] ?? [];
  const middle = Math.floor(row.length / 2);
  return (row.slice(middle).find(isStop) ?? row[middle])?.cell ?? 0;
}

/**
 * The cell that a key leads to, as in any grid: arrows to the next cell, Home and End to the ends of
 * the row, with Ctrl to those of the board. The same cell at the edge; null for other keys.
 */
export function cellAfterKey(layout: Layout, cell: number, key: string, isCtrl: boolean): number | null {
  const line = layout.rows.findIndex((row) => row.some((spot) => spot.cell === cell));
  const row = layout.rows[line] ?? [];
  const place = row.findIndex((spot) => spot.cell === cell);
  const { isStop } = layout;
  const ends = (isCtrl ? layout.rows.flat() : row).filter(isStop);
  // Edges lie aslant below each other: a way up or down goes to one side and back.
  const beside = place % 2 === 0 ? [place, place + 1, place - 1] : [place, place - 1, place + 1];
  const inRow = (to: Spot[] | undefined): Spot | undefined =>
    beside.flatMap((at) => to?.[at] ?? []).find((spot) => isStop(spot));
  const to: Record<string, Spot | undefined> = {
    ArrowLeft: row.slice(0, place).findLast(isStop),
    ArrowRight: row.slice(place + 1).find(isStop),
    ArrowUp: inRow(layout.rows[line - 1]),
    ArrowDown: inRow(layout.rows[line + 1]),
    Home: ends[0],
    End: ends.at(-1),
  };
  return key in to ? (to[key]?.cell ?? cell) : null;
}

/** The name of a cell as moves are written: `d3`; in Connect Four `column 4, row 1`. */
export function cellName(words: Words, game: DrawnGame, spot: Spot): string {
  const column = game.column_names[spot.column] ?? "";
  const row = game.row_names[spot.row] ?? "";
  if (game.family === "connect-four") return words.board.cellInColumn({ column, row });
  return `${column}${row}`;
}

/** The cell where the stone of a move landed; null for a pass. */
export function landing(game: DrawnGame, move: string, cells: string): number | null {
  return cellOf(game, move, cells, "top");
}

/**
 * The cell of a move; null for a pass. A column of Connect Four has two: the "top" stone that lies
 * in it, and the "free" cell above, where the next one lands.
 */
export function cellOf(game: DrawnGame, move: string, cells: string, which: "top" | "free"): number | null {
  if (game.family === "connect-four") {
    const column = game.column_names.indexOf(move);
    if (column < 0) return null;
    let height = 0;
    while (height < game.rows && "XO".includes(cells[height * game.columns + column] ?? "-")) height += 1;
    if (which === "top") return height === 0 ? null : (height - 1) * game.columns + column;
    return height === game.rows ? null : height * game.columns + column;
  }
  const rowOf = (name: string): number =>
    move.startsWith(name) ? game.row_names.indexOf(move.slice(name.length)) : -1;
  // One name may begin another, as 1 begins 10.
  const column = game.column_names.findIndex((name) => rowOf(name) >= 0);
  return column < 0 ? null : rowOf(game.column_names[column] ?? "") * game.columns + column;
}

/** The classes of a board. */
export function boardClass({ family }: DrawnGame): string {
  return `board board-${family === "points" ? "go" : family}`;
}

/** How many pieces are in a cell of a track; null where there is no count. */
export function countIn({ family }: DrawnGame, cell: string | undefined): number | null {
  return family === "track" && cell !== undefined && /[1-9a-z]/.test(cell) ? Number.parseInt(cell, 36) : null;
}

/** Moves the marks of a move to its place in a cell. */
export function atMark({ family }: DrawnGame, { x, y }: Pick<Spot, "x" | "y">): string {
  return `translate(${x} ${family === "track" ? y + TRACK_MARK : y})`;
}

/** The line of an edge, from dot to dot. */
export function edgePath({ column, row, x, y }: Pick<Spot, "column" | "row" | "x" | "y">): string {
  return edgePart(column, row) === "across" ? `M${x - UNIT},${y} h${2 * UNIT}` : `M${x},${y - UNIT} v${2 * UNIT}`;
}

/** The outline of the focus around what is in a cell: around an edge from dot to dot, else around the cell. */
export function ringOf({ family }: DrawnGame, layout: Layout, { column, row }: Spot): [number, number][] {
  if (family !== "edges") return layout.outline;
  const part = edgePart(column, row);
  const [x, y] = part === "across" ? [118, 30] : part === "down" ? [30, 118] : [HALF, HALF];
  return [
    [-x, -y],
    [x, -y],
    [x, y],
    [-x, y],
  ];
}

/** Points that are marked on a Go board of this size, as cells. */
export function starPoints(columns: number, rows: number): number[] {
  const along = (length: number): number[] => {
    if (length < 5) return [];
    const middle = length % 2 === 1 ? [(length - 1) / 2] : [];
    if (length < 7) return middle;
    const edge = length < 13 ? 2 : 3;
    return [edge, ...middle, length - 1 - edge];
  };
  const across = along(columns);
  const down = along(rows);
  const points = down.flatMap((row) => across.map((column) => ({ row, column })));
  const isMiddle = (at: number, length: number): boolean => at === (length - 1) / 2;
  return points
    .filter(({ row, column }) => {
      // Small boards mark the corners and the centre alone.
      const middles = Number(isMiddle(row, rows)) + Number(isMiddle(column, columns));
      return middles !== 1 || (columns >= 15 && rows >= 15);
    })
    .map(({ row, column }) => row * columns + column);
}

export function points(corners: readonly [number, number][], x = 0, y = 0): string {
  return corners.map(([dx, dy]) => `${round(x + dx)},${round(y + dy)}`).join(" ");
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
