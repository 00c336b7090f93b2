/** What a review says of a game and its moves. */

import type { Game, KnownValue, Review, ReviewedMove, Side } from "../engine/src/contract.ts";
import { type Bounds, isExactLoss, otherSides, paceOf, provedLoss, throwsAway } from "./loss.ts";
import type { Judgement } from "./playing/remarks.ts";
import type { Route } from "./route.ts";
import { afterFor, colourAt, hasSwapRule } from "./swap.ts";
import { endingWords, hasPoints, hasScores, moveInSentence, moveName, sideName, tone, verdict } from "./words.ts";
import type { Words } from "./words/catalogue.ts";
import type { Outcome } from "./words/parameters.ts";

export interface ReviewOutcome {
  /** How the game ended, or who wins where the line ends; null for a line without moves. */
  ending: string | null;
  /** What could have been had. */
  chances: string[];
}

/** What came of the game, said to the person, or of both sides. */
export function outcomeWords(words: Words, game: Game, route: Route, review: Review): ReviewOutcome {
  const { moves, position } = review;
  const last = moves.at(-1);
  if (!last) return { ending: null, chances: [] };
  const { player } = route;
  const person = colourAt(player, route.moves, route.moves.length);
  const seen = afterFor(person === "both" ? position.to_move : person, last);
  const ending =
    position.over && person !== "both" && seen.value !== null
      ? endingWords(words, game, seen.value)
      : words.sentence({
          text: verdict(words, game, afterFor(position.to_move, last), position.to_move, position.over),
        });
  const isPersons = (one: ReviewedMove): boolean => colourAt(player, route.moves, one.ply - 1) === one.side;
  const chances =
    person === "both"
      ? (["first", "second"] as Side[]).map((side) => {
          const own = moves.filter((one) => one.side === side);
          return chanceWords(words, game, own, afterFor(side, last).value, sideName(words, game, side));
        })
      : [chanceWords(words, game, moves.filter(isPersons), seen.value, null)];
  return { ending, chances: chances.filter((text) => text !== null) };
}

/** The best that a side threw away, if it is more than it has at the end; `name` is null for the person. */
function chanceWords(
  words: Words,
  game: Game,
  own: readonly ReviewedMove[],
  atEnd: number | null,
  name: string | null,
): string | null {
  const last = (what: "win" | "draw"): ReviewedMove | undefined =>
    own.findLast((one) => one.best !== null && throwAway(game, one) === what);
  const value = atEnd ?? game.least_value;
  const chance = (value <= 0 ? last("win") : undefined) ?? (value < 0 ? last("draw") : undefined);
  const outcome = chance && throwAway(game, chance);
  if (!chance?.best || !outcome) return null;
  return words.review.couldHave({
    side: name,
    outcome,
    move: moveInSentence(words, game, chance.best),
    ply: chance.ply,
  });
}

/** What each side lost. */
export function summaryOf(words: Words, game: Game, route: Route, review: Review, side: Side): string {
  const moves = review.moves.filter((one) => one.side === side);
  const mistakes = moves.filter(isMistake);
  const unknown = moves.filter((one) => one.loss === null && !isMistake(one)).length;
  const texts = words.review;
  const called = sideName(words, game, side);
  const isPerson = colourAt(route.player, route.moves, route.moves.length) === side;
  const name = isPerson ? texts.person({ side: called }) : called;
  if (mistakes.length > 0) {
    const points = hasPoints(game) ? mistakes.reduce((sum, one) => sum + lossOf(one), 0) : null;
    const isBound = mistakes.some((one) => one.loss === null);
    return texts.losses({ side: name, points, isBound, count: mistakes.length, unknown });
  }
  const points = hasSwapRule(game, route) ? 0 : lossAlong(review.moves, side);
  if (points > 0) return texts.lostSomewhere({ side: name, points: hasPoints(game) ? points : null });
  return unknown > 0 ? texts.notKnown({ side: name, unknown }) : texts.lostNothing({ side: name });
}

/** What is known for a side at the start of a game and after each move. */
export function knownAlong(moves: readonly ReviewedMove[], side: Side): KnownValue[] {
  return moves.flatMap((one, index) => {
    const before = one.side === side ? one.before : otherSides(one.before);
    return index === 0 ? [before, afterFor(side, one)] : [afterFor(side, one)];
  });
}

