/** SGF, FF[4], of Go (GM[1]), Othello (GM[2]) and Hex (GM[11]). */

import { type DrawnGame, parameters } from "../families.ts";
import { provedLoss } from "../loss.ts";
import { SWAP, afterFor } from "../swap.ts";
import { type Place, type WrittenGame, cellsOf, placeOf, rowOf } from "./record.ts";

const NUMBERS: Partial<Record<DrawnGame["family"], string>> = { go: "1", othello: "2", hex: "11" };

/** Whether SGF has a number for this kind of game. */
export function hasSgf(game: DrawnGame): boolean {
  return NUMBERS[game.family] !== undefined;
}

/** Writes a game, with the value for Black after each move (V) and a mark at moves that lost value (BM). */
export function writeSgf(game: DrawnGame, { from, moves }: WrittenGame): string {
  const { columns, rows } = game;
  const head = [
    `FF[4]GM[${NUMBERS[game.family] ?? ""}]AP[Solveig]CA[UTF-8]`,
    `SZ[${columns === rows ? columns : `${columns}:${rows}`}]`,
    game.family === "go" ? `KM[${parameters(game).get("komi") ?? "0"}]` : "",
    from === "-" && !parameters(game).has("start") ? "" : writeSetup(game, from),
  ];
  const played = moves.map((one) => {
    const { move, side, before, after } = one;
    const firstSidesValue = afterFor("first", one).value;
    const value = firstSidesValue === null ? "" : `V[${firstSidesValue}]`;
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
