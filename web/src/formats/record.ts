/** Records of games: what every format is written from. */

import type { KnownValue, Side } from "../../engine/src/contract.ts";
import { type DrawnGame, parameters } from "../families.ts";

/** A move as it is written, with what is known of it. Values are for the side that played it. */
export interface WrittenMove {
  move: string;
  side: Side;
  before: KnownValue;
  after: KnownValue;
  best: string | null;
  loss: number | null;
}

/** A game to write. */
export interface WrittenGame {
  from: string;
  moves: readonly WrittenMove[];
}

/** A cell by its column and its line from the top. */
export interface Place {
  column: number;
  line: number;
}

/** The row, as cells count them, of a line of the board counted from the top; and the other way round. */
export function rowOf(game: DrawnGame, line: number): number {
  return game.first_row_at_top ? line : game.rows - 1 - line;
}

/** Column and line from the top of the cell that a move names; null for a pass. */
export function placeOf(game: DrawnGame, move: string): Place | null {
  const column = game.column_names.findIndex((name) => move.startsWith(name));
  const row = game.row_names.indexOf(move.slice(game.column_names[column]?.length ?? 0));
  return column < 0 || row < 0 ? null : { column, line: rowOf(game, row) };
}

/** The cells of the start. Othello begins with four discs, other games with none. */
function startCells(game: DrawnGame): string {
  const cells = Array.from({ length: game.columns * game.rows }, () => "-");
  if (game.family === "othello") {
    const corner = (game.rows / 2 - 1) * game.columns + game.columns / 2 - 1;
    cells[corner] = "O";
    cells[corner + 1] = "X";
    cells[corner + game.columns] = "X";
    cells[corner + game.columns + 1] = "O";
  }
  return cells.join("");
}

/** Cells and side to move of a board string of a game whose cells are X, O and `-`. */
export function cellsOf(game: DrawnGame, from: string): { cells: string; toMove: Side } {
  const start = parameters(game).get("start");
  if (from === "-" && start) return cellsOf(game, `${start.slice(0, -1)} ${start.slice(-1)}`);
  if (from === "-") return { cells: startCells(game), toMove: "first" };
  const [cells = "", mover = "X"] = from.trim().toUpperCase().split(/\s+/);
  return { cells, toMove: mover === "O" ? "second" : "first" };
}
