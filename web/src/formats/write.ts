/** Writes a game in the formats that its game has. */

import type { Game } from "../../engine/src/contract.ts";
import { type DrawnGame, isDrawn } from "../families.ts";
import { writeLine } from "../notation.ts";
import { hasGgf, writeGgf } from "./ggf.ts";
import { writeObf } from "./obf.ts";
import type { WrittenGame } from "./record.ts";
import { hasSgf, writeSgf } from "./sgf.ts";

export type Format = "moves" | "sgf" | "ggf" | "obf";

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
