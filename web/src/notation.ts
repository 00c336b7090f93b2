/** Board strings, and lines as text. */

import type { Game } from "../engine/src/contract.ts";
import { type DrawnGame, isDrawn, parameters } from "./families.ts";
import type { Line } from "./server.ts";

/** A board and moves as they can be pasted. */
export function writeLine(game: Game, line: Line): string {
  const moves = line.moves.join(" ");
  if (line.from === "-") return moves === "" ? "-" : moves;
  return moves === "" && isDrawn(game) ? line.from : `${line.from}; ${moves}`;
}

/** The board string of cells that were set up by hand. */
export function writeBoard(game: DrawnGame, cells: string, firstToMove: boolean): string {
  if (game.family === "connect-four") {
    const rows: string[] = [];
    for (let row = game.rows - 1; row >= 0; row -= 1) {
      const text = cells.slice(row * game.columns, (row + 1) * game.columns);
      rows.push(text.replaceAll("-", ".").toLowerCase());
    }
    return rows.join("/");
  }
  return `${cells} ${firstToMove ? "X" : "O"}`;
}

/** Whether the number of stones alone says who is to move. */
export function stonesTellTurn(game: DrawnGame): boolean {
  if (game.family === "hex") return !parameters(game).has("start");
  return game.family === "connect-four" || game.family === "mnk";
}

/** How many stones of a side lie on a board, or of both. */
export function stonesOf(cells: string, stone?: "X" | "O"): number {
  return [...cells].filter((cell) => (stone ? cell === stone : cell !== "-")).length;
}

/** The cells after a click on one: empty, first side, second side, empty again. */
export function cycled(cells: string, cell: number): string {
  const order = "-XO-";
  const next = order[order.indexOf(cells[cell] ?? "-") + 1] ?? "-";
  return cells.slice(0, cell) + next + cells.slice(cell + 1);
}
