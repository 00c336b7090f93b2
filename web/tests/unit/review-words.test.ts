import { expect, test } from "vitest";
import type { Game, Review, ReviewedMove, Side } from "../../engine/src/contract.ts";
import { throwsAway } from "../../src/loss.ts";
import { openEnds, withEnds } from "../../src/review-ends.ts";
import { mistakesOf, outcomeWords, remarkWords, summaryOf, verdictOf } from "../../src/review-words.ts";
import { HOME, type Player } from "../../src/route.ts";
import { en } from "../../src/words/en.ts";
import { game, knownValue, position } from "./games.ts";

const wins = game("mnk:3x3?k=3");
const points = game("othello:4x4", { least_value: -16, greatest_value: 16 });

/** A move whose values are for the side that played it. */
function reviewed(ply: number, before: number, after: number, changes: Partial<ReviewedMove> = {}): ReviewedMove {
  const loss = before - after;
  const side: Side = ply % 2 === 1 ? "first" : "second";
  const values = { before: knownValue({ value: before }), after: knownValue({ value: after }) };
  return {
    ply,
    side,
    move: `m${ply}`,
    ...values,
    best: `b${ply}`,
    loss,
    loss_at_least: loss,
    forced: false,
    ...changes,
  };
}

function reviewOf(moves: ReviewedMove[], over: boolean): Review {
  const place = position({ to_move: moves.length % 2 === 0 ? "first" : "second", over });
  return {
    moves,
    position: { ...place, moves: [] } as unknown as Review["position"],
    losses: { first: 0, second: 0 },
    interrupted: false,
  };
}

/** What is said of a review to a player. */
function outcome(of: Game, review: Review, player: Player): string[] {
  const moves = review.moves.map(({ move }) => move);
  const { ending, chances } = outcomeWords(en, of, { ...HOME, moves, at: moves.length, player }, review);
  return [ending ?? "", ...chances];
}

test("a move that is proved to end a win or a draw throws it away", () => {
  const value = (number: number) => knownValue({ value: number });
  expect(throwsAway(value(1), value(0))).toBe("win");
  expect(throwsAway(value(4), value(-2))).toBe("win");
  expect(throwsAway(value(0), value(-1))).toBe("draw");
  expect(throwsAway(value(4), value(2))).toBeNull();
  expect(throwsAway(knownValue({ at_least: 2 }), knownValue({ at_most: 0 }))).toBe("win");
  expect(throwsAway(knownValue({ at_least: 0 }), knownValue({ at_most: 0 }))).toBeNull();
  expect(throwsAway(knownValue(), value(-1))).toBeNull();
});

test("every move has a verdict", () => {
  const verdict = (of: Game, one: ReviewedMove): string => verdictOf(en, of, one);
  expect(verdict(points, reviewed(1, 4, 4))).toBe("best");
  expect(verdict(points, reviewed(1, 4, 1))).toBe("loses 3 points");
  expect(verdict(points, reviewed(1, 4, 0))).toBe("throws the win away, loses 4 points");
  expect(verdict(wins, reviewed(1, 0, -1))).toBe("throws the draw away");
  expect(verdict(wins, reviewed(1, -1, -1, { forced: true }))).toBe("forced");
  expect(verdict(wins, reviewed(1, 0, 0, { after: knownValue(), loss: null }))).toBe("unknown");
  expect(verdict(game("hex:3x3", { draws: false }), reviewed(1, 1, -1))).toBe("throws the win away");
});

test("the end of a game is said to the person, with the best that was thrown away", () => {
  // Both err: the first side throws a win away, gets it back, and throws it away for good.
  const review = reviewOf([reviewed(1, 1, 0), reviewed(2, 0, -1), reviewed(3, 1, -1), reviewed(4, 1, 1)], true);
  expect(outcome(wins, review, "first")).toStrictEqual(["You lost.", "You could have won with b3 (move 3)."]);
  expect(outcome(wins, review, "second")).toStrictEqual(["You won."]);
  expect(outcome(wins, review, "both")).toStrictEqual(["White has won.", "Black could have won with b3 (move 3)."]);
  const drawn = reviewOf([reviewed(1, 0, -1), reviewed(2, 1, 0)], true);
  expect(outcome(wins, drawn, "first")).toStrictEqual(["The game is drawn."]);
  expect(outcome(wins, drawn, "second")).toStrictEqual(["The game is drawn.", "You could have won with b2 (move 2)."]);
});

test("the end of a game of Connect Four is told without points, which count moves there", () => {
  const columns = game("connect-four:7x6?utility=score", { least_value: -18, greatest_value: 18 });
  const review = reviewOf([reviewed(1, 2, -3)], true);
  expect(outcome(columns, review, "first")[0]).toBe("You lost.");
  expect(outcome(columns, review, "both")[0]).toBe("White has won.");
});

