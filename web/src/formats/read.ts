/** Reads a game in whichever format it is written, and writes it in those that its game has. */

import type { Game } from "../contract.ts";
import { type DrawnGame, isDrawn } from "../families.ts";
import { readPasted, writeLine } from "../notation.ts";
import { hasGgf, isGgf, readGgf, writeGgf } from "./ggf.ts";
import { isObf, readObf, writeObf } from "./obf.ts";
import { isTree } from "./properties.ts";
import { type GameRecord, RecordError, type WrittenGame } from "./record.ts";
import { hasSgf, readSgf, writeSgf } from "./sgf.ts";

export type Format = "moves" | "sgf" | "ggf" | "obf";

/** The most characters that are read. */
const MOST_CHARACTERS = 1_000_000;

/** Reads SGF, GGF and OBF where the game has them, else a board, moves, or both. */
export function readRecord(game: Game, text: string): GameRecord {
  if (text.length > MOST_CHARACTERS) throw new RecordError(({ records }) => records.tooLong({ most: String(MOST_CHARACTERS) }));
  const clean = text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
  if (isDrawn(game) && isTree(clean)) {
    const isOthello = game.family === "othello";
    if (isGgf(clean)) {
      if (!isOthello) throw new RecordError(({ records }) => records.notOthello({ format: "GGF" }));
      return readGgf(game, clean);
    }
    if (!hasSgf(game)) throw new RecordError(({ records }) => records.noSgf);
    return readSgf(game, clean);
  }
  if (isDrawn(game) && game.family === "othello" && isObf(clean)) return readObf(game, clean);
  return { ...readPasted(game, clean), notes: [], boards: [] };
}

/** The formats that a game can be written in. */
export function formatsOf(game: Game): Format[] {
  if (!isDrawn(game)) return ["moves"];
  const formats: Format[] = ["moves"];
  if (hasSgf(game)) formats.push("sgf");
  if (hasGgf(game)) formats.push("ggf");
  if (game.family === "othello") formats.push("obf");
  return formats;
}

/** Writes a game. `boards`, which OBF alone needs, are the board strings after 0, 1, 2 ... moves. */
export function writeRecord(game: Game, format: Format, written: WrittenGame, boards: readonly string[]): string {
  const drawn = game as DrawnGame;
  switch (format) {
    case "moves":
      return `${writeLine(game, { from: written.from, moves: written.moves.map((one) => one.move) })}\n`;
    case "sgf":
      return writeSgf(drawn, written);
    case "ggf":
      return writeGgf(drawn, written);
    case "obf":
      return writeObf(written, boards);
  }
}
