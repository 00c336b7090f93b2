/** Pasted positions and games, and board strings. */

import type { Game } from "./contract.ts";
import { type DrawnGame, isDrawn } from "./families.ts";
import type { Line } from "./server.ts";

/**
 * Reads a board string, a move list, or both with `;` or a line break between them. The server says
 * whether they are right. The boards of games that are not drawn are unknown here: a text in front
 * of a `;` is one.
 */
export function readPasted(game: Game, text: string): Line {
  const trimmed = text.trim();
  if (trimmed === "" || trimmed === "-") return { from: "-", moves: [] };
  const isPlain = !isDrawn(game);
  const cut = trimmed.search(isPlain ? /;/ : /[;\n]/);
  if (cut >= 0) {
    const front = trimmed.slice(0, cut).trim();
    const rest = trimmed.slice(cut + 1);
    if (isPlain || front === "-" || isBoard(game, front)) {
      return { from: front || "-", moves: readMoves(rest) };
    }
  }
  if (!isPlain && isBoard(game, trimmed)) return { from: trimmed.replaceAll(/\s+/g, " "), moves: [] };
  return { from: "-", moves: readMoves(trimmed) };
}

/** Whether a text looks like a board string and not like a move list. */
function isBoard(game: DrawnGame, text: string): boolean {
  if (game.family === "connect-four") return text.includes("/") || /^[.xo]+$/i.test(text);
  return /^[xo-]{2,}(\s|$)/i.test(text);
}

/** The moves in a text, without move numbers and results: `1. f5 d6 2. c3 1-0`. */
export function readMoves(text: string): string[] {
  return text
    .split(/[\s,;]+/)
    .map((word) => word.replace(/^\d+\.+/, ""))
    .filter((word) => word !== "" && !/^(1-0|0-1|1\/2-1\/2|\*)$/.test(word));
}

/** A board and moves as `readPasted` reads them. */
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
  return game.family === "connect-four" || game.family === "mnk" || game.family === "hex";
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
