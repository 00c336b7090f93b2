/** Values and games in words. */

import type { ArtifactFile, Game, KnownValue, PlayerFile, ProofFile, Side, Source } from "../engine/src/contract.ts";
import { type BuiltInFamily, isBuiltIn, isDrawn, parameters } from "./families.ts";
import type { Bounds } from "./loss.ts";
import { isFolder } from "./transport/chosen.ts";
import type { Words } from "./words/catalogue.ts";
import type { Result } from "./words/parameters.ts";

/** Who a value, or a bound, lets win, seen by one side. */
export type Tone = "win" | "draw" | "loss" | "unknown";

export function other(side: Side): Side {
  return side === "first" ? "second" : "first";
}

/** The name of a side in the language that is shown. */
export function sideName(words: Words, game: Game, side: Side): string {
  const name = game.sides[side === "first" ? 0 : 1];
  const named: Readonly<Record<string, string | undefined>> = words.sides;
  return named[name] ?? name;
}

/** A number with its sign: `+4`, `0`, `−4` with a minus sign, not a hyphen. */
export function signed(value: number): string {
  if (value === 0) return "0";
  return value > 0 ? `+${value}` : `\u2212${-value}`;
}

/** A value in short, for boards and tables: `+4`, `≥0`, `?`. */
export function shortValue(knownValue: KnownValue): string {
  if (knownValue.value !== null) return signed(knownValue.value);
  if (knownValue.at_least !== null) return `\u2265${signed(knownValue.at_least)}`;
  if (knownValue.at_most !== null) return `\u2264${signed(knownValue.at_most)}`;
  return "?";
}

/** The same, or the estimate where it is not known who wins: `≈+4`. */
export function shortEstimate(knownValue: KnownValue): string {
  const { estimated_value: estimate } = knownValue;
  return estimate != null && tone(knownValue) === "unknown" ? `\u2248${signed(estimate)}` : shortValue(knownValue);
}

/** The tone of a value; of a bound only where the bound decides who wins. */
export function tone(knownValue: Bounds): Tone {
  if (knownValue.value !== null) {
    return knownValue.value > 0 ? "win" : knownValue.value < 0 ? "loss" : "draw";
  }
  if (knownValue.at_least !== null && knownValue.at_least > 0) return "win";
  if (knownValue.at_most !== null && knownValue.at_most < 0) return "loss";
  return "unknown";
}

/** Whether it is known of any move who wins by it. Where it is not, no values are shown. */
export function areValuesKnown(moves: readonly KnownValue[]): boolean {
  return moves.some((one) => tone(one) !== "unknown");
}

/** Whether values are points, and not only win, draw and loss. */
export function hasScores(game: Game): boolean {
  return game.greatest_value > 1 || game.least_value < -1;
}

/** Whether scores are points of the game; in Connect Four they say how soon it is won. */
export function hasPoints(game: Game): boolean {
  return hasScores(game) && game.family !== "connect-four";
}

/** How a value is named: who wins and by how many points. */
function result(game: Game, value: number): Result {
  if (value === 0) return { outcome: game.draws ? "draw" : "zero", margin: null };
  return { outcome: value > 0 ? "win" : "loss", margin: marginOf(game, value) };
}

/** By how many points a value wins; null without points. */
export function marginOf(game: Game, value: number): number | null {
  return hasPoints(game) ? Math.abs(value) : null;
}

/** What is known of a value but bounds that leave all open where there are no points. */
function withoutVainBounds<B extends Bounds>(game: Game, bounds: B): B {
  if (hasPoints(game)) return bounds;
  const { at_least, at_most } = bounds;
  return {
    ...bounds,
    at_least: at_least !== null && at_least < 0 ? null : at_least,
    at_most: at_most !== null && at_most > 0 ? null : at_most,
  };
}

/** The name of a move as a sentence begins with it. */
export function moveName(words: Words, game: Game, move: string): string {
  return game.family === "connect-four" ? words.board.column({ column: move }) : move;
}

/** The same within a sentence. */
export function moveInSentence(words: Words, game: Game, move: string): string {
  return game.family === "connect-four" ? words.board.columnWithin({ column: move }) : move;
}

/** The plies until the end; null where the answer does not say, or the game is over. */
export function pliesOf(knownValue: KnownValue): number | null {
  return knownValue.plies ? knownValue.plies : null;
}

