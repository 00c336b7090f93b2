import assert from "node:assert/strict";
import test from "node:test";
import { game, words as page } from "./load.mjs";

const { evidenceWords, originWords, shortValue, tone, verdict, spokenValue, gameTitle, gameAim, bytes, count } = page;
const known = (changes) => ({
  status: "exact",
  source: "certified",
  value: null,
  at_least: null,
  at_most: null,
  plies: null,
  ...changes,
});
const points = game("othello:6x6", { least_value: -36, greatest_value: 36 });
const wins = game("connect-four:7x6", { sides: ["Yellow", "Red"] });

test("the sign is part of a value, and a bound says so", () => {
  assert.equal(shortValue(known({ value: 4 })), "+4");
  assert.equal(shortValue(known({ value: 0 })), "0");
  assert.equal(shortValue(known({ value: -4 })), "\u22124");
  assert.equal(shortValue(known({ at_least: 0 })), "\u22650");
  assert.equal(shortValue(known({ at_most: -1 })), "\u2264\u22121");
  assert.equal(shortValue(known({ status: "outside" })), "?");
});

test("a bound decides who wins only on its side of a draw", () => {
  assert.equal(tone(known({ at_least: 1 })), "win");
  assert.equal(tone(known({ at_least: 0 })), "unknown");
  assert.equal(tone(known({ at_most: -2 })), "loss");
  assert.equal(tone(known({ at_most: 0 })), "unknown");
  assert.equal(tone(known({ value: 0 })), "draw");
});

test("the winner is named, whoever is to move", () => {
  assert.equal(verdict(points, known({ value: 4 }), "first", false), "Black wins by 4 with best play");
  assert.equal(verdict(points, known({ value: -4 }), "first", false), "White wins by 4 with best play");
  assert.equal(verdict(points, known({ value: -4 }), "second", true), "Black has won by 4");
  assert.equal(verdict(wins, known({ value: 1, plies: 17 }), "second", false), "Red wins in 17 plies with best play");
  assert.equal(verdict(wins, known({ value: 0 }), "second", true), "The game is drawn");
  assert.equal(verdict(wins, known({ at_least: 0 }), "first", false), "Yellow has at least a draw");
  assert.equal(spokenValue(wins, known({ at_most: 0 })), "at most a draw");
});

test("bounds are said as a person would, whichever side of a draw they lie on", () => {
  const said = (changes) => [verdict(points, known(changes), "second", false), spokenValue(points, known(changes))];
  assert.deepEqual(said({ at_most: -3 }), ["White loses by 3 or more", "loss by 3 or more"]);
  assert.deepEqual(said({ at_least: 3 }), ["White wins by 3 or more", "win by 3 or more"]);
  // These leave open who wins.
  assert.deepEqual(said({ at_least: -3 }), ["White does not lose by more than 3", "no worse than a loss by 3"]);
  assert.deepEqual(said({ at_most: 3 }), ["White does not win by more than 3", "no better than a win by 3"]);
  assert.deepEqual(said({ at_most: 0 }), ["White has at most a draw", "at most a draw"]);
});

test("plies that an answer leaves out are not spoken of", () => {
  const { plies, ...without } = known({ value: 10 });
  assert.equal(spokenValue(points, without), "win by 10");
  assert.equal(verdict(points, without, "first", false), "Black wins by 10 with best play");
});

test("titles say what a spec says", () => {
  assert.equal(gameTitle(points), "Othello 6\u00d76");
  assert.equal(gameTitle(game("mnk:3x3?k=3")), "Tic-tac-toe");
  assert.equal(gameTitle(game("mnk:5x4?k=4")), "4 in a row 5\u00d74");
  assert.equal(gameTitle(game("go:5x5?komi=24.5&superko=situational")), "Go 5\u00d75, komi 24.5, superko situational");
});

test("a game that the page does not know is called by its spec", () => {
  const chomp = game("chomp:3x3");
  assert.equal(gameTitle(chomp), "chomp:3x3");
  assert.match(gameAim(chomp), /Choose a move from the list/);
});

test("large figures are readable", () => {
  assert.equal(count(1234567), "1\u202f234\u202f567");
  assert.equal(bytes(999), "999 bytes");
  assert.equal(bytes(4_560_000), "4.6 MB");
});

const artifact = (changes) => ({ certificate: null, checked: "bytes", ...changes });
const certificate = { file: "game.cert", cut: null, positions: 3, bytes: 400, digest: "ab" };

test("what speaks for an artifact is said as far as the server knows it, and no further", () => {
  const said = (changes) => evidenceWords(artifact(changes));
  assert.match(said({}), /^No certificate was given .* for damage, not whether what it states is right\.$/);
  assert.match(said({ certificate }), /^A certificate .* both files for damage, not whether what they state is right\.$/);
  assert.match(said({ checked: "nothing" }), /^No certificate was given .* checked nothing, not even for damage\.$/);
  assert.match(said({ certificate, checked: "nothing" }), /^A certificate .* checked nothing, not even for damage\.$/);
  assert.equal(said({ checked: "solution" }), "When this server started, the checker confirmed the artifact.");
  assert.match(said({ certificate, checked: "solution" }), /the checker confirmed the artifact with its certificate\.$/);
  const unchecked = ["nothing", "bytes"].flatMap((checked) => [said({ checked }), said({ certificate, checked })]);
  for (const words of unchecked) assert.doesNotMatch(words, /prove|confirm|certified|exact/);
});

const having = (changes) => ({ artifact: null, proof: null, ...changes });

test("a stored value is said to be stored, with what speaks for it; others do not lean on the artifact", () => {
  const [word, sentence] = originWords(known({}), having({ artifact: artifact({}) }));
  assert.equal(word, "stored");
  assert.equal(sentence, `The artifact stores the value of this position. ${evidenceWords(artifact({}))}`);
  const checked = having({ artifact: artifact({ certificate, checked: "solution" }) });
  assert.ok(originWords(known({ status: "bound" }), checked)[1].endsWith(evidenceWords(checked.artifact)));
  const outside = { status: "outside", source: null };
  for (const other of [{ source: "searched" }, { source: "terminal" }, { status: "bound", source: "searched" }, { source: "derived" }, outside]) {
    assert.ok(!originWords(known(other), checked)[1].includes("certificate"), JSON.stringify(other));
  }
  assert.equal(originWords(outside, checked)[0], "outside");
  assert.equal(originWords({ status: "unknown", source: null }, checked)[0], "unknown");
  assert.match(originWords(known({ source: "derived" }), checked)[1], /^The value follows from what is known of the moves/);
  assert.match(originWords(known({ status: "bound", source: "derived" }), checked)[1], /^Only a bound .* follows from/);
});

test("what a proof shows is said to be proved, by whose rules it was checked", () => {
  const proof = (independent) => having({ proof: { independent } });
  assert.equal(originWords(known({}), proof(true))[0], "proved");
  assert.match(originWords(known({ status: "bound" }), proof(true))[1], /a bound .* the checker confirmed the proof\.$/);
  assert.match(originWords(known({}), proof(false))[1], /by the rules of the solver itself\.$/);
  const outside = { status: "outside", source: null };
  assert.match(originWords(outside, proof(true))[1], /^The proof does not cover this position/);
  assert.equal(originWords(known({ source: "searched" }), proof(true))[0], "searched");
});
