import type { Words } from "./catalogue.ts";

export const records: Words["records"] = {
  file: "ファイルを選ぶ",
  fileExpected: ({ formats }) => `${formats} の棋譜も読み込めます。`,
  save: "この対局を保存",
  format: "形式",
  formats: { moves: "着手", sgf: "SGF", ggf: "GGF", obf: "OBF" },
  about: {
    moves: "着手だけです。",
    sgf: "各着手後の評価値(V)と、損をした着手の印(BM)が付きます。",
    ggf: "各着手後の評価値が付きます。",
    obf: "1行に1局面。最善手と実際の着手の評価値が付きます。",
  },
  download: "ファイルに保存",
  copy: "コピー",
  copied: "コピーしました",
  notCopied: "ブラウザーが許可していません",
};
