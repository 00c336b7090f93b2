/** A program that errs on purpose. */

import type { Position } from "../../engine/src/contract.ts";
import type { Line } from "../server.ts";

/** The rates that can be chosen: in how many of a hundred moves the program errs. */
export const RATES = [0, 10, 25, 50, 100] as const;

/** A number from 0 up to 1 that a seed and a text always give. */
export function chance(seed: number, text: string): number {
  // FNV-1a, and the last step of MurmurHash3, by which similar texts give numbers far apart.
  let hash = (0x811c9dc5 ^ seed) >>> 0;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/** Whether an error is to be made after a line, by a rate in percent. The same seed errs in the same places. */
export function errsAt(line: Line, rate: number, seed: number): boolean {
  return chance(seed, `whether ${nameOf(line)}`) * 100 < rate;
}

/** A move that is known to be worse than the best; null where none is known. */
export function mistake({ value, moves }: Position, line: Line, seed: number): string | null {
  if (value === null) return null;
  const worse = moves.filter((one) => (one.value ?? one.at_most ?? value) < value);
  return worse[Math.floor(chance(seed, `which ${nameOf(line)}`) * worse.length)]?.move ?? null;
}

function nameOf({ from, moves }: Line): string {
  return `${from} ${moves.join(" ")}`;
}