test("moves of Connect Four lose no points, but win later or lose sooner", () => {
  const columns = game("connect-four:7x6?utility=score", { least_value: -18, greatest_value: 18 });
  const verdict = (one: ReviewedMove): string => verdictOf(en, columns, one);
  expect(verdict(reviewed(1, 4, 4))).toBe("best");
  expect(verdict(reviewed(1, 4, 1))).toBe("wins 3 moves later");
  expect(verdict(reviewed(1, -2, -3))).toBe("loses 1 move sooner");
  expect(verdict(reviewed(1, 4, -2))).toBe("throws the win away");
  const bound = { after: knownValue({ at_most: -6 }), loss: null };
  expect(verdict(reviewed(1, -2, -6, bound))).toBe("loses at least 4 moves sooner");
  const remark = (before: number, after: number): string =>
    remarkWords(en, columns, {
      move: "1",
      ply: 0,
      before: knownValue({ value: before }),
      after: knownValue({ value: after }),
    });
  expect(remark(-1, -4)).toBe("Column 1 loses 3 moves sooner.");
  expect(remark(4, -2)).toBe("Column 1 turns a win into a loss.");
  const review = reviewOf([reviewed(1, 4, 1), reviewed(2, 3, -36)], false);
  expect(summaryOf(en, columns, HOME, review, "second")).toBe("White lost value in one move.");
  expect([...mistakesOf(en, columns, review.moves).values()]).toStrictEqual([
    "1. Black m1: wins 3 moves later",
    "2. White m2: throws the win away",
  ]);
});

test("of moves that keep the value, those that lose sooner or win later are no best ones", () => {
  const at = (before: number, after: number, value: number): ReviewedMove =>
    reviewed(1, value, value, {
      before: knownValue({ value, plies: before }),
      after: knownValue({ value, plies: after }),
    });
  expect(verdictOf(en, wins, at(4, 4, -1))).toBe("best");
  expect(verdictOf(en, wins, at(4, 2, -1))).toBe("same value, loses sooner");
  expect(verdictOf(en, wins, at(3, 5, 1))).toBe("same value, wins later");
});

test("a review tells when the game ends where that was left open, but not for moves that lose value", () => {
  const moves = [reviewed(1, 0, 0), reviewed(2, 0, -1), reviewed(3, 1, 1), reviewed(4, -1, -1), reviewed(5, 1, 1)];
  const review = reviewOf(moves, true);
  expect(openEnds(points, review)).toStrictEqual([]);
  expect(openEnds(wins, review)).toStrictEqual([2, 3, 4]);
  const found = withEnds(
    review,
    new Map([
      [2, 5],
      [3, 4],
      [4, 1],
    ]),
  );
  const verdicts = found.moves.map((one) => verdictOf(en, wins, one));
  const sooner = "same value, loses sooner";
  expect(verdicts).toStrictEqual(["best", "throws the draw away", "best", sooner, "best"]);
});

test("while a game goes on, a review says who wins", () => {
  const review = reviewOf([reviewed(1, 4, -2)], false);
  expect(outcome(points, review, "first")).toStrictEqual([
    "White wins by 2 with best play.",
    "You could have won with b1 (move 1).",
  ]);
});

test("the person is named beside the side", () => {
  const review = reviewOf([reviewed(1, 4, 1), reviewed(2, -1, -1)], false);
  const summary = (side: Side): string => summaryOf(en, points, { ...HOME, player: "first" }, review, side);
  expect(summary("first")).toBe("Black (you) lost 3 points in one move.");
  expect(summary("second")).toBe("White lost no value.");
});

test("a loss between two positions is told though no move is known to have made it", () => {
  const unknown = { after: knownValue(), loss: null, loss_at_least: 0 };
  const open = { ...unknown, before: knownValue() };
  const last = { ...open, after: knownValue({ at_most: -2 }) };
  const moves = [reviewed(1, 4, 0, unknown), reviewed(2, 0, 0, open), reviewed(3, 0, 0, last)];
  const summary = (of: Game, side: Side): string => summaryOf(en, of, HOME, reviewOf(moves, false), side);
  expect(summary(points, "first")).toBe("Black (you) lost at least 6 points; which move is not known.");
  expect(summary(wins, "first")).toBe("Black (you) lost value; which move is not known.");
  expect(summary(points, "second")).toMatch(/^White is not known to have lost value/);
});

test("a chance in Connect Four names a column, which else reads as a margin", () => {
  const columns = game("connect-four:4x4");
  const review = reviewOf([reviewed(1, 1, -1, { best: "4" })], false);
  expect(outcome(columns, review, "first")[1]).toBe("You could have won with column 4 (move 1).");
});
