/** Texts about records of games: files that are read and written. */
export const records = {
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
