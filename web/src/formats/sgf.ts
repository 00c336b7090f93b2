/** SGF, FF[4], of Go (GM[1]), Othello (GM[2]) and Hex (GM[11]). */

import type { Side } from "../contract.ts";
import { type DrawnGame, parameters } from "../families.ts";
import { provedLoss } from "../loss.ts";
import { SWAP, afterForFirst } from "../swap.ts";
import { other } from "../words.ts";
import type { Message } from "../words/catalogue.ts";
import { type Property, leftOut, readTree } from "./properties.ts";
import {
  type GameRecord,
  type WrittenGame,
  boardOf,
  cellsOf,
  errorAt,
  excerpt,
  moveName,
  placeOf,
  rowOf,
  sizeWords,
  startCells,
} from "./record.ts";

type Written = Property["values"][number];

interface Place {
  column: number;
  /** From the top. */
  line: number;
}

/** A move, or one of the words that Hex has instead. */
type Read = Place | "pass" | "swap-pieces" | "swap-sides" | "end";

const NUMBERS: Partial<Record<DrawnGame["family"], string>> = { go: "1", othello: "2", hex: "11" };

/** Whether SGF has a number for this kind of game. */
export function hasSgf(game: DrawnGame): boolean {
  return NUMBERS[game.family] !== undefined;
}

export function readSgf(game: DrawnGame, text: string): GameRecord {
  return new Reader(game, text).read();
}

class Reader {
  readonly #game: DrawnGame;
  readonly #text: string;
  readonly #notes: Message[] = [];
  readonly #moves: string[] = [];
  #cells: string[];
  #hasSetup = false;
  /** The side to move by the record; null before it says. */
  #stated: Side | null = null;
  /** The side to move. */
  #due: Side = "first";
  #first: Side = "first";
  /** Whether the stones were exchanged: later moves are read as of the other colour, mirrored. */
  #isMirrored = false;

  constructor(game: DrawnGame, text: string) {
    this.#game = game;
    this.#text = text;
    this.#cells = [...startCells(game)];
  }

