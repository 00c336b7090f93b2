import { expect, test } from "vitest";
import type {
  ArtifactFile,
  CertificateFile,
  CheckScope,
  Game,
  KnownValue,
  ProofFile,
} from "../../engine/src/contract.ts";
import * as page from "../../src/words.ts";
import { en } from "../../src/words/en.ts";
import { game, knownValue } from "./games.ts";

const { shortValue, tone } = page;
/** Functions of the page in English. */
const verdict = page.verdict.bind(null, en);
const spokenValue = page.spokenValue.bind(null, en);
const evidenceWords = page.evidenceWords.bind(null, en);
const originWords = page.originWords.bind(null, en);
const gameTitle = page.gameTitle.bind(null, en);
const gameAim = page.gameAim.bind(null, en);
const count = page.count.bind(null, en);
const bytes = page.bytes.bind(null, en);

const certified = (changes: Partial<KnownValue>): KnownValue =>
  knownValue({ status: "exact", source: "certified", ...changes });
const points = game("othello:6x6", { least_value: -36, greatest_value: 36 });
const wins = game("connect-four:7x6", { sides: ["Yellow", "Red"] });

test("the sign is part of a value, and a bound says so", () => {
  expect(shortValue(certified({ value: 4 }))).toBe("+4");
  expect(shortValue(certified({ value: 0 }))).toBe("0");
  expect(shortValue(certified({ value: -4 }))).toBe("\u22124");
  expect(shortValue(certified({ at_least: 0 }))).toBe("\u22650");
  expect(shortValue(certified({ at_most: -1 }))).toBe("\u2264\u22121");
  expect(shortValue(certified({ status: "outside" }))).toBe("?");
});

test("a bound decides who wins only on its side of a draw", () => {
  expect(tone(certified({ at_least: 1 }))).toBe("win");
  expect(tone(certified({ at_least: 0 }))).toBe("unknown");
  expect(tone(certified({ at_most: -2 }))).toBe("loss");
  expect(tone(certified({ at_most: 0 }))).toBe("unknown");
  expect(tone(certified({ value: 0 }))).toBe("draw");
});

test("the winner is named, whoever is to move", () => {
  expect(verdict(points, certified({ value: 4 }), "first", false)).toBe("Black wins by 4 with best play");
  expect(verdict(points, certified({ value: -4 }), "first", false)).toBe("White wins by 4 with best play");
  expect(verdict(points, certified({ value: -4 }), "second", true)).toBe("Black has won by 4");
  expect(verdict(wins, certified({ value: 1, plies: 17 }), "second", false)).toBe("Red wins in 9 moves with best play");
  const stopped = { status: "bound", source: "searched", at_least: -8, at_most: 12, value: null } as const;
  const estimated = (estimated_value: number) =>
    verdict(points, certified({ ...stopped, estimated_value }), "second", false);
  expect(estimated(4)).toBe("White is ahead by about 4, by an estimate");
  expect(estimated(-4)).toBe("Black is ahead by about 4, by an estimate");
  expect(estimated(0)).toBe("About even, by an estimate");
  const estimates = [-2, null, 4].map((estimated_value, n) => ({ move: `a${n}`, estimated_value }));
  expect(page.bestEstimates(estimates)).toEqual([
    { move: "a2", estimate: 4 },
    { move: "a0", estimate: -2 },
  ]);
  expect(page.shortEstimate(certified({ ...stopped, estimated_value: 4 }))).toBe("\u2248+4");
  expect(page.shortEstimate(certified({ at_least: 1, estimated_value: 4 }))).toBe("\u2265+1");
  expect(verdict(wins, certified({ value: 0 }), "second", true)).toBe("The game is drawn");
  expect(verdict(wins, certified({ at_least: 0 }), "first", false)).toBe("Yellow has at least a draw");
  expect(spokenValue(wins, certified({ at_most: 0 }))).toBe("at most a draw");
});

test("points of Connect Four count moves, which are told instead", () => {
  const sooner = game("connect-four:7x6?utility=score", { least_value: -18, greatest_value: 18 });
  expect(verdict(sooner, certified({ value: 1, plies: 41 }), "first", false)).toBe(
    "Black wins in 21 moves with best play",
  );
  expect(verdict(sooner, certified({ value: -2 }), "first", true)).toBe("White has won");
  // A bound that leaves open who wins tells nothing without them.
  expect(verdict(sooner, certified({ at_least: -3 }), "first", false)).toBe("The value is unknown");
  expect(verdict(sooner, certified({ at_least: 0 }), "first", false)).toBe("Black has at least a draw");
  expect(spokenValue(sooner, certified({ at_most: 3 }))).toBe("unknown");
  expect(spokenValue(sooner, certified({ value: 2, plies: 7 }))).toBe("win in 4 moves");
});

test("bounds are said as a person would, whichever side of a draw they lie on", () => {
  const said = (changes: Partial<KnownValue>): string[] => [
    verdict(points, certified(changes), "second", false),
    spokenValue(points, certified(changes)),
  ];
  expect(said({ at_most: -3 })).toStrictEqual(["White loses by 3 or more", "loss by 3 or more"]);
  expect(said({ at_least: 3 })).toStrictEqual(["White wins by 3 or more", "win by 3 or more"]);
  // These leave open who wins.
  expect(said({ at_least: -3 })).toStrictEqual(["White does not lose by more than 3", "no worse than a loss by 3"]);
  expect(said({ at_most: 3 })).toStrictEqual(["White does not win by more than 3", "no better than a win by 3"]);
  expect(said({ at_most: 0 })).toStrictEqual(["White has at most a draw", "at most a draw"]);
});

