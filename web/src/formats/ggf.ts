/** GGF, the format of Othello servers: `(;GM[Othello]BO[8 ... *]B[F5]W[F6];)`. */

import type { Side } from "../contract.ts";
import type { DrawnGame } from "../families.ts";
import { other, signed } from "../words.ts";
import { type Property, leftOut, readTree } from "./properties.ts";
import {
  type GameRecord,
  type WrittenGame,
  boardOf,
  cellsOf,
  errorAt,
  excerpt,
  sizeWords,
  startCells,
} from "./record.ts";

/** Whether a text with properties is GGF: it names its game, where SGF numbers it. */
export function isGgf(text: string): boolean {
  return /\bGM\s*\[\s*[A-Za-z]/.test(text) || (!/\bGM\s*\[/.test(text) && /\bBO\s*\[/.test(text));
}

/** Whether GGF has a board of this size: it knows squares alone. */
export function hasGgf(game: DrawnGame): boolean {
  return game.family === "othello" && game.columns === game.rows;
}

export function readGgf(game: DrawnGame, text: string): GameRecord {
  const tree = readTree(text, false);
  const notes = leftOut(tree);
  let cells = startCells(game);
  let toMove: Side = "first";
  let hasBoard = false;
  const moves: string[] = [];
  for (const { name, values } of tree.nodes.flat()) {
    const [first] = values;
    if (!first) continue;
    if (name === "GM" && !/^\s*othello\s*$/i.test(first.text)) {
      throw errorAt(text, first.at, ({ records }) => records.otherGame({ found: `GM[${excerpt(first.text)}]`, expected: "GM[Othello]" }));
    } else if (name === "BO") {
      if (moves.length > 0) throw errorAt(text, first.at, ({ records }) => records.lateSetup);
      ({ cells, toMove } = readBoard(game, text, first));
      hasBoard = true;
    } else if (name === "B" || name === "W") {
      const side: Side = name === "B" ? "first" : "second";
      // A side that moves twice had the other pass in between.
      const due = moves.length % 2 === 0 ? toMove : other(toMove);
      const move = readMove(game, text, first);
      if (side !== due && move === "pass") {
        throw errorAt(text, first.at, ({ records }) => records.wrongColour({ found: name, expected: name === "B" ? "W" : "B" }));
      }
      if (side !== due && moves.length === 0) {
        throw errorAt(text, first.at, ({ records }) => records.wrongColour({ found: name, expected: name === "B" ? "W" : "B" }));
      }
      if (side !== due) moves.push("pass");
      moves.push(move);
    }
  }
  if (!hasBoard) notes.push(({ records }) => records.noSize({ property: "BO", size: sizeWords(game.columns, game.rows) }));
  return { from: boardOf(game, cells, toMove), moves, notes, boards: [] };
}

function readBoard(
  game: DrawnGame,
  text: string,
  { text: value, at }: Property["values"][number],
): { cells: string; toMove: Side } {
  const side = /^\s*(\d{1,4})\s/.exec(value);
  const letters = value
    .slice(side?.[0].length ?? 0)
    .replaceAll(/\s/g, "")
    .toUpperCase()
    .replaceAll("*", "X")
    .replaceAll(".", "-");
  if (!side || !/^[XO-]*[XO]$/.test(letters)) throw errorAt(text, at, ({ records }) => records.ggfBoard({ found: excerpt(value) }));
  const size = Number(side[1]);
  if (size !== game.columns || size !== game.rows) {
    const found = sizeWords(size, size);
    throw errorAt(text, at, ({ records }) => records.otherSize({ found, expected: sizeWords(game.columns, game.rows) }));
  }
  if (letters.length - 1 !== size * size) {
    throw errorAt(text, at, ({ records }) => records.squares({ found: letters.length - 1, expected: size * size }));
  }
  return { cells: letters.slice(0, -1), toMove: letters.endsWith("X") ? "first" : "second" };
}

/** Reads `F5`, `F5/1.2/0.5` or `PA`. Behind the slashes are an evaluation and a time. */
function readMove(game: DrawnGame, text: string, { text: value, at }: Property["values"][number]): string {
  const name = (value.split("/")[0] ?? "").trim().toLowerCase();
  if (["pa", "pass", "--"].includes(name)) return "pass";
  if (!/^[a-z][1-9]\d?$/.test(name)) {
    throw errorAt(text, at, ({ records }) => records.noMove({ found: excerpt(value), example: "F5", pass: "PA" }));
  }
  const isThere = game.column_names.includes(name[0] ?? "") && game.row_names.includes(name.slice(1));
  if (!isThere) {
    throw errorAt(text, at, ({ records }) => records.offBoard({ found: excerpt(value), size: sizeWords(game.columns, game.rows) }));
  }
  return name;
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
