/** The stones that have won a game: lines in Connect Four and m,n,k, a path in Hex. */

import { type DrawnGame, parameters } from "../families.ts";

/** The winning lines of a board, each the cells from one end to the other; none where nobody has won. */
export function winningLines(game: DrawnGame, cells: string): number[][] {
  switch (game.family) {
    case "connect-four":
      return runs(game, cells, 4);
    case "mnk":
      return runs(game, cells, Number(parameters(game).get("k") ?? Number.POSITIVE_INFINITY));
    case "hex": {
      const path = connection(game, cells, "X") ?? connection(game, cells, "O");
      return path ? [path] : [];
    }
    case "othello":
    case "go":
    case "edges":
    case "points":
    case "track":
      return [];
  }
}

/** All runs of at least `length` equal stones in a row, a column or a diagonal. */
function runs({ columns, rows }: DrawnGame, cells: string, length: number): number[][] {
  const stone = (column: number, row: number): string | undefined => {
    const isInside = column >= 0 && column < columns && row >= 0 && row < rows;
    const found = isInside ? cells[row * columns + column] : undefined;
    return found === "-" ? undefined : found;
  };
  const found: number[][] = [];
  for (let cell = 0; cell < columns * rows; cell += 1) {
    const [column, row] = [cell % columns, Math.floor(cell / columns)];
    const own = stone(column, row);
    if (own === undefined) continue;
    for (const [dx, dy] of [
      [1, 0],
      [0, 1],
      [1, 1],
      [1, -1],
    ] as const) {
      if (stone(column - dx, row - dy) === own) continue;
      const run: number[] = [];
      for (let at = 0; stone(column + at * dx, row + at * dy) === own; at += 1) {
        run.push((row + at * dy) * columns + column + at * dx);
      }
      if (run.length >= length) found.push(run);
    }
  }
  return found;
}

/** A shortest path of a side's stones between its edges: X owns the top and the bottom, O the left and the right. */
function connection({ columns, rows }: DrawnGame, cells: string, stone: "X" | "O"): number[] | null {
  const place = (cell: number): number => (stone === "X" ? Math.floor(cell / columns) : cell % columns);
  const last = (stone === "X" ? rows : columns) - 1;
  const own = [...cells].flatMap((found, cell) => (found === stone ? [cell] : []));
  const before = new Map<number, number | null>(own.filter((cell) => place(cell) === 0).map((cell) => [cell, null]));
  // A map is walked in the order in which it grows: breadth first.
  for (const cell of before.keys()) {
    if (place(cell) === last) {
      const path: number[] = [];
      for (let at: number | null = cell; at !== null; at = before.get(at) ?? null) path.push(at);
      return path;
    }
    for (const next of own) if (!before.has(next) && touches(cell, next, columns)) before.set(next, cell);
  }
  return null;
}

/** Whether two cells of a Hex board share a side. */
function touches(a: number, b: number, columns: number): boolean {
  const dx = (b % columns) - (a % columns);
  const dy = Math.floor(b / columns) - Math.floor(a / columns);
  return Math.abs(dx) <= 1 && Math.abs(dy) <= 1 && dx !== dy;
}
