// Records of games: SGF, GGF, OBF and move lists, read and written.
import { expect, test } from "vitest";
import type { Known, Side } from "../../src/contract.ts";
import type { DrawnGame } from "../../src/families.ts";
import { RecordError, type WrittenGame, type WrittenMove } from "../../src/formats/record.ts";
import { compareBoards } from "../../src/formats/obf.ts";
import { type Format, formatsOf, readRecord, writeRecord } from "../../src/formats/read.ts";
import { en } from "../../src/words/en.ts";
import type { Message } from "../../src/words/catalogue.ts";
import { drawn as game, known } from "./games.ts";

const unknown = known();
/** Notes in English. */
const said = (notes: readonly Message[]): string[] => notes.map((note) => note(en));
const exact = (value: number): Known => ({ ...unknown, status: "exact", value });

/** Random numbers below `below`, the same in every run. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const cellNames = (of: DrawnGame): string[] =>
  of.row_names.flatMap((row) => of.column_names.map((column) => column + row));

/** Moves on different cells, in turn; nobody says that they are legal. */
function randomGame(of: DrawnGame, seed: number): WrittenGame {
  const next = random(seed);
  const cells = cellNames(of);
  const moves: WrittenMove[] = [];
  let side: Side = "first";
  let swapped = false;
  for (let length = next(cells.length) + 1; moves.length < length; ) {
    let move = cells.splice(next(cells.length), 1)[0] ?? "";
    if (of.family === "connect-four") move = of.column_names[next(of.columns)] ?? "";
    if (of.family === "hex" && moves.length === 1 && next(2) === 0) {
      move = "swap";
      swapped = true;
    } else if ((of.family === "go" || of.family === "othello") && next(5) === 0 && moves.at(-1)?.move !== "pass") {
      move = "pass";
    }
    const value = next(3) === 0 ? unknown : exact(next(9) - 4);
    const loss = value.value === null ? null : next(3);
    moves.push({ move, side, before: value, after: value, best: move, loss });
    if (!(swapped && moves.length === 2)) side = side === "first" ? "second" : "first";
  }
  return { from: "-", moves };
}

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

for (const of of games) {
  test(`${of.spec}: what is written is read again`, () => {
    for (const format of formatsOf(of).filter((format) => format !== "obf")) {
      for (let seed = 1; seed <= 40; seed += 1) {
        const written = randomGame(of, seed);
        const text = writeRecord(of, format, written, []);
        const read = readRecord(of, text);
        expect(read.moves, text).toStrictEqual(written.moves.map((one) => one.move));
        expect(read.from, text).toBe("-");
        expect(read.notes, text).toStrictEqual([]);
      }
    }
  });
}

test("boards that were set up are written and read again", () => {
  const next = random(7);
  for (const of of games.filter((one) => one.family !== "connect-four" && one.family !== "mnk")) {
    for (let round = 0; round < 30; round += 1) {
      const stones = Array.from({ length: of.columns * of.rows }, () => "-XO"[next(3)]);
      // In Hex the stones say who is to move.
      const isEven = stones.filter((stone) => stone !== "-").length % 2 === 0;
      const first = of.family === "hex" ? isEven : next(2) === 0;
      if (stones.every((stone) => stone === "-")) continue;
      const from = `${stones.join("")} ${first ? "X" : "O"}`;
      const side: Side = first ? "first" : "second";
      const moves = [{ move: cellNames(of)[0] ?? "", side, before: unknown, after: unknown, best: null, loss: null }];
      for (const format of (["sgf", "ggf"] as Format[]).filter((format) => formatsOf(of).includes(format))) {
        const text = writeRecord(of, format, { from, moves }, []);
        const read = readRecord(of, text);
        expect(read.from, text).toBe(from);
        expect(read.moves, text).toStrictEqual([moves[0]?.move]);
      }
    }
  }
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
  expect(sgf(game("othello:8x8"), played("f5"), played("pass", "second"))).toMatch(/;B\[f5\].*\n;W\[PA\]/);
  const ggf = writeRecord(
    game("othello:4x4"),
    "ggf",
    { from: "-", moves: [played("b1"), played("pass", "second")] },
    [],
  );
  expect(ggf).toBe("(;GM[Othello]PC[Solveig]TY[4]BO[4 ---- -O*- -*O- ---- *]B[B1/+2.00]W[PA/+2.00];)\n");
});