/**
 * How much a side is proved to have lost in all: between two positions of which the later one is worse
 * for it. That holds whatever the moves between them lost, since those of the other side only add value.
 */
function lossAlong(moves: readonly ReviewedMove[], side: Side): number {
  let [most, loss] = [Number.NEGATIVE_INFINITY, 0];
  for (const knownValue of knownAlong(moves, side)) {
    loss = Math.max(loss, most - (knownValue.value ?? knownValue.at_most ?? Number.POSITIVE_INFINITY));
    most = Math.max(most, knownValue.value ?? knownValue.at_least ?? Number.NEGATIVE_INFINITY);
  }
  return loss;
}

/** What to say of each move that lost value, by its ply. */
export function mistakesOf(words: Words, game: Game, moves: readonly ReviewedMove[]): Map<number, string> {
  const phraseOf = (one: ReviewedMove): string => {
    const { ply, side, move } = one;
    return words.review.mistake({
      ply,
      side: sideName(words, game, side),
      move,
      verdict: verdictOf(words, game, one),
    });
  };
  return new Map(moves.filter(isMistake).map((one) => [one.ply, phraseOf(one)]));
}

/** What a move threw away; null where it kept who wins, or was the only one. */
function throwAway(game: Game, { before, after, forced }: ReviewedMove): "win" | "draw" | null {
  const what = forced ? null : throwsAway(before, after);
  return what === "draw" && !game.draws ? null : what;
}

/** What a move was: the best, or how much it lost. */
export function verdictOf(words: Words, game: Game, one: ReviewedMove): string {
  const texts = words.review;
  if (one.forced) return texts.forced;
  const loss = lossOf(one);
  const isBound = one.loss === null;
  if (loss === 0) {
    const pace = slowerPace(one);
    if (pace !== null) return texts.samePace({ outcome: pace });
    return isBound ? words.values.unknown : texts.played;
  }
  const what = throwAway(game, one);
  const pace = hasScores(game) && !hasPoints(game) ? paceOf(one.before, one.after) : null;
  if (pace !== null) return texts.pace({ outcome: pace, count: loss, isBound });
  const lossText = texts.loses({ points: hasPoints(game) ? loss : null, isBound });
  if (what === null) return lossText;
  return words.list({ texts: hasPoints(game) ? [texts.throws[what], lossText] : [texts.throws[what]] });
}

/** Where a move of the best value wins later or loses sooner than another, by the plies to the end, the move included. */
function slowerPace({ before, after }: ReviewedMove): "wins" | "loses" | null {
  if (before.plies === null || after.plies === null || before.value !== after.value) return null;
  const pace = paceOf(before, after);
  const { plies } = after;
  return (pace === "wins" && plies > before.plies) || (pace === "loses" && plies < before.plies) ? pace : null;
}

/** How much a move is proved to have lost: all of it where `loss` is known, else at least so much. */
function lossOf({ before, after, loss }: ReviewedMove): number {
  return loss ?? provedLoss(before, after);
}

export function isMistake(one: ReviewedMove): boolean {
  return lossOf(one) > 0;
}

/** What is said of a move that lost value, as soon as it is played. */
export function remarkWords(words: Words, game: Game, { move, before, after }: Judgement): string {
  const { remarks } = words;
  const points = hasPoints(game) ? provedLoss(before, after) : null;
  const loss = { move: moveName(words, game, move), points, isBound: !isExactLoss(before, after) };
  const pace = hasScores(game) && points === null ? paceOf(before, after) : null;
  if (pace !== null) return remarks.pace({ ...loss, outcome: pace, count: provedLoss(before, after) });
  const [from, to] = [outcomeOf(before), outcomeOf(after)];
  if (from === null || to === null || from === to) return remarks.loses(loss);
  return remarks.turns({ ...loss, before: from, after: to });
}

/** The outcome that a value, or a bound on it, stands for; null where the bound leaves it open. */
export function outcomeOf(bounds: Bounds): Outcome | null {
  const found = tone(bounds);
  return found === "unknown" ? null : found;
}
