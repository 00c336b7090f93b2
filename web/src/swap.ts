/**
 * The swap rule of Hex: after the first stone, the players may exchange colours. The stone stays. The
 * server knows nothing of it: its values are those of the colours.
 */

import type { Game, KnownValue, Position, ReviewedMove, Side } from "../engine/src/contract.ts";
import { parameters } from "./families.ts";
import { otherSides } from "./loss.ts";
import type { Player, Route } from "./route.ts";
import { other, tone } from "./words.ts";

/** The name of the exchange among the moves of a line, of which it is the second. */
export const SWAP = "swap";

/** Whether the rule can be had: not where the first stone ends the game. */
export function canSwap(game: Game): boolean {
  return game.family === "hex" && game.rows > 1 && !parameters(game).has("start");
}

/** The moves of a line as the server reads them. */
export function serverMoves(game: Game, moves: readonly string[]): readonly string[] {
  return canSwap(game) && moves[1] === SWAP ? [...moves.slice(0, 1), ...moves.slice(2)] : moves;
}

/** The moves that the server read, with the exchange where the line has it. */
export function withSwap(game: Game, read: readonly string[], moves: readonly string[]): readonly string[] {
  const isIn = canSwap(game) && moves[1] === SWAP && read.length > 0;
  return isIn ? [...read.slice(0, 1), SWAP, ...read.slice(1)] : read;
}

/** Whether the players have exchanged colours within the first `at` moves. */
export function isSwapped(moves: readonly string[], at: number): boolean {
  return at > 1 && moves[1] === SWAP;
}

/** The colour that the person has after `at` moves. The same again leads back. */
export function colourAt(player: Player, moves: readonly string[], at: number): Player {
  return player !== "both" && isSwapped(moves, at) ? other(player) : player;
}

/** Whether the rule holds on the line of the route. */
export function hasSwapRule(game: Game, route: Route): boolean {
  return canSwap(game) && route.from === "-" && (route.hasSwap || route.moves[1] === SWAP);
}

/** Whether the second player is to choose now between a swap and a move. */
export function isSwapOpen(game: Game, route: Route, position: Position): boolean {
  return hasSwapRule(game, route) && route.at === 1 && position.moves_played.length === 1 && !position.over;
}

/** Whether it is open who has which colour: until the second player has chosen. */
export function isColourOpen(game: Game, route: Route, position: Position): boolean {
  const isStart = position.moves_played.length === 0 && hasSwapRule(game, route);
  return isStart || isSwapOpen(game, route, position);
}

/** What the second player gains by: the exchange, or its own colour; null where that is unknown. */
export function swapChoice(position: Position): "swap" | "stay" | null {
  const found = tone(position);
  return found === "loss" ? "swap" : found === "win" ? "stay" : null;
}

/**
 * Whether to swap where nobody knows the value. On boards of usual sizes most first stones within the
 * board win and most on its edge lose. A guess: it proves nothing.
 */
export function guessesSwap(game: Game, position: Position): boolean {
  const cell = position.cells.indexOf("X");
  const [column, row] = [cell % game.columns, Math.floor(cell / game.columns)];
  return column > 0 && row > 0 && column < game.columns - 1 && row < game.rows - 1;
}

/** The position with its best move only where that is not the swap: then no move on the board is best. */
export function bestUnderSwap(game: Game, route: Route, position: Position): Position {
  const takes = isSwapOpen(game, route, position) && swapChoice(position) === "swap";
  return takes ? { ...position, best_move: null } : position;
}

/** What is known for a side after a move, whose own value is for the player who made it. */
export function afterFor(side: Side, one: Pick<ReviewedMove, "move" | "side" | "after">): KnownValue {
  // Whoever swapped has the first side now.
  const mover = one.move === SWAP ? "first" : one.side;
  return mover === side ? one.after : otherSides(one.after);
}

/** The values for the first side along a line: until the choice is made, the second player wins. */
export function valuesUnderSwap(values: readonly (number | null)[]): (number | null)[] {
  return values.map((value, ply) => (ply < 2 ? -1 : value));
}

/** A review under the rule: no first stone loses anything, and the choice of the second player may. */
export function reviewUnderSwap(reviewed: readonly ReviewedMove[], moves: readonly string[]): ReviewedMove[] {
  const [opening, ...rest] = reviewed;
  if (!opening) return [];
  const exactly = (value: number | null): KnownValue => ({
    ...opening.after,
    value,
    at_least: null,
    at_most: null,
    plies: null,
  });
  const first: ReviewedMove = { ...opening, before: exactly(-1), after: exactly(-1), best: opening.move, loss: 0 };
  // Who wins with the first stone, for the side that has it.
  const stone = opening.after.value;
  if (moves[1] === SWAP) {
    const swap: ReviewedMove = {
      ...first,
      ply: 2,
      side: "second",
      move: SWAP,
      before: exactly(1),
      after: exactly(stone),
      best: stone === null ? null : stone > 0 ? SWAP : (rest[0]?.best ?? null),
      loss: stone === null ? null : 1 - stone,
      forced: false,
    };
    return [first, swap, ...rest.map((one) => ({ ...one, ply: one.ply + 1 }))];
  }
  const [reply, ...later] = rest;
  if (!reply) return [first];
  const after = reply.after.value;
  const best = stone === null ? null : stone > 0 ? SWAP : reply.best;
  const chosen = { ...reply, before: exactly(1), best, loss: after === null ? null : 1 - after, forced: false };
  return [first, chosen, ...later];
}