test("records of other programs are read", () => {
  const edax = `(;FF[4]GM[2]AP[edax:4.4]PC[Edax]DT[2024-01-01]
PB[a]PW[b]SZ[8]AB[d5][e4]AW[d4][e5]PL[B]
RE[B+2]
B[f5];W[d6];
B[c3];W[d3];B[PA];)`;
  const othello = game("othello:8x8");
  expect(readRecord(othello, edax).moves).toStrictEqual(["f5", "d6", "c3", "d3", "pass"]);
  expect(readRecord(othello, edax).from).toBe("-");
  const nboard = `(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[a]PW[b]RE[?]TI[15:00]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5/0.1/2]W[F6]B[E6//1]B[d6];)`;
  // Black moves twice: White passed.
  expect(readRecord(othello, nboard).moves).toStrictEqual(["f5", "f6", "e6", "pass", "d6"]);
  const go = "\uFEFFA game.\r\n(;GM[1]FF[4]SZ[5]KM[24.5]C[a \\] (;B[aa\\])]\r\n;B[cc];W[];B[tt])";
  expect(readRecord(game("go:5x5?komi=24.5"), go)).toStrictEqual({
    from: "-",
    moves: ["C3", "pass", "pass"],
    notes: [],
    boards: [],
  });
  const corner = "(;GM[1]SZ[5]KM[0]AB[aa:bb]AW[ee]PL[W];W[cc])";
  expect(readRecord(game("go:5x5"), corner).from).toBe("----O----------XX---XX--- O");
});

test("a swap exchanges colours; one that mirrors the stone is turned into that", () => {
  const hex = game("hex:5x5");
  expect(readRecord(hex, "(;GM[11]SZ[5];B[b4];W[swap-sides];W[c3];B[a1])").moves).toStrictEqual([
    "b4",
    "swap",
    "c3",
    "a1",
  ]);
  const mirrored = readRecord(hex, "(;GM[11]SZ[5];B[b4];W[swap-pieces];B[c2];W[a5];B[resign])");
  expect(mirrored.moves).toStrictEqual(["b4", "swap", "b3", "e1"]);
  expect(said(mirrored.notes).join()).toMatch(/exchange colours/);
});

test("the main line is read, and what was left out is said", () => {
  const of = game("go:5x5?komi=0");
  const text = "(;GM[1]KM[7](;B[aa](;W[bb](;B[cc])(;B[dd]))(;W[ee](;B[ab])))(;B[ba]))(;GM[1];B[aa])";
  const read = readRecord(of, text);
  expect(read.moves).toStrictEqual(["A5", "B4", "C3"]);
  expect(read.notes.length).toBe(4);
  expect(said(read.notes)[0]).toMatch(/4 variations/);
  expect(said(read.notes)[1]).toMatch(/2 games/);
  expect(said(read.notes)[2]).toMatch(/read as 5\u00d75/);
  expect(said(read.notes)[3]).toMatch(/komi 7, this game 0/);
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
  const read = readRecord(of, text);
  expect(read.from).toBe("-");
  expect(read.moves).toStrictEqual(["b1", "a1"]);
  expect(read.boards.map((one) => [one.after, one.line])).toStrictEqual([
    [0, 1],
    [1, 2],
    [2, 3],
  ]);
  compareBoards(text, read.boards, boards);
  const wrong = [boards[0], "-X---XO--XO----- O", boards[2]];
  expect(() => compareBoards(text, read.boards, wrong)).toThrow(/Line 2, character 1: the moves do not lead to/);
  // Passes are told by who is to move.
  const passed = "OX---OX--XO----- X;\nOX---OX--XO----- O; % passed\n\nOXO--OX--XO----- O; % Black passes\n";
  expect(readRecord(of, passed).moves).toStrictEqual(["pass", "c1", "pass"]);
  // A board alone, and one with moves behind it, are the page's own notation.
  expect(readRecord(of, "-----OX--XO----- X").boards).toStrictEqual([]);
  expect(readRecord(of, "-----OX--XO----- X; b1 a1").moves).toStrictEqual(["b1", "a1"]);
});

test("a rectangle of set-up stones is given by any two opposite corners", () => {
  const of = game("go:5x5");
  const from = (points: string): string => readRecord(of, `(;GM[1]SZ[5]AB[${points}]PL[W])`).from;
  for (const points of ["ca:ab", "ab:ca", "cb:aa"]) expect(from(points), points).toBe(from("aa:cb"));
  expect(from("aa:cb").match(/X/g)?.length).toBe(6);
  // A later node may change what an earlier one set up.
  expect(readRecord(of, "(;GM[1]SZ[5]AB[aa];AW[aa])").from).toMatch(/^-{20}O-{4} X$/);
});

test("names of SGF before FF[4] are read by their capitals", () => {
  const read = readRecord(game("go:5x5"), "(;GaMe[1]SiZe[5];Black[aa];White[bb])");
  expect(read.moves.length).toStrictEqual(2);
});

