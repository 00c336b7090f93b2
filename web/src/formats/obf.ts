/** OBF, the line format of Othello test suites: a board, the side to move, and scores of moves. */

import type { DrawnGame } from "../families.ts";
import { signed } from "../words.ts";
import { type GameRecord, type StatedBoard, type WrittenGame, boardOf, errorAt, excerpt } from "./record.ts";

interface ObfLine {
  cells: string;
  isFirst: boolean;
  /** The line of the text, from 1, and the offset where it begins. */
  line: number;
  at: number;
}

const BOARD = /^([xo*.-]{4,})\s*([xo*])\s*(?:[;%]|$)/i;

/**
 * Whether a text is OBF: every line has a board, and there are several of them, or scores. A single
 * board with moves behind it is the page's own notation.
 */
export function isObf(text: string): boolean {
  const lines = text.split("\n").filter((line) => line.replace(/%.*/, "").trim() !== "");
  if (lines.length === 0 || !lines.every((line) => BOARD.test(line.trim()))) return false;
  return lines.length > 1 || /[:%]|;\s*$/.test(lines[0] ?? "");
}

/** Reads the positions of a game, one a line: the disc that a line adds is the move. */
export function readObf(game: DrawnGame, text: string): GameRecord {
  const lines = readLines(game, text);
  const [first] = lines;
  if (!first) throw errorAt(text, 0, ({ records }) => records.noBoard);
  const moves: string[] = [];
  const boards: StatedBoard[] = [];
  lines.forEach((next, index) => {
    const before = lines[index - 1];
    if (before) moves.push(...between(game, text, before, next));
    boards.push({ after: moves.length, board: `${next.cells} ${next.isFirst ? "X" : "O"}`, line: next.line });
  });
  return { from: boardOf(game, first.cells, first.isFirst ? "first" : "second"), moves, notes: [], boards };
}

function readLines(game: DrawnGame, text: string): ObfLine[] {
  const squares = game.columns * game.rows;
  const lines: ObfLine[] = [];
  let at = 0;
  for (const [index, line] of text.split("\n").entries()) {
    const found = BOARD.exec(line.trim());
    if (found) {
      const cells = (found[1] ?? "").toUpperCase().replaceAll("*", "X").replaceAll(".", "-");
      if (cells.length !== squares) {
        throw errorAt(text, at, ({ records }) => records.squares({ found: cells.length, expected: squares }));
      }
      lines.push({ cells, isFirst: (found[2] ?? "").toUpperCase() !== "O", line: index + 1, at });
    }
    at += line.length + 1;
  }
  return lines;
}

/** The moves from one line to the next: the disc that was added, and passes. */
function between(game: DrawnGame, text: string, before: ObfLine, next: ObfLine): string[] {
  const added = [...next.cells].flatMap((cell, index) => (cell !== "-" && before.cells[index] === "-" ? [index] : []));
  const isGone = [...before.cells].some((cell, index) => cell !== "-" && next.cells[index] === "-");
  const [cell] = added;
  const hasTurned = before.isFirst !== next.isFirst;
  if (isGone || added.length > 1 || (cell === undefined && (!hasTurned || before.cells !== next.cells))) {
    throw errorAt(text, next.at, ({ records }) => records.notNext({ line: before.line }));
  }
  if (cell === undefined) return ["pass"];
  const move = `${game.column_names[cell % game.columns]}${game.row_names[Math.floor(cell / game.columns)]}`;
  const isFirst = next.cells[cell] === "X";
  return [...(isFirst === before.isFirst ? [] : ["pass"]), move, ...(isFirst !== next.isFirst ? [] : ["pass"])];
}

/** Refuses the record where a board is not the one that its moves lead to. `reached[i]` is the board after `i` moves. */
export function compareBoards(text: string, stated: readonly StatedBoard[], reached: readonly string[]): void {
  for (const { after, board, line } of stated) {
    const found = reached[after];
    if (found === undefined || found.toUpperCase() === board) continue;
    const offset = text.split("\n").slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    throw errorAt(text, offset, ({ records }) => records.otherBoard({ found: excerpt(board), expected: excerpt(found) }));
  }
}

/** `boards[i]` is the board string after `i` moves. */
export function writeObf({ moves }: WrittenGame, boards: readonly string[]): string {
  const lines = boards.map((board, ply) => {
    const one = moves[ply];
    const fields: string[] = [];
    const field = (move: string, value: number): void => {
      fields.push(`${move === "pass" ? "ps" : move}:${signed(value).replace("\u2212", "-")};`);
    };
    if (one && one.best !== null && one.before.value !== null && one.best !== one.move) field(one.best, one.before.value);
    if (one && one.after.value !== null) field(one.move, one.after.value);
    return [`${board};`, ...fields, one ? `% ${ply + 1}. ${one.move}` : "% end"].join(" ");
  });
  return `${lines.join("\n")}\n`;
}