test("moves that an answer leaves out are not spoken of", () => {
  const { plies, ...rest } = certified({ value: 10 });
  const without = rest as KnownValue;
  expect(spokenValue(points, without)).toBe("win by 10");
  expect(verdict(points, without, "first", false)).toBe("Black wins by 10 with best play");
});

test("titles say what a spec says", () => {
  expect(gameTitle(points)).toBe("Othello 6\u00d76");
  expect(gameTitle(game("mnk:3x3?k=3"))).toBe("Tic-tac-toe");
  expect(gameTitle(game("mnk:5x4?k=4"))).toBe("4 in a row 5\u00d74");
  expect(gameTitle(game("go:5x5?komi=24.5&superko=situational"))).toBe("Go 5\u00d75, komi 24.5, superko situational");
});

test("a game that the page does not know is called by its spec", () => {
  const chomp = game("chomp:3x3");
  expect(gameTitle(chomp)).toBe("chomp:3x3");
  expect(gameAim(chomp)).toMatch(/Choose a move from the list/);
});

test("large figures are readable", () => {
  expect(count(1234567)).toBe("1\u202f234\u202f567");
  expect(bytes(999)).toBe("999 bytes");
  expect(bytes(4_560_000)).toBe("4.6 MB");
});

const artifact = (changes: Partial<ArtifactFile>): ArtifactFile =>
  ({ certificate: null, check: "bytes", ...changes }) as ArtifactFile;
const certificate: CertificateFile = { file: "game.cert", cut: null, positions: 3, bytes: 400, digest: "ab" };

test("what speaks for an artifact is said as far as the server knows it, and no further", () => {
  const said = (changes: Partial<ArtifactFile>): string => evidenceWords(artifact(changes));
  expect(said({})).toMatch(/^No certificate was given .* for damage, not whether what it states is right\.$/);
  expect(said({ certificate })).toMatch(
    /^A certificate .* both files for damage, not whether what they state is right\.$/,
  );
  expect(said({ check: "nothing" })).toMatch(/^No certificate was given .* checked nothing, not even for damage\.$/);
  expect(said({ certificate, check: "nothing" })).toMatch(/^A certificate .* checked nothing, not even for damage\.$/);
  expect(said({ check: "solution" })).toBe("When this server started, the checker confirmed the artifact.");
  expect(said({ certificate, check: "solution" })).toMatch(
    /the checker confirmed the artifact with its certificate\.$/,
  );
  const unchecked = (["nothing", "bytes"] as CheckScope[]).flatMap((check) => [
    said({ check }),
    said({ certificate, check }),
  ]);
  for (const words of unchecked) expect(words).not.toMatch(/prove|confirm|certified|exact/);
});

const having = (changes: Partial<Game>): Game => game("othello:6x6", changes);

test("a stored value is said to be stored, with what speaks for it; others do not lean on the artifact", () => {
  const [word, sentence] = originWords(certified({}), having({ artifact: artifact({}) }));
  expect(word).toBe("stored");
  expect(sentence).toBe(`The artifact stores the value of this position. ${evidenceWords(artifact({}))}`);
  const kept = artifact({ certificate, check: "solution" });
  const checked = having({ artifact: kept });
  expect(originWords(certified({ status: "bound" }), checked)[1].endsWith(evidenceWords(kept))).toBe(true);
  const outside: Partial<KnownValue> = { status: "outside", source: null };
  const others: Partial<KnownValue>[] = [
    { source: "searched" },
    { source: "terminal" },
    { status: "bound", source: "searched" },
    { source: "derived" },
    outside,
  ];
  for (const other of others) {
    expect(originWords(certified(other), checked)[1].includes("certificate"), JSON.stringify(other)).toBe(false);
  }
  expect(originWords(certified(outside), checked)[0]).toBe("outside");
  expect(originWords(certified({ status: "unknown", source: null }), checked)[0]).toBe("unknown");
  expect(originWords(certified({ source: "derived" }), checked)[1]).toMatch(
    /^The value follows from what is known of the moves/,
  );
  expect(originWords(certified({ status: "bound", source: "derived" }), checked)[1]).toMatch(
    /^Only a bound .* follows from/,
  );
});

test("what a proof shows is said to be proved, by whose rules it was checked", () => {
  const proof = (independent: boolean): Game => having({ proof: { independent } as ProofFile });
  expect(originWords(certified({}), proof(true))[0]).toBe("proved");
  expect(originWords(certified({ status: "bound" }), proof(true))[1]).toMatch(
    /a bound .* the checker confirmed the proof\.$/,
  );
  expect(originWords(certified({}), proof(false))[1]).toMatch(/by the rules of the solver itself\.$/);
  const outside: Partial<KnownValue> = { status: "outside", source: null };
  expect(originWords(certified(outside), proof(true))[1]).toMatch(/^The proof does not cover this position/);
  expect(originWords(certified({ source: "searched" }), proof(true))[0]).toBe("searched");
});

test("a game of one's own is called what it says", () => {
  const own = game("chomp:4x3", { family: "plain", title: "Chomp 4×3", rules: "Eat." });
  expect(gameTitle(own)).toBe("Chomp 4×3");
  expect(gameAim(own)).toBe("Eat.");
  const nameless = game("dots:5x5", { family: "edges" });
  expect(gameTitle(nameless)).toBe("dots:5x5");
  expect(gameAim(nameless)).toBe("Draw an edge between two dots at every turn.");
});
