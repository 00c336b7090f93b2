import type { Words } from "./catalogue.ts";

export const records: Words["records"] = {
  at: ({ line, character, problem }) => `${line}行目${character}文字目：${problem}`,
  openBracket: "ここから始まる値が閉じていません。] が必要です。",
  noValue: ({ name }) => `プロパティ ${name} に値がありません。B[c4] のように角括弧の値が必要です。`,
  noNode: "最初のノードの前にプロパティがあります。前に ; が必要です。",
  unexpected: ({ character }) => `「${character}」はここでは無効です。プロパティ、;、( または ) が必要です。`,
  openGame: "対局の途中で棋譜が終わっています。) が必要です。",
  mainLine: ({ count }) => `棋譜には本譜のほかに変化が${count}つあります。本譜だけを読み込みました。`,
  firstGame: ({ count }) => `棋譜には${count}局あります。最初の1局だけを読み込みました。`,
  otherGame: ({ found, expected }) => `${found} は別のゲームの棋譜です。${expected} が必要です。`,
  lateSetup: "初手の後に石が置かれています。以後は着手だけが必要です。",
  wrongColour: ({ found, expected }) => `${found} の手番ではありません。${expected} の着手が必要です。`,
  noSize: ({ property, size }) => `棋譜に盤の大きさ（${property}）がありません。${size} として読み込みました。`,
  noSuchSize: ({ found }) => `${found} は大きさではありません。数、または「列:行」が必要です。`,
  otherSize: ({ found, expected }) => `棋譜の盤は ${found} です。${expected} が必要です。`,
  ggfBoard: ({ found }) => `BO が「${found}」です。一辺の長さ、*・O・- による盤面、手番が必要です。`,
  squares: ({ found, expected }) => `盤のマスが${found}個です。${expected}個が必要です。`,
  noMove: ({ found, example, pass }) =>
    `「${found}」は着手ではありません。${example} のようなマス、またはパスの ${pass} が必要です。`,
  noCell: ({ found, example }) => `「${found}」はマスではありません。${example} のようなマスが必要です。`,
  offBoard: ({ found, size }) => `「${found}」は盤の外です。${size} のマスが必要です。`,
  otherKomi: ({ found, expected }) =>
    `棋譜のコミは ${found}、このゲームのコミは ${expected} です。評価値はコミ ${expected} のものです。`,
  lateSwap: "スワップは2手目だけです。マスが必要です。",
  squareSwap: "正方形でない盤では石を反転できません。swap-sides が必要です。",
  mirrored:
    "棋譜のスワップは石を反転します。ここでは代わりに対局者が色を交換し、以後の着手を反転して反対の色で示します。",
  noBoard: "局面がありません。盤面と手番が必要です。",
  notNext: ({ line }) =>
    `${line}行目の盤面から1手ではこの盤面になりません。1局の局面を順に並べたもの、または1つの局面が必要です。`,
  otherBoard: ({ found, expected }) => `着手を進めても ${found} になりません。${expected} が必要です。`,
  tooLong: ({ most }) => `テキストが長すぎます。${most}文字以内にしてください。`,
  notOthello: ({ format }) => `${format} はオセロの棋譜です。このゲームの着手が必要です。`,
  noSgf: "SGF はこのゲームにありません。着手を名前で入力してください。",

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
