/** What people paste, and board strings. */

import type { Game } from "./contract.ts";
import type { Line } from "./server.ts";

/**
 * A pasted text as a place in a game: a board string, a move list, or both with `;` or a line
 * break between them. Whether they are right is for the server to say.
 */
export function readPasted(game: Game, text: string): Line {
  const trimmed = text.trim();
  if (trimmed === "" || trimmed === "-") return { from: "-", moves: [] };
  const cut = trimmed.search(/[;\n]/);
  if (cut >= 0) {
    const front = trimmed.slice(0, cut).trim();
    const rest = trimmed.slice(cut + 1);
    if (front === "-" || isBoard(game, front)) return { from: front, moves: readMoves(rest) };
  }
  if (isBoard(game, trimmed)) return { from: trimmed.replaceAll(/\s+/g, " "), moves: [] };
  return { from: "-", moves: readMoves(trimmed) };
}

/** Whether a text has the shape of a board string rather than of a move list. */
export function isBoard(game: Game, text: string): boolean {
  if (game.family === "tree") return false;
  if (game.family === "connect-four") return text.includes("/") || /^[.xo]+$/i.test(text);
  return /^[xo\-]{2,}(\s|$)/i.test(text);
}

/** Moves without the numbers and results that people write around them: `1. f5 d6 2. c3 1-0`. */
export function readMoves(text: string): string[] {
  return text
    .split(/[\s,;]+/)
    .map((word) => word.replace(/^\d+\.+/, ""))
    .filter((word) => word !== "" && !/^(1-0|0-1|1\/2-1\/2|\*)$/.test(word));
}

/** A place in a game as people can paste it again. */
export function writeLine(line: Line): string {
  const moves = line.moves.join(" ");
  if (line.from === "-") return moves === "" ? "-" : moves;
  return moves === "" ? line.from : `${line.from}; ${moves}`;
}

/** The board string of cells that were set up by hand. */
export function writeBoard(game: Game, cells: string, firstToMove: boolean): string {
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
export function stonesTellTurn(game: Game): boolean {
  return game.family === "connect-four" || game.family === "mnk" || game.family === "hex";
}

/** The cells after one of them was clicked: empty, first side, second side, empty again. */
export function cycled(cells: string, cell: number): string {
  const order = "-XO-";
  const next = order[order.indexOf(cells[cell] ?? "-") + 1] ?? "-";
  return cells.slice(0, cell) + next + cells.slice(cell + 1);
}
