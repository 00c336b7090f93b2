/** Records of games: what every format is read into and written from. */

import type { Known, Side } from "../contract.ts";
import type { DrawnGame } from "../families.ts";
import type { Message } from "../words/catalogue.ts";
import { en } from "../words/en.ts";

/** A game as it was read. */
export interface GameRecord {
  /** A board string, or "-" for the start. */
  from: string;
  moves: readonly string[];
  /** What was left out or assumed, in sentences. */
  notes: readonly Message[];
  /** The boards that the record states, to compare with those that the moves lead to. */
  boards: readonly StatedBoard[];
}

/** A board that a record states. */
export interface StatedBoard {
  /** How many of the moves lead to it. */
  after: number;
  board: string;
  /** The line of the text that states it, from 1. */
  line: number;
}

/** A move as it is written, with what is known of it. Values are for the side that played it. */
export interface WrittenMove {
  move: string;
  side: Side;
  before: Known;
  after: Known;
  best: string | null;
  loss: number | null;
}

/** A game to write. */
export interface WrittenGame {
  from: string;
  moves: readonly WrittenMove[];
}

/** Why a text is no record of this game. */
export class RecordError extends Error {
  readonly said: Message;

  constructor(said: Message) {
    super(said(en));
    this.said = said;
  }
}

/** An error at an offset of a text, which its message states as line and character. */
export function errorAt(text: string, offset: number, problem: Message): RecordError {
  const before = text.slice(0, offset).split("\n");
  const character = [...(before.at(-1) ?? "")].length + 1;
  return new RecordError((words) =>
    words.records.at({ line: before.length, character, problem: problem(words) }),
  );
}

/** At most 40 characters of a text, on one line, for messages. */
export function excerpt(text: string): string {
  const shown = [...text.replaceAll(/[\s\p{C}]+/gu, " ").trim()];
  return shown.length > 40 ? `${shown.slice(0, 39).join("")}\u2026` : shown.join("");
}

/** `6×4`, as sizes are written for people. */
export function sizeWords(columns: number, rows: number): string {
  return `${columns}\u00d7${rows}`;
}

/** The move that the page calls this cell, by column and row as the record counts them from the top. */
export function moveName(game: DrawnGame, column: number, line: number): string {
  const row = rowOf(game, line);
  return `${game.column_names[column] ?? ""}${game.row_names[row] ?? ""}`;
}

/** The row, as cells count them, of a line of the board counted from the top; and the other way round. */
export function rowOf(game: DrawnGame, line: number): number {
  return game.first_row_at_top ? line : game.rows - 1 - line;
}

/** Column and line from the top of the cell that a move names; null for a pass. */
export function placeOf(game: DrawnGame, move: string): { column: number; line: number } | null {
  const column = game.column_names.findIndex((name) => move.startsWith(name));
  const row = game.row_names.indexOf(move.slice(game.column_names[column]?.length ?? 0));
  return column < 0 || row < 0 ? null : { column, line: rowOf(game, row) };
}

/** The cells of the start. Othello begins with four discs, other games with none. */
export function startCells(game: DrawnGame): string {
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

/** The board string of cells, or "-" where it is the start. */
export function boardOf(game: DrawnGame, cells: string, toMove: Side): string {
  if (toMove === "first" && cells === startCells(game)) return "-";
  return `${cells} ${toMove === "first" ? "X" : "O"}`;
}

/** Cells and side to move of a board string of a game whose cells are X, O and `-`. */
export function cellsOf(game: DrawnGame, from: string): { cells: string; toMove: Side } {
  if (from === "-") return { cells: startCells(game), toMove: "first" };
  const [cells = "", mover = "X"] = from.trim().toUpperCase().split(/\s+/);
  return { cells, toMove: mover === "O" ? "second" : "first" };
}
