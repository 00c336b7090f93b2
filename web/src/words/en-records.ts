import { pluralIn } from "./counts.ts";

const plural = pluralIn("en");

/** Texts about records of games: files that are read and written. */
export const records = {
  at: ({ line, character, problem }: { line: number; character: number; problem: string }) =>
    `Line ${line}, character ${character}: ${problem}`,
  openBracket: "the value that begins here has no end. Expected ].",
  noCapital: ({ name }: { name: string }) =>
    `the name “${name}” has no capital letter. Expected a property such as B or GM.`,
  noValue: ({ name }: { name: string }) => `the property ${name} has no value. Expected one in brackets, as in B[c4].`,
  noNode: "a property stands before the first node. Expected ; in front of it.",
  unexpected: ({ character }: { character: string }) =>
    `“${character}” means nothing here. Expected a property, ;, ( or ).`,
  openGame: "the record ends before the game does. Expected ).",
  mainLine: ({ count }: { count: number }) =>
    plural(count, {
      one: "The record has a variation beside its main line. Only the main line was read.",
      other: `The record has ${count} variations beside its main line. Only the main line was read.`,
    }),
  firstGame: ({ count }: { count: number }) => `The record has ${count} games. Only the first was read.`,
  otherGame: ({ found, expected }: { found: string; expected: string }) =>
    `${found} is a record of another game. Expected ${expected}.`,
  lateSetup: "stones are set up after the first move. Expected moves alone from there on.",
  setTwice: ({ found }: { found: string }) => `“${found}” is set up twice in this node. Expected every cell once.`,
  wrongColour: ({ found, expected }: { found: string; expected: string }) =>
    `it is not ${found}’s turn. Expected a move of ${expected}.`,
  noSize: ({ property, size }: { property: string; size: string }) =>
    `The record does not state its board (${property}). It was read as ${size}.`,
  noSuchSize: ({ found }: { found: string }) => `${found} is no size. Expected a number, or columns:rows.`,
  otherSize: ({ found, expected }: { found: string; expected: string }) =>
    `the record’s board is ${found}. Expected ${expected}.`,
  ggfBoard: ({ found }: { found: string }) =>
    `BO is “${found}”. Expected the length of a side, the squares as *, O and -, and the side to move.`,
  squares: ({ found, expected }: { found: number; expected: number }) =>
    `the board has ${found} squares. Expected ${expected}.`,
  noMove: ({ found, example, pass }: { found: string; example: string; pass: string }) =>
    `“${found}” is no move. Expected a cell such as ${example}, or ${pass} for a pass.`,
  noCell: ({ found, example }: { found: string; example: string }) =>
    `“${found}” is no cell. Expected one such as ${example}.`,
  offBoard: ({ found, size }: { found: string; size: string }) =>
    `“${found}” is not on the board. Expected a cell of ${size}.`,
  otherKomi: ({ found, expected }: { found: string; expected: string }) =>
    `The record has komi ${found}, this game ${expected}. Values are for komi ${expected}.`,
  lateSwap: "a swap can be the second move of a game alone. Expected a cell.",
  squareSwap: "stones cannot be mirrored on a board that is not square. Expected swap-sides.",
  mirrored:
    "In the record the swap mirrors the stone. Here the players exchange colours instead: later moves are shown mirrored, in the other colour.",
  noBoard: "there is no position. Expected a board and the side to move.",
  notNext: ({ line }: { line: number }) =>
    `no single move leads here from the board in line ${line}. Expected the positions of one game in order, or one position.`,
  otherBoard: ({ found, expected }: { found: string; expected: string }) =>
    `the moves do not lead to ${found}. Expected ${expected}.`,
  tooLong: ({ most }: { most: string }) => `The text is too long. Expected at most ${most} characters.`,
  notOthello: ({ format }: { format: string }) =>
    `The text is ${format}, which records Othello. Expected moves of this game.`,
  noSgf: "The text is SGF, which this game does not have. Expected moves by their names.",

  file: "Choose a file",
  fileExpected: ({ formats }: { formats: string }) => `Records in ${formats} are read as well.`,
  save: "Save this game",
  format: "Format",
  formats: { moves: "Moves", sgf: "SGF", ggf: "GGF", obf: "OBF" },
  about: {
    moves: "The moves alone.",
    sgf: "With the value after each move (V), and moves that lost value marked (BM).",
    ggf: "With the value after each move.",
    obf: "A position a line, with the values of the best move and of the move that was played.",
  },
  download: "Save file",
  copy: "Copy",
  copied: "Copied",
  notCopied: "The browser does not allow it",
};