/** A move with an estimate of its value. */
export interface EstimatedMove {
  move: string;
  estimate: number;
}

/** The moves that have an estimate, the best first. */
export function bestEstimates(moves: readonly { move: string; estimated_value?: number | null }[]): EstimatedMove[] {
  return moves
    .flatMap(({ move, estimated_value: estimate }) => (estimate == null ? [] : [{ move, estimate }]))
    .toSorted((one, other) => other.estimate - one.estimate);
}

/** What is known of a value, in words: `win by 4`, `at least a draw`, `unknown`. */
export function spokenValue(words: Words, game: Game, answer: KnownValue): string {
  const { values } = words;
  const knownValue = withoutVainBounds(game, answer);
  if (knownValue.value !== null) return values.exact({ ...result(game, knownValue.value), plies: pliesOf(knownValue) });
  if (knownValue.at_least !== null) return values.atLeast(result(game, knownValue.at_least));
  if (knownValue.at_most !== null) return values.atMost(result(game, knownValue.at_most));
  return values.unknown;
}

/** Who wins, where `known` is the value for `side`: `Black wins by 4`. */
export function verdict(words: Words, game: Game, answer: KnownValue, side: Side, over: boolean): string {
  const { values } = words;
  const knownValue = withoutVainBounds(game, answer);
  if (answer.estimated_value != null && tone(knownValue) === "unknown") {
    const ahead = sideName(words, game, answer.estimated_value > 0 ? side : other(side));
    return values.estimated({ side: ahead, margin: Math.abs(answer.estimated_value) });
  }
  if (knownValue.value === null) {
    const named = sideName(words, game, side);
    if (knownValue.at_least !== null) return values.hasAtLeast({ ...result(game, knownValue.at_least), side: named });
    if (knownValue.at_most !== null) return values.hasAtMost({ ...result(game, knownValue.at_most), side: named });
    return values.valueUnknown;
  }
  if (knownValue.value === 0) return over ? values.drawn : values.drawWithBestPlay;
  const winner = sideName(words, game, knownValue.value > 0 ? side : other(side));
  const margin = marginOf(game, knownValue.value);
  return over ? values.hasWon({ winner, margin }) : values.wins({ winner, margin, plies: pliesOf(knownValue) });
}

/** How a game ended that had this value for the person. */
export function endingWords(words: Words, game: Game, value: number): string {
  return words.review.ending(result(game, value));
}

/** That the time of a side is up, and who wins by that. */
export function timeUp(words: Words, game: Game, late: Side): string {
  return words.clock.timeUp({ side: sideName(words, game, late), winner: sideName(words, game, other(late)) });
}

/** What the server knows of how far an artifact was checked. */
export function evidenceWords(words: Words, { certificate, check }: ArtifactFile): string {
  const { sentences } = words;
  const evidence = isFolder() ? words.inFolder.evidence : words.evidence;
  if (check === "solution") return certificate ? evidence.confirmedWithCertificate : evidence.confirmed;
  const presence = certificate ? evidence.certificate : evidence.noCertificate;
  const bytes = certificate ? evidence.bytesOfBoth : evidence.bytes;
  return sentences({ texts: [presence, check === "nothing" ? evidence.nothing : bytes] });
}

/** What a player keeps, and what that rests on if it is not proved by its own campaign. */
export function playerWords(words: Words, { to_move, at_least, at_most, foreign_results }: PlayerFile): string[] {
  const { home } = words;
  const [first, second] = to_move === "first" ? [at_least, 0 - at_most] : [0 - at_most, at_least];
  const keeps = home.player({ first: signed(first), second: signed(second) });
  return foreign_results === null ? [keeps] : [keeps, home.foreignResults({ count: foreign_results })];
}

/** What the server checked of a proof: all of it, and by whose rules. */
export function proofEvidence(words: Words, { independent }: ProofFile): string {
  const { evidence } = words;
  return independent ? evidence.proof : evidence.proofBySolversRules;
}

/** Where what is known of a value comes from: its source, or what is said where it is not known exactly. */
export function origin({
  status,
  source,
}: Pick<KnownValue, "status" | "source">): Source | "bound" | "outside" | "unknown" {
  if (status === "exact") return source ?? "unknown";
  return status;
}