const refused: [string, string, RegExp][] = [
  ["go:5x5", "(;GM[1]SZ[5];B[aa", /Line 1, character 15: the value that begins here has no end/],
  ["go:5x5", "(;GM[1]SZ[5];B[aa]", /character 19: the record ends before the game does/],
  ["go:5x5", "(;GM[1]SZ[5]\n;B[aa];W[zz])", /Line 2, character 10: “zz” is not on the board.*5\u00d75/],
  ["go:5x5", "(;GM[1]SZ[5];B[f1])", /“f1” is no move. Expected a cell such as cd, or \[\]/],
  ["go:5x5", "(;GM[1]SZ[5];B[af])", /“af” is not on the board/],
  ["go:5x5", "(;GM[1]SZ[9];B[aa])", /character 11: the record’s board is 9\u00d79. Expected 5\u00d75/],
  ["go:5x4", "(;GM[1]SZ[4:5])", /board is 4\u00d75. Expected 5\u00d74/],
  ["go:5x4", "(;GM[1]SZ[6:4])", /board is 6\u00d74. Expected 5\u00d74/],
  ["go:5x5", "(;GM[1]SZ[huge])", /SZ\[huge\] is no size/],
  ["go:5x5", "(;GM[1]SZ[99999999999])", /is no size/],
  ["go:5x5", "(;GM[11]SZ[5])", /GM\[11\] is a record of another game. Expected GM\[1\]/],
  ["go:5x5", "(;GM[1]SZ[5];B[aa];B[bb])", /it is not B’s turn. Expected a move of W/],
  ["go:5x5", "(;GM[1]SZ[5];B[aa];AB[bb])", /after the first move/],
  ["go:5x5", "(;ff[4]gm[1]sz[5];b[aa])", /Line 1, character 3: the name “ff” has no capital letter/],
  ["hex:5x5", "(;GM[11]SZ[5];b[a1])", /character 15: the name “b” has no capital letter/],
  ["go:5x5", "(;GM[1]SZ[5]AB[aa]AW[bb][aa])", /character 26: “aa” is set up twice in this node/],
  ["go:5x5", "(;GM[1]SZ[5]AB[aa:bb]AE[ab])", /“ab” is set up twice/],
  ["hex:5x5", "(;GM[11]SZ[5]AB[a1][a1])", /“a1” is set up twice/],
  ["go:5x5", "(;GM[1]SZ[5];B)", /the property B has no value/],
  ["go:5x5", "(;GM[1]SZ[5];!)", /“!” means nothing here/],
  ["hex:5x5", "(;GM[11]SZ[5];B[a6])", /“a6” is not on the board/],
  ["hex:5x5", "(;GM[11]SZ[5];B[5a])", /“5a” is no cell. Expected one such as c4/],
  ["hex:5x5", "(;GM[11]SZ[5];W[a1])", /it is not W’s turn/],
  ["hex:5x5", "(;GM[11]SZ[5];B[a1];W[b1];B[swap-pieces])", /the second move of a game alone/],
  ["hex:6x4", "(;GM[11]SZ[6:4];B[a1];W[swap-pieces])", /Expected swap-sides/],
  ["hex:5x5", "(;GM[Othello]BO[8 *])", /GGF, which records Othello/],
  ["connect-four:7x6", "(;GM[4];B[d1])", /SGF, which this game does not have/],
  ["othello:4x4", "(;GM[Othello]BO[8 -------- *])", /board is 8\u00d78. Expected 4\u00d74/],
  ["othello:4x4", "(;GM[Othello]BO[4 ---- *])", /has 4 squares. Expected 16/],
  ["othello:4x4", "(;GM[Othello]BO[4 xyz])", /BO is “4 xyz”/],
  ["othello:4x4", "(;GM[Chess]BO[4 ---- *])", /GM\[Chess\] is a record of another game/],
  ["othello:4x4", "(;GM[Othello]BO[4 -----O*--*O----- *]B[PA]B[PA])", /it is not B’s turn/],
  ["othello:4x4", "(;GM[Othello]BO[4 -----O*--*O----- *]B[55])", /“55” is no move/],
  ["othello:4x4", "(;GM[Othello]BO[4 -----O*--*O----- *]B[e5])", /“e5” is not on the board/],
  [
    "othello:4x4",
    "-----OX--XO----- X;\n----------------X; % nothing",
    /Line 2, character 1: no single move leads here/,
  ],
  ["othello:4x4", "-----OX--XO----- X;\n-----OX--XO---- X;", /Line 2.* has 15 squares. Expected 16/],
];

for (const [spec, text, message] of refused) {
  test(`${spec}: ${text.replaceAll("\n", " ")} is refused by name and place`, () => {
    expect(() => readRecord(game(spec), text)).toThrow(message);
  });
}

test("hostile texts are refused, and none breaks the reader", () => {
  const deep = "(;".repeat(200_000);
  expect(() => readRecord(game("go:5x5"), deep)).toThrow(/ends before the game does/);
  expect(() => readRecord(game("go:5x5"), "(;B[aa])".padEnd(1_000_001))).toThrow(/too long/);
  const next = random(3);
  const pieces = [
    "(",
    ")",
    ";",
    "B",
    "W",
    "[",
    "]",
    "aa",
    "\\",
    "GM[1]",
    "SZ[5]",
    "AB[aa:zz]",
    "tt",
    "\n",
    "é",
    "\u0000",
    "PL[",
    "swap-pieces",
  ];
  for (const of of games) {
    for (let round = 0; round < 400; round += 1) {
      const text = `(;${Array.from({ length: next(14) }, () => pieces[next(pieces.length)]).join("")}`;
      try {
        expect(Array.isArray(readRecord(of, text).moves)).toBe(true);
      } catch (error) {
        expect(error instanceof RecordError, `${JSON.stringify(text)}: ${String(error)}`).toBe(true);
      }
    }
  }
});
