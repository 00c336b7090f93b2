/** The proof that a game is served with: where it starts, and what it claims. */

import type { Game, KnownValue, ProofFile } from "../engine/src/contract.ts";
import type { Player, Route } from "./route.ts";
import { other, verdict } from "./words.ts";
import type { Words } from "./words/catalogue.ts";

/** The position in which a new game starts: that of the proof or the player, if there is one. */
export function startOf(game: Game): Pick<Route, "from" | "moves" | "at"> {
  const { from, moves } = game.proof ?? { from: game.player?.from ?? "-", moves: [] };
  return { from, moves, at: moves.length };
}

/** The side for a person at the start: the one that a proof shows to lose, so that its moves are seen. */
export function personIn({ proof }: Game): Player {
  if (!proof) return "first";
  if (proof.at_least !== null && proof.at_most !== null) return proof.to_move;
  return proof.at_least !== null ? other(proof.to_move) : proof.to_move;
}

/** What a proof claims, in words. */
export function claimWords(words: Words, game: Game, proof: ProofFile): string {
  const { at_least, at_most } = proof;
  const nothing: KnownValue = {
    status: "bound",
    source: "certified",
    value: null,
    at_least: null,
    at_most: null,
    plies: null,
  };
  const claimed = (claim: Partial<KnownValue>): string =>
    verdict(words, game, { ...nothing, ...claim }, proof.to_move, false);
  if (at_least !== null && (at_least === at_most || at_least === game.greatest_value))
    return claimed({ value: at_least });
  if (at_most !== null && at_most === game.least_value) return claimed({ value: at_most });
  const texts: string[] = [];
  if (at_least !== null) texts.push(claimed({ at_least }));
  if (at_most !== null) texts.push(claimed({ at_most }));
  return words.list({ texts });
}
