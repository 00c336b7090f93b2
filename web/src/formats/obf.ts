/** OBF, the line format of Othello test suites: a board, the side to move, and scores of moves. */

import { signed } from "../words.ts";
import type { WrittenGame } from "./record.ts";

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