/** The origin of a value in one word, and a sentence about it. */
export function originWords(
  words: Words,
  knownValue: Pick<KnownValue, "status" | "source">,
  game: Game,
): [string, string] {
  const { artifact, proof } = game;
  const { sources, sentences } = words;
  const withEvidence = (text: string): string =>
    artifact ? sentences({ texts: [text, evidenceWords(words, artifact)] }) : text;
  const withProof = (text: string, of: ProofFile): string => sentences({ texts: [text, proofEvidence(words, of)] });
  switch (origin(knownValue)) {
    case "certified":
      if (proof) return [sources.proved, withProof(sources.provedText, proof)];
      return [sources.stored, withEvidence(sources.storedText)];
    case "bound":
      if (knownValue.source === "searched") return [sources.bound, sources.searchedBoundText];
      if (knownValue.source === "derived") return [sources.bound, sources.derivedBoundText];
      if (proof) return [sources.bound, withProof(sources.provedBoundText, proof)];
      return [sources.bound, withEvidence(sources.boundText)];
    case "searched":
      return [sources.searched, isFolder() ? words.inFolder.searchedText : sources.searchedText];
    case "terminal":
      return [sources.over, sources.overText];
    case "derived":
      return [sources.derived, sources.derivedText];
    case "outside":
      return [sources.outside, proof ? sources.outsideProofText : sources.outsideText];
    case "unknown":
      return [sources.unknown, sources.unknownText];
  }
}

function familyName(words: Words, family: BuiltInFamily): string {
  const { games } = words;
  switch (family) {
    case "othello":
      return games.othello;
    case "connect-four":
      return games.connectFour;
    case "mnk":
      return games.inARow({ k: "k" });
    case "go":
      return games.go;
    case "hex":
      return games.hex;
  }
}

/** The title of a game: `Othello 6×6`, `4 in a row 5×4`, `Go 5×5, komi 24.5`. */
export function gameTitle(words: Words, game: Game): string {
  if (game.title !== null) return game.title;
  if (!isDrawn(game) || !isBuiltIn(game)) return game.spec;
  const { games, list } = words;
  const size = `${game.columns}\u00d7${game.rows}`;
  const rules = parameters(game);
  const k = rules.get("k");
  if (game.family === "mnk" && k !== null) {
    if (size === "3\u00d73" && k === "3") return games.ticTacToe;
    return `${games.inARow({ k })} ${size}`;
  }
  const extras: string[] = [];
  for (const [name, value] of rules) {
    if (name === "utility") extras.push(value === "score" ? games.byScore : value);
    else if (name === "suicide") extras.push(value === "yes" ? games.suicide : games.noSuicide);
    else if (name === "komi") extras.push(games.komi({ value }));
    else if (name === "superko") extras.push(games.superko({ value }));
    else extras.push(`${name} ${value}`);
  }
  return list({ texts: [`${familyName(words, game.family)} ${size}`, ...extras] });
}

/** How the game is won, in a sentence. */
export function gameAim(words: Words, game: Game): string {
  const { aims } = words.games;
  if (game.rules !== null) return game.rules;
  if (!isDrawn(game)) return aims.plain;
  switch (game.family) {
    case "othello":
      return aims.othello;
    case "connect-four":
      return aims.connectFour;
    case "mnk":
      return aims.inARow({ k: parameters(game).get("k") ?? "k" });
    case "hex":
      return aims.hex({ first: sideName(words, game, "first"), second: sideName(words, game, "second") });
    case "go":
      return aims.go;
    case "edges":
      return aims.edges;
    case "points":
    case "track":
      return aims.cells;
  }
}

/** A count with marks between thousands. */
export function count(words: Words, value: number): string {
  return words.number({ value });
}

export function bytes(words: Words, value: number): string {
  if (value < 1000) return words.region.bytes({ count: value });
  const units = ["kB", "MB", "GB", "TB"];
  let unit = -1;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${count(words, value < 10 ? value : Math.round(value))} ${units[unit]}`;
}

/** How much an artifact solves: `Strongly solved`. */
export function scopeWords(words: Words, scope: string): string {
  const { scopes } = words.games;
  return scope === "strong"
    ? scopes.strong
    : scope === "semi-strong"
      ? scopes.semiStrong
      : scope === "weak"
        ? scopes.weak
        : scope;
}
