// Records of games: SGF, GGF, OBF and move lists, written.
import { expect, test } from "vitest";
import type { KnownValue, Side } from "../../engine/src/contract.ts";
import type { DrawnGame } from "../../src/families.ts";
import type { WrittenMove } from "../../src/formats/record.ts";
import { formatsOf, writeRecord } from "../../src/formats/write.ts";
import { drawn as game, knownValue } from "./games.ts";

const unknown = knownValue();
const exact = (value: number): KnownValue => ({ ...unknown, status: "exact", value });

const games = [
  game("go:5x5?komi=24.5"),
  game("go:4x3"),
  game("hex:5x5"),
  game("hex:6x4"),
  game("othello:8x8"),
  game("othello:6x4"),
  game("connect-four:7x6"),
  game("mnk:5x4?k=4"),
];

test("boards that were set up are written", () => {
  const go = writeRecord(game("go:3x2"), "sgf", { from: "X-O--- O", moves: [] }, []);
  expect(go).toMatch(/AB\[ab\]AW\[cb\]PL\[W\]/);
  const hex = writeRecord(game("hex:3x3"), "sgf", { from: "X---O---- X", moves: [] }, []);
  expect(hex).toMatch(/AB\[a1\]AW\[b2\]PL\[B\]/);
  const ggf = writeRecord(game("othello:4x4"), "ggf", { from: "-----OX--XO----- O", moves: [] }, []);
  expect(ggf).toMatch(/BO\[4 ---- -O\*- -\*O- ---- O\]/);
});

test("each game has the formats of its kind", () => {
  const formats = Object.fromEntries(games.map((one) => [one.spec, formatsOf(one).join(" ")]));
  expect(formats).toStrictEqual({
    "go:5x5?komi=24.5": "moves sgf",
    "go:4x3": "moves sgf",
    "hex:5x5": "moves sgf",
    "hex:6x4": "moves sgf",
    "othello:8x8": "moves sgf ggf obf",
    "othello:6x4": "moves sgf obf",
    "connect-four:7x6": "moves",
    "mnk:5x4?k=4": "moves",
  });
});

test("points are where each format has them", () => {
  const played = (move: string, side: Side = "first"): WrittenMove => ({
    move,
    side,
    before: unknown,
    after: exact(2),
    best: null,
    loss: 0,
  });
  const sgf = (of: DrawnGame, ...moves: WrittenMove[]): string => writeRecord(of, "sgf", { from: "-", moves }, []);
  // SGF counts the rows of Go from the top, the board from the bottom; the letter I is left out on the board alone.
  expect(sgf(game("go:5x5"), played("A5"))).toMatch(/;B\[aa\]V\[2\]/);
  expect(sgf(game("go:5x5"), played("pass"), played("C1", "second"))).toMatch(/;B\[\]V\[2\]\n;W\[ce\]V\[-2\]/);
  expect(sgf(game("go:9x9"), played("J9"))).toMatch(/;B\[ia\]/);
  expect(sgf(game("hex:5x5"), played("b4"))).toMatch(/;B\[b4\]/);
  const puzzle = sgf(game("hex:3x3?start=X--O----XO"), played("b2", "second"));
  expect(puzzle).toMatch(/AB\[a1\]\[c3\]AW\[a2\]PL\[W\].*\n;W\[b2\]/);
  expect(sgf(game("othello:8x8"), played("f5"), played("pass", "second"))).toMatch(/;B\[f5\].*\n;W\[PA\]/);
  const ggf = writeRecord(
    game("othello:4x4"),
    "ggf",
    { from: "-", moves: [played("b1"), played("pass", "second")] },
    [],
  );
  expect(ggf).toBe("(;GM[Othello]PC[Solveig]TY[4]BO[4 ---- -O*- -*O- ---- *]B[B1/+2.00]W[PA/+2.00];)\n");
});

test("OBF has a position a line, with the values of the best move and of the one played", () => {
  const of = game("othello:4x4");
  const moves: WrittenMove[] = [
    { move: "b1", side: "first", before: exact(-8), after: exact(-8), best: "b1", loss: 0 },
    { move: "a1", side: "second", before: exact(8), after: exact(4), best: "c1", loss: 4 },
  ];
  const boards: [string, string, string] = ["-----OX--XO----- X", "-X---XX--XO----- O", "OX---OX--XO----- X"];
  const text = writeRecord(of, "obf", { from: "-", moves }, boards);
  expect(text).toBe(
    "-----OX--XO----- X; b1:-8; % 1. b1\n-X---XX--XO----- O; c1:+8; a1:+4; % 2. a1\nOX---OX--XO----- X; % end\n",
  );
});
