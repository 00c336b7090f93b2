/** The boards that the page can draw. Every other game is shown as text, with a list of moves. */

import type { Game } from "../engine/src/contract.ts";

const BUILT_IN = ["othello", "connect-four", "mnk", "go", "hex"] as const;

/** Layouts that no game of Solveig has. */
const OTHERS = ["edges", "points", "track"] as const;

const DRAWN = [...BUILT_IN, ...OTHERS] as const;

type DrawnFamily = (typeof DRAWN)[number];

/** A family that has rules, and with them a title and records. */
export type BuiltInFamily = (typeof BUILT_IN)[number];

/** A game whose board the page draws. */
export type DrawnGame = Game & { family: DrawnFamily };

export function isDrawn(game: Game): game is DrawnGame {
  const drawn: readonly string[] = DRAWN;
  return drawn.includes(game.family);
}

/** Whether the rules of the game are those of its family, and not of a game that is only drawn alike. */
export function isBuiltIn(game: DrawnGame): game is Game & { family: BuiltInFamily } {
  const builtIn: readonly string[] = BUILT_IN;
  return builtIn.includes(game.family);
}

/** Whether a side may pass only where it has no other move: everywhere but in Go. */
export function passesAreForced(game: Game): boolean {
  return game.family !== "go";
}

/**
 * Whether a forced pass says that its side has no move: by the rules of built-in games. In a game of
 * one's own it may stand for an extra turn of the other side.
 */
export function passesForLackOfMoves(game: Game): boolean {
  return isDrawn(game) && isBuiltIn(game);
}

/** Whether something is stored of the game: all else is searched. */
export function hasFile({ artifact, proof, player }: Game): boolean {
  return artifact !== null || proof !== null || player !== null;
}

/** The greatest board without a file that is searched to the end at once. */
const MAX_SEARCHED_CELLS = 9;

/** Whether the whole game is searched at once, which takes no time. */
export function isSearchedWhole(game: Game): boolean {
  return !hasFile(game) && game.family === "mnk" && game.columns * game.rows <= MAX_SEARCHED_CELLS;
}

/** The parameters of the game: what its spec has after the `?`. */
export function parameters(game: Game): URLSearchParams {
  return new URLSearchParams(game.spec.split("?")[1] ?? "");
}

/** The colours of the sides as custom properties of CSS, where the game states them. */
export function sideColours({ colours }: Game): Record<string, string> {
  return colours ? { "--first-side": colours[0], "--second-side": colours[1] } : {};
}

/** What a cell of a board of edges is, by its column and row from 0. */
export function edgePart(column: number, row: number): "dot" | "across" | "down" | "box" {
  if (row % 2 === 0) return column % 2 === 0 ? "dot" : "across";
  return column % 2 === 0 ? "down" : "box";
}