  read(): GameRecord {
    const tree = readTree(this.#text, true);
    this.#notes.push(...leftOut(tree));
    this.#readHead(tree.nodes.flat());
    for (const node of tree.nodes) {
      const set = new Set<number>();
      for (const { name, values } of node) {
        const [first] = values;
        if (!first) continue;
        if (name === "B" || name === "W") this.#move(name, first);
        else if (name === "PL") this.#stated = /^\s*[W2]/i.test(first.text) ? "second" : "first";
        else if (name === "AB" || name === "AW" || name === "AE") this.#setUp(name, values, set);
      }
    }
    this.#begin(null);
    const from = boardOf(this.#game, this.#cells.join(""), this.#first);
    return { from, moves: this.#moves, notes: this.#notes, boards: [] };
  }

  /** The kind of game, the size of the board, and komi. */
  #readHead(properties: Property[]): void {
    const value = (name: string): Written | undefined => properties.find((one) => one.name === name)?.values[0];
    const number = NUMBERS[this.#game.family] ?? "";
    const kind = value("GM");
    if (kind && kind.text.trim() !== number) {
      const found = `GM[${excerpt(kind.text)}]`;
      throw this.#error(kind, ({ records }) => records.otherGame({ found, expected: `GM[${number}]` }));
    }
    const { columns, rows } = this.#game;
    const size = value("SZ");
    if (!size) {
      this.#notes.push(({ records }) => records.noSize({ property: "SZ", size: sizeWords(columns, rows) }));
    } else {
      const parts = /^\s*(\d{1,4})\s*(?::\s*(\d{1,4})\s*)?$/.exec(size.text);
      if (!parts) throw this.#error(size, ({ records }) => records.noSuchSize({ found: `SZ[${excerpt(size.text)}]` }));
      const found = [Number(parts[1]), Number(parts[2] ?? parts[1])] as const;
      if (found[0] !== columns || found[1] !== rows) {
        throw this.#error(size, ({ records }) => records.otherSize({ found: sizeWords(...found), expected: sizeWords(columns, rows) }));
      }
    }
    const komi = value("KM");
    const ours = parameters(this.#game).get("komi") ?? "0";
    if (komi && this.#game.family === "go" && Number(komi.text) !== Number(ours)) {
      this.#notes.push(({ records }) => records.otherKomi({ found: excerpt(komi.text), expected: ours }));
    }
  }

  /** Sets cells up; `set` are those that the same node has set up. */
  #setUp(name: string, values: Written[], set: Set<number>): void {
    const [first] = values;
    if (first && this.#moves.length > 0) throw this.#error(first, ({ records }) => records.lateSetup);
    // Where a record sets up stones, it sets up all of them: the discs of Othello's start as well.
    if (!this.#hasSetup) this.#cells.fill("-");
    this.#hasSetup = true;
    for (const value of values) {
      for (const { column, line } of this.#points(value)) {
        const cell = rowOf(this.#game, line) * this.#game.columns + column;
        if (set.has(cell)) throw this.#error(value, ({ records }) => records.setTwice({ found: writePlace(this.#game, { column, line }) }));
        set.add(cell);
        this.#cells[cell] = name === "AB" ? "X" : name === "AW" ? "O" : "-";
      }
    }
  }

  /** The points of a value: one, or a rectangle by two corners in any order, as in `aa:cc`. */
  #points(value: Written): Place[] {
    const [from = "", to = from] = value.text.split(":");
    const one = this.#place({ ...value, text: from });
    const two = this.#place({ ...value, text: to });
    const points: Place[] = [];
    for (let line = Math.min(one.line, two.line); line <= Math.max(one.line, two.line); line += 1) {
      const end = Math.max(one.column, two.column);
      for (let column = Math.min(one.column, two.column); column <= end; column += 1) points.push({ column, line });
    }
    return points;
  }

  /** Settles, before the first move, whose move it is. */
  #begin(mover: Side | null): void {
    if (this.#moves.length > 0) return;
    const stones = this.#cells.filter((cell) => cell !== "-").length;
    const byStones: Side = stones % 2 === 0 ? "first" : "second";
    const isHex = this.#game.family === "hex";
    this.#first = isHex ? byStones : (this.#stated ?? mover ?? "first");
    this.#due = this.#first;
  }

  #move(name: "B" | "W", value: Written): void {
    const read = this.#value(value);
    if (read === "end") return;
    let side: Side = name === "B" ? "first" : "second";
    if (this.#isMirrored) side = other(side);
    this.#begin(side);
    if (side !== this.#due) {
      // In Othello a side that moves twice had the other pass in between.
      if (this.#game.family !== "othello" || read === "pass" || this.#moves.length === 0) {
        const expected = (this.#due === "first") === this.#isMirrored ? "W" : "B";
        throw this.#error(value, ({ records }) => records.wrongColour({ found: name, expected }));
      }
      this.#moves.push("pass");
      this.#due = side;
    }
    if (read === "swap-pieces" || read === "swap-sides") {
      this.#swap(read, value);
      return;
    }
    this.#moves.push(read === "pass" ? "pass" : this.#name(read));
    this.#due = other(this.#due);
  }

  #name({ column, line }: Place): string {
    return this.#isMirrored ? moveName(this.#game, line, column) : moveName(this.#game, column, line);
  }

  /** The page exchanges colours and leaves the stone, so White is still to move. */
  #swap(kind: "swap-pieces" | "swap-sides", value: Written): void {
    if (this.#moves.length !== 1 || this.#hasSetup) throw this.#error(value, ({ records }) => records.lateSwap);
    if (kind === "swap-pieces") {
      if (this.#game.columns !== this.#game.rows) throw this.#error(value, ({ records }) => records.squareSwap);
      this.#isMirrored = true;
      this.#notes.push(({ records }) => records.mirrored);
    }
    this.#moves.push(SWAP);
  }

  #value(value: Written): Read {
    const text = value.text.trim().toLowerCase();
    const { family, columns, rows } = this.#game;
    if (family === "hex") {
      if (text === "swap" || text === "swap-pieces") return "swap-pieces";
      if (text === "swap-sides") return text;
      if (text === "resign" || text === "forfeit") return "end";
      return this.#place(value);
    }
    if (text === "" || text === "pass" || (family === "othello" && ["pa", "--"].includes(text))) return "pass";
    if (family === "go" && text === "tt" && columns <= 19 && rows <= 19) return "pass";
    return this.#place(value);
  }

  /** A cell: two letters in Go; a letter and a number, or two letters, elsewhere. */
  #place(value: Written): Place {
    const { family, columns, rows } = this.#game;
    const text = value.text.trim().toLowerCase();
    const isGo = family === "go";
    const letters = /^([a-z])([a-z])$/.exec(text);
    const numbered = isGo ? null : /^([a-z])([1-9]\d?)$/.exec(text);
    const found = letters ?? numbered;
    if (!found) {
      const given = { found: excerpt(value.text), example: isGo ? "cd" : "c4" };
      const passes = isGo ? "[]" : family === "othello" ? "PA" : null;
      throw this.#error(value, ({ records }) =>
        passes === null ? records.noCell(given) : records.noMove({ ...given, pass: passes }));
    }
    const index = (letter: string | undefined): number => (letter ?? "").charCodeAt(0) - "a".charCodeAt(0);
    const place = { column: index(found[1]), line: letters ? index(found[2]) : Number(found[2]) - 1 };
    if (place.column >= columns || place.line >= rows) {
      throw this.#error(value, ({ records }) => records.offBoard({ found: excerpt(value.text), size: sizeWords(columns, rows) }));
    }
    return place;
  }

  #error({ at }: Written, problem: Message): Error {
    return errorAt(this.#text, at, problem);
  }
}

/** Writes a game, with the value for Black after each move (V) and a mark at moves that lost value (BM). */
export function writeSgf(game: DrawnGame, { from, moves }: WrittenGame): string {
  const { columns, rows } = game;
  const head = [
    `FF[4]GM[${NUMBERS[game.family] ?? ""}]AP[Solveig]CA[UTF-8]`,
    `SZ[${columns === rows ? columns : `${columns}:${rows}`}]`,
    game.family === "go" ? `KM[${parameters(game).get("komi") ?? "0"}]` : "",
    from === "-" ? "" : writeSetup(game, from),
  ];
  const played = moves.map((one) => {
    const { move, side, before, after } = one;
    const told = afterForFirst(one);
    const value = told === null ? "" : `V[${told}]`;
    const mark = provedLoss(before, after) > 0 ? "BM[1]" : "";
    return `;${side === "first" ? "B" : "W"}[${writeMove(game, move)}]${value}${mark}`;
  });
  return `(;${head.join("")}\n${played.join("\n")})\n`;
}

function writeSetup(game: DrawnGame, from: string): string {
  const { cells, toMove } = cellsOf(game, from);
  const stones = (name: string, stone: string): string => {
    const points = [...cells].flatMap((cell, index) => {
      if (cell !== stone) return [];
      const line = rowOf(game, Math.floor(index / game.columns));
      return [`[${writePlace(game, { column: index % game.columns, line })}]`];
    });
    return points.length === 0 ? "" : name + points.join("");
  };
  return `${stones("AB", "X")}${stones("AW", "O")}PL[${toMove === "first" ? "B" : "W"}]`;
}

function writeMove(game: DrawnGame, move: string): string {
  if (move === SWAP) return "swap-sides";
  const place = placeOf(game, move);
  if (place) return writePlace(game, place);
  return game.family === "othello" ? "PA" : "";
}

function writePlace(game: DrawnGame, { column, line }: Place): string {
  const letter = (index: number): string => String.fromCharCode("a".charCodeAt(0) + index);
  return game.family === "go" ? letter(column) + letter(line) : `${letter(column)}${line + 1}`;
}
