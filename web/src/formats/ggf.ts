/** GGF, the format of Othello servers: `(;GM[Othello]BO[8 ... *]B[F5]W[F6];)`. */

import type { DrawnGame } from "../families.ts";
import { signed } from "../words.ts";
import { type WrittenGame, cellsOf } from "./record.ts";

/** Whether GGF has a board of this size: it knows squares alone. */
export function hasGgf(game: DrawnGame): boolean {
  return game.family === "othello" && game.columns === game.rows;
}

export function writeGgf(game: DrawnGame, { from, moves }: WrittenGame): string {
  const { cells, toMove } = cellsOf(game, from);
  const rows = Array.from({ length: game.rows }, (_, row) => cells.slice(row * game.columns, (row + 1) * game.columns));
  const board = `${rows.join(" ").replaceAll("X", "*")} ${toMove === "first" ? "*" : "O"}`;
  const played = moves.map(({ move, side, after }) => {
    const name = move === "pass" ? "PA" : move.toUpperCase();
    const value = after.value === null ? "" : `/${signed(after.value).replace("\u2212", "-")}.00`;
    return `${side === "first" ? "B" : "W"}[${name}${value}]`;
  });
  return `(;GM[Othello]PC[Solveig]TY[${game.columns}]BO[${game.columns} ${board}]${played.join("")};)\n`;
}
