/** The boards that the page can draw. Every other game is shown as text, with a list of moves. */

import type { Game } from "./contract.ts";

const DRAWN = ["othello", "connect-four", "mnk", "go", "hex"] as const;

type DrawnFamily = (typeof DRAWN)[number];

/** A game whose board the page draws. */
export type DrawnGame = Game & { family: DrawnFamily };

export function isDrawn(game: Game): game is DrawnGame {
  const drawn: readonly string[] = DRAWN;
  return drawn.includes(game.family);
}

/** Whether a side may pass only where it has no other move. */
export function passesAreForced(game: Game): boolean {
  return game.family === "othello";
}

/** The parameters of the game: what its spec has after the `?`. */
export function parameters(game: Game): URLSearchParams {
  return new URLSearchParams(game.spec.split("?")[1] ?? "");
}
