import type { Words } from "./catalogue.ts";
import { figuresIn } from "./counts.ts";
import type { PaceLoss, Result } from "./parameters.ts";
import { records } from "./ja-records.ts";

const figure = figuresIn("ja", ",");

/** Japanese has one form for every count: no plural is chosen here. */
const by = (margin: number | null): string => (margin === null ? "" : `${margin}目差の`);
const inPlies = (count: number | null): string => (count === null ? "" : `（残り${count}手）`);

const OUTCOMES = { win: "勝ち", draw: "引き分け", loss: "負け", zero: "0" };
const orMore = (margin: number | null): string => (margin === null ? "" : `${margin}目差以上の`);
/** What was lost, in games with points. */
const pointsLost = (points: number, isBound: boolean): string => `${points}目${isBound ? "以上" : ""}`;
const result = ({ outcome, margin }: Result): string => by(margin) + OUTCOMES[outcome];

const pace = ({ outcome, count, isBound }: PaceLoss): string =>
  `${count}手${isBound ? "以上" : ""}${outcome === "wins" ? "遅い勝ち" : "早い負け"}`;

export const ja: Words = {
  number: ({ value }) => figure(value),

  sentence: ({ text }) => `${text}。`,
  sentences: ({ texts }) => texts.join(""),
  list: ({ texts }) => texts.join("、"),

  page: {
    title: ({ game }) => `${game} – Solveig`,
    brand: "Solveig、ゲーム一覧",
    game: "ゲーム",
    searchedGame: ({ game }) => `${game}（探索）`,
    noSuchGame: "ゲームが見つかりません",
    hasNoGame: ({ game }) => `「${game}」というゲームはここにありません。`,
    gamesItHas: "利用できるゲームの一覧",
    loading: "読み込み中…",
    colours: {
      auto: "配色：システムに合わせる",
      light: "配色：ライト",
      dark: "配色：ダーク",
    },
    help: "ヘルプ",
    helpKey: "ヘルプ (?)",
    settings: "設定",
    close: "閉じる",
    tryAgain: "もう一度試す",
  },

  problems: {
    unreachable: "サーバーが応答しません。solveig serve は動いていますか？",
    noFile: "このページのファイルを読み込めません。一度読み込めば、あとはオフラインでも使えます。",
    busy: ({ said }) => `サーバーは他の探索で混み合っています。(${said})`,
    timeout: ({ said }) => `探索が制限時間を超えました。(${said})`,
    notReady: "サーバーは起動中で、ファイルを検査しています。終わるまで自動で問い合わせます。",
    illegal: ({ said }) => `この手順には打てない手があります。その直前までを表示しています。(${said})`,
    status: ({ status }) => `応答がありません（ステータス${status}）。`,
  },

  home: {
    title: "ソルバーと対局",
    lead: "完璧な相手と対局し、どちらが勝つか、どの手が最善かを見ることができます。",
    noGames: "ここにゲームはありません。",
    searched: "対局中に探索",
    player: ({ first, second }) => `先手で${first}以上、後手で${second}以上を保つプレイヤー`,
    foreignResults: ({ count }) => `他者による${figure(count)}件の結果を前提とし、ここでは証明していません。`,
  },

  sides: { Black: "黒", White: "白", Yellow: "黄", Red: "赤", X: "X", O: "O", First: "先手", Second: "後手" },

  games: {
    othello: "オセロ",
    connectFour: "コネクトフォー",
    go: "囲碁",
    hex: "ヘックス",
    ticTacToe: "三目並べ",
    inARow: ({ k }) => `${k}目並べ`,
    byScore: "得点制",
    suicide: "自殺手あり",
    noSuicide: "自殺手禁止",
    komi: ({ value }) => `コミ${value}`,
    superko: ({ value }) => `スーパーコウ ${value}`,
    aims: {
      plain: "手番ごとに、一覧から手を選びます。",
      othello: "相手の石を挟んで裏返します。終局時に石の多い方が勝ちです。",
      connectFour: "石を落とします。縦・横・斜めのいずれかに4つ並べば勝ちです。",
      inARow: ({ k }) => `縦・横・斜めのいずれかに${k}つ並べば勝ちです。`,
      hex: ({ first, second }) => `${first}は上下を、${second}は左右をつなげば勝ちです。`,
      edges: "手番ごとに、2つの点を結ぶ辺を引きます。",
      cells: "手番ごとにマスを選びます。",
      go: "地を囲います。両者が続けてパスすると終局し、地と石の合計が多い方が勝ちです。",
    },
    scopes: {
      strong: "強解決",
      semiStrong: "準強解決",
      weak: "弱解決",
    },
  },

  values: {
    unknown: "不明",
    exact: (outcome) => result(outcome) + inPlies(outcome.plies),
    atLeast: ({ outcome, margin }) =>
      outcome === "win" ? `${orMore(margin)}勝ち` : `${by(margin)}${OUTCOMES[outcome]}かそれより良い`,
    atMost: ({ outcome, margin }) =>
      outcome === "loss" ? `${orMore(margin)}負け` : `${by(margin)}${OUTCOMES[outcome]}かそれより悪い`,
    hasAtLeast: ({ side, outcome, margin }) => {
      if (outcome === "win") return `${side}の${orMore(margin)}勝ち`;
      return `${side}は${by(margin)}${OUTCOMES[outcome]}かそれより良い`;
    },
    hasAtMost: ({ side, outcome, margin }) => {
      if (outcome === "loss") return `${side}の${orMore(margin)}負け`;
      return `${side}は${by(margin)}${OUTCOMES[outcome]}かそれより悪い`;
    },
    valueUnknown: "評価値は不明",
    estimated: ({ side, margin }) => (margin === 0 ? "推定ではほぼ互角" : `推定では${side}が約${margin}石リード`),
    drawn: "引き分け",
    drawWithBestPlay: "双方最善で引き分け",
    hasWon: ({ winner, margin }) => `${winner}の${by(margin)}勝ち`,
    wins: ({ winner, margin, plies }) => `双方最善で${winner}の${by(margin)}勝ち${inPlies(plies)}`,
    hidden: "評価値は非表示です",
    for: ({ side }) => `評価値は${side}から見たものです。`,
    star: "★は最善手です。",
    isBest: "最善手",
  },

  sources: {
    stored: "収録",
    storedText: "解ファイルにこの局面の評価値が収録されています。",
    bound: "限界値",
    boundText: "この局面は評価値の限界だけがわかっています。解ファイルに収録された解には、それで十分です。",
    proved: "証明済み",
    provedText: "証明がこの局面の評価値を示しています。",
    provedBoundText: "この局面は評価値の限界だけがわかっています。証明がそれを示しています。",
    outsideProofText: "この局面は証明の範囲外で、探索でも評価値が求まっていません。",
    searchedBoundText: "この局面は評価値の限界だけがわかっています。制限時間内の探索で証明されました。",
    searched: "探索",
    searchedText: "解ファイルによらず、このサーバーの厳密な探索で求めた評価値です。",
    over: "終局",
    overText: "ルールによる結果です。",
    derived: "導出",
    derivedText: "指し手についてわかっていることから導かれた評価値です。",
    derivedBoundText: "この局面は評価値の限界だけがわかっています。指し手についてわかっていることから導かれました。",
    outside: "範囲外",
    outsideText: "この局面は解ファイルに収録されておらず、探索でも評価値が求まっていません。",
    unknown: "不明",
    unknownText: "制限時間内の探索では終局まで読み切れませんでした。",
  },

  evidence: {
    proof: "サーバー起動時に、検証器が証明の正しさを確認しました。",
    proofBySolversRules: "サーバー起動時に、検証器がソルバー自身のルールで証明の正しさを確認しました。",
    confirmed: "サーバー起動時に、検証器が解ファイルの正しさを確認しました。",
    confirmedWithCertificate: "サーバー起動時に、検証器が証明書を使って解ファイルの正しさを確認しました。",
    certificate: "解ファイルのダイジェストを示す証明書が、このサーバーに渡されています。",
    noCertificate: "このサーバーに証明書は渡されていません。",
    nothing: "破損の有無を含め、何も検査していません。",
    bytes: "解ファイルの破損の有無だけを検査し、内容の正しさは検証していません。",
    bytesOfBoth: "両ファイルの破損の有無だけを検査し、内容の正しさは検証していません。",
  },

  inFolder: {
    searchedText: "解ファイルによらず、このブラウザの厳密な探索で求めた評価値です。",
    noCertificate: "解ファイルに添えられていません",
    storedMeaning: "解ファイルに収録済み。検証されたかどうかは「収録範囲」に表示します",
    searchedMeaning: "このブラウザの厳密な探索で求めた値",
    evidence: {
      confirmed: "このページの作成時に、検証器が解ファイルの正しさを確認しました。",
      confirmedWithCertificate: "このページの作成時に、検証器が証明書を使って解ファイルの正しさを確認しました。",
      certificate: "解ファイルのダイジェストを示す証明書が添えられています。",
      noCertificate: "証明書は添えられていません。",
      nothing: "破損の有無を含め、何も検査していません。",
      bytes: "このページの作成時に解ファイルの破損の有無だけを検査し、内容の正しさは検証していません。",
      bytesOfBoth: "このページの作成時に両ファイルの破損の有無だけを検査し、内容の正しさは検証していません。",
    },
  },

  board: {
    label: ({ game }) => `${game}の盤`,
    section: "盤",
    about: "局面の情報",
    column: ({ column }) => `${column}列`,
    columnWithin: ({ column }) => `${column}列`,
    cellInColumn: ({ column, row }) => `${column}列${row}段`,
    empty: "空き",
    neither: "使用済み",
    lastMove: "直前の手",
    canBePlayed: "着手可能",
    dropsFurther: "石はさらに下へ落ちます",
    bestMove: "最善手",
    inWinningLine: "勝ちの並び",
    discs: ({ count }) => `${count}個`,
    boxes: ({ count }) => `${count}マス`,
    hinted: "ヒントの手",
    legalMoves: "合法手",
    moveNumber: ({ number }) => `${number}手目`,
    playedNext: "次に打たれた手",
    better: "打たれた手より良い手",
    lineMove: ({ number }) => `最善の手順の${number}手目`,
    forbidden: "着手禁止（以前の盤面の再現）",
    countsFor: ({ side }) => `${side}の地`,
    countsForNeither: "どちらの地でもない",
  },

  go: {
    repeatsMove: ({ move, ply, played }) =>
      `${move}は打てません。${ply}手目${played}の直後の盤面が再現されます（コウのルール）。`,
    repeatsFirst: ({ move }) => `${move}は打てません。1手目の前の盤面が再現されます（コウのルール）。`,
    repeatsEarlier: ({ move }) => `${move}は打てません。以前の盤面が再現されます（コウのルール）。`,
    noLiberty: ({ move }) => `${move}は打てません。石の呼吸点がなくなります。`,
    areaTitle: "地の計算",
    area: ({ side, area, stones, enclosed }) => `${side}${area}目：石${stones}個と、囲った空点${enclosed}個。`,
    neutral: ({ count }) => `どちらの地でもない空点が${count}個あります。`,
  },

  views: {
    label: "表示の切り替え",
    play: "対局",
    review: "検討",
    proof: "証明",
    region: "収録範囲",
    evidence: "なぜわかるのか",
  },

  controls: {
    label: "対局の操作",
    undo: "一手戻す",
    redo: "一手進める",
    newGame: "新しい対局",
    hint: "ヒント",
    values: "評価値",
    flip: "反転",
    setUp: "局面編集",
    pass: "パス",
    copyLink: "リンクをコピー",
    linkCopied: "コピーしました",
    copyAddress: "上のアドレスをコピーしてください",
    withKey: ({ command, key }) => `${command} (${key})`,
  },

  announcement: {
    passes: ({ side }) => `${side}はパス。`,
    played: ({ side, move }) => `${side}の着手は${move}。`,
    mustPass: ({ side }) => `${side}はパスしかできません。`,
    bestMove: ({ move }) => `最善手は${move}。`,
  },

  play: {
    graph: "評価値の推移",
    youPlay: "あなたの手番",
    both: "両方",
    state: "対局の状況",
    toMove: ({ side }) => `${side}の手番です。`,
    yourMove: ({ side }) => `あなた（${side}）の手番です。`,
    answers: ({ side }) => `${side}が応手します…`,
    answersWithGuess: ({ side }) => `最善手が不明なため、${side}は推測で打ちます。`,
    playedHere: ({ side }) => `ここではSolveigが${side}を打ちました。`,
    guessedHere: ({ side }) => `ここではSolveigが${side}を推測で打ちました。`,
    lastWasGuess: "Solveigの直前の手は推測で、最善とは限りません。最善手はわかっていませんでした。",
    thinks: ({ side }) => `${side}が考えています…`,
    knowsNoMove: ({ side }) => `ここでの${side}の手をSolveigは知りません。代わりに一手打つか、探索させてください。`,
    mustPass: ({ side }) => `${side}は打てる場所がなく、パスします。`,
    passed: ({ side }) => `${side}は打てる場所がなく、パスしました。`,
    movesAgain: ({ side }) => `${side}がもう一度打ちます。`,
    options: "強さと時計",
    playOn: "ここから対局を続ける",
    review: "この対局を検討する",
    searching: "探索中…",
    bestMoves: ({ count, moves }) => `最善手${count > 1 ? `（${count}つ）` : ""}：${moves.join("、")}。`,
    manyBest: ({ count, total, outcome }) =>
      `${total}手のうち${count}手が${outcome === "win" ? "勝ち" : outcome === "draw" ? "引き分け" : "最善"}です。`,
    allEqual: "どの手も同じ価値です。",
    everyMove: "すべての手（最善手から順）",
    worthOfMoves: "各手の評価値",
    noValueKnown: "評価値のわかっている手はありません。",
    estimates: ({ side, moves }) =>
      `正確な評価値のわかっている手はありません。${side}から見た推定値：${moves.join("、")}`,
    searchOutside: "解ファイルにない局面も探索する",
    searchHere: "この局面を探索する",
    searchOutsideProof: "証明の範囲外の局面も探索する",
    interrupted: "すべてはわかっていません。",
    searchLonger: "さらに探索する",
    bestPlay: "ここからの最善手順",
    lookingUp: "検索中…",
    noBestMove: "最善手はわかっていません。",
    lineInterrupted: "探索が打ち切られたため、手順はここまでです。",
  },

  result: {
    discs: ({ more, fewer, empty, margin }) => {
      const discs = `石数は${more}対${fewer}です。`;
      if (empty === 0) return discs;
      return `${discs}空きマス${empty}個は勝者の得点になります：${more} + ${empty} − ${fewer} = ${margin}。`;
    },
    discsEach: ({ each, empty }) =>
      empty === 0 ? `石数は${each}個ずつです。` : `石数は${each}個ずつです。空きマス${empty}個は等分します。`,
  },

  strength: {
    label: "Solveigのミス",
    never: "なし",
    rate: ({ rate }) => (rate === 100 ? "毎手" : `100手に${rate}手`),
    errs: ({ rate }) =>
      rate === 100
        ? "Solveigはわざとミスをします。劣る手がわかっていれば必ず打ちます。"
        : `Solveigはわざとミスをします。100手に約${rate}手、劣るとわかっている手を打ちます。`,
  },

  clock: {
    label: "持ち時間",
    off: "なし",
    control: ({ minutes, increment }) => (increment === 0 ? `${minutes}分` : `${minutes}分+1手${increment}秒`),
    left: ({ side, time }) => `${side}の残り時間は${time}`,
    timeUp: ({ side, winner }) => `${side}の時間切れにより、${winner}の勝ちです。`,
  },

  hints: {
    unknown: "この局面の勝敗はわかっていません。",
    canWin: ({ margin, plies }) => `${by(margin)}勝ちが可能です${inPlies(plies)}。`,
    canDraw: "引き分けに持ち込めます。双方最善ならそれ以上は望めません。",
    loses: ({ margin, plies }) => `双方最善なら${by(margin)}負けです${inPlies(plies)}。`,
    anyKeeps: "どの手でも結果は変わりません。",
    keep: ({ count, moves }) => `それを保つ手は${count}つ：${moves.join("、")}。`,
    knownToKeep: ({ count, moves }) => `それを保つとわかっている手は${count}つ：${moves.join("、")}。`,
    best: ({ move }) => `Solveigなら${move}と打ちます。`,
    estimate: ({ move, value }) => `推定（証明ではない）で最もよい手：${move}（${value}）。`,
  },

  remarks: {
    turns: ({ move, points, isBound, before, after }) =>
      `${move}で${OUTCOMES[before]}が${OUTCOMES[after]}になりました${points === null ? "" : `（${pointsLost(points, isBound)}の損）`}。`,
    loses: ({ move, points, isBound }) =>
      points === null ? `${move}は損な手です。` : `${move}は${pointsLost(points, isBound)}の損です。`,
    pace: ({ move, outcome, count, isBound }) => `${move}は${pace({ outcome, count, isBound })}です。`,
    takeBack: "待ったをする",
  },

  swap: {
    rule: "スワップルール",
    about: "初手の後、後手はスワップできます。石はそのままで、両者が色を交換します。",
    button: "色を交換",
    exchanged: "両者が色を交換しました。",
    start:
      "スワップルールでは後手が勝ちます。勝つ初手なら色を交換し、負ける初手なら交換しません。着手の評価値はスワップなしのものです。",
    take: ({ side }) => `初手は${side}の勝ちです。後手はスワップすれば勝ちます。`,
    leave: ({ side }) => `初手は${side}の負けです。後手はスワップしなければ勝ちます。`,
    unknown: "初手で誰が勝つかは不明です。後手はスワップするかしないかのどちらかで勝ちます。",
    review: "スワップルールでは、どの初手も後手の勝ちなので、初手で損をすることはありません。",
  },

  moves: {
    title: "棋譜",
    start: "開始",
    setUpPosition: "編集した局面",
    numbered: ({ ply, move }) => `${ply}手目：${move}`,
    numberedBy: ({ ply, side, move }) => `${ply}手目 ${side}：${move}`,
  },

  review: {
    numberStones: "石に手数を付ける",
    showLine: "最善の手順を盤に示す",
    label: "悪手の検討",
    pasteGame: "棋譜を貼り付ける",
    anotherGame: "別の棋譜",
    movesOfGame: "棋譜の手",
    button: "検討する",
    reading: "棋譜を調べています…",
    table: "棋譜の各手",
    columns: { move: "手", value: ({ side }) => `${side}から見て`, verdict: "判定", best: "最善手" },
    marks: "枠：次に打たれた手。矢印：より良い手。",
    estimates: "\u2248は推定値で、証明ではありません。",
    footnote: "手を選ぶとその直後の局面へ、最善手を選ぶと着手前の局面へ移ります。",
    lostNothing: ({ side }) => `${side}に損失はありません。`,
    notKnown: ({ side, unknown }) => `${side}の損失は見つかっていません（不明な手：${unknown}手）。`,
    lostSomewhere: ({ side, points }) =>
      `${side}は${points === null ? "" : pointsLost(points, true)}損しました（どの手かは不明）。`,
    losses: ({ side, points, isBound, count, unknown }) => {
      const what = points === null ? "損をしました" : `合計${pointsLost(points, isBound)}損しました`;
      return `${side}は${count}手で${what}${unknown === 0 ? "" : `（不明な手：${unknown}手）`}。`;
    },
    forced: "必然",
    played: "最善",
    throws: { win: "勝ちを逃す手", draw: "引き分けを逃す手" },
    loses: ({ points, isBound }) => (points === null ? "損な手" : `${pointsLost(points, isBound)}の損`),
    pace,
    samePace: ({ outcome }) => (outcome === "wins" ? "同じ価値、遅い勝ち" : "同じ価値、早い負け"),
    person: ({ side }) => `${side}（あなた）`,
    ending: ({ outcome, margin }) =>
      outcome === "win"
        ? `あなたの${by(margin)}勝ちです。`
        : outcome === "loss"
          ? `あなたの${by(margin)}負けです。`
          : "引き分けです。",
    couldHave: ({ side, outcome, move, ply }) =>
      `${side ?? "あなた"}は${ply}手目に${move}なら${outcome === "win" ? "勝て" : "引き分けにでき"}ました。`,
    toPositionBefore: ({ move, ply }) => `${move}、${ply}手目の前の局面へ`,
    chart: ({ side }) => `各着手後の${side}から見た評価値`,
    point: ({ place, value }) => `${place}：${value}`,
    ahead: ({ side }) => `${side}優勢`,
    mistake: ({ ply, side, move, verdict }) => `${ply}手目 ${side} ${move}：${verdict}`,
    plies: ({ count }) => `${count}手`,
  },

  records,

  proof: {
    label: "この局面の証明",
    over: "終局しています。評価値はルールで決まります。",
    title: "すべての手と応手",
    table: "手と応手",
    columns: {
      move: "手",
      valueFor: ({ side }) => `${side}の評価値`,
      answer: "応手",
      verdict: "判定",
    },
    footnote: "手または応手を選ぶと先へ進み、「一手戻す」で戻ります。",
    thenAnswers: ({ move, side, reply }) => `${move}に${side}が${reply}と応じる`,
    kinds: {
      P: "P：解ファイルは双方の評価値を示しています。ある一手がそれを達成し、それに勝る手はありません。",
      "A'": "A′：解ファイルは、ある一手が評価値を達成することを示しています。他の手が勝らないことは証明書が示します。",
      "P'": "P′：解ファイルは、どの手に対しても評価値を示しています。それに勝る手はありません。",
      C: "C：解ファイルは下界を示しています。一手あれば十分です。",
      A: "A：解ファイルは、どの手に対しても上界を示しています。",
    },
    fileKinds: {
      P: "P：証明は評価値を両側から限っています。",
      C: "C：証明には、手番の側が限界を守る一手があります。",
      A: "A：証明には、どの手に対しても限界を守る応手があります。",
    },
    winningMove: "証明の手",
    notNeeded: "不要",
    answered: "応手あり",
    endsGame: "終局",
    verdicts: {
      best: "最善",
      equal: "同等",
      "no-better": "勝らない",
      worse: "劣る",
      unknown: "不明",
    },
    stated: ({ verdict }) => `${verdict}（証明書による）`,
  },

  region: {
    label: "収録範囲",
    none: "このゲームの解ファイルは読み込まれておらず、収録された局面はありません。表示される値は対局中の探索によるものです。",
    toSolve: "解いて解を保存するには：",
    artifact: "解ファイル",
    scope: "解の種類",
    startValue: "初期局面の評価値",
    forFirst: ({ value }) => `先手から見て${value}`,
    storedPositions: "収録局面数",
    bySymmetry: ({ count }) => `${figure(count)}（対称な局面は一つに集約）`,
    size: "サイズ",
    cut: "カット",
    cutLevel: ({ level }) => `レベル${level}：それより上の局面は探索します`,
    digest: "ダイジェスト",
    certificate: "証明書",
    certificateFile: ({ file, count, size }) => `${file}：${figure(count)}局面、${size}`,
    noCertificate: "このサーバーにはありません",
    checked: "検証",
    byLevel: "レベル別の局面数",
    columns: {
      level: "レベル",
      positions: "局面数",
      optimal: "最善",
      free: "全手",
      both: "両者",
      over: "終局",
    },
    footnote:
      "最善：最善手一つで収録。全手：すべての手で収録。両者：両方の側について収録。終局：終局した局面。数えるだけで収録しません。",
    chart: ({ most, level }) => `レベル別の収録局面数。最多は${most}局面（レベル${level}）。数値は表にあります。`,
    column: ({ level, positions }) => `レベル${level}：${positions}`,
    bytes: ({ count }) => `${figure(count)}バイト`,
    proof: "証明",
    claim: "主張",
    claimedPosition: "主張の局面",
    gameStart: "初期局面",
    afterMoves: ({ moves }) => `${moves}の後`,
    setUpBoard: ({ board }) => `盤面 ${board}`,
    goThere: "その局面へ",
    winningMoves: "勝つ側の手数",
    nodes: "検証した節点",
    answers: "証明の範囲",
    answersWithHistories: ({ count }) => `${figure(count)}件（それぞれ以前の盤面の条件付き）`,
  },

  setup: {
    title: "局面編集",
    field: "局面または棋譜",
    button: "移動する",
    random: "収録局面から無作為に選ぶ",
    byHand: "盤上で編集",
    orByHand: "盤上で編集する",
    clicks: ({ first, second }) => `クリックするたびに、空き→${first}→${second}→空きの順に変わります。`,
    board: "編集用の盤",
    toMove: "手番",
    clear: "消去",
    use: "この局面を使う",
  },

  pasted: {
    plain:
      "入力形式：手の名前の列、またはゲームの書式による盤面とその後の「;」。盤面と手を両方書くときは「;」で区切ります。",
    connectFour: ({ columns, rows, first, second }) =>
      `入力形式：「4453」のような列番号の並び、または上から順に${rows}段を「/」で区切った各${columns}文字（x=${first}、o=${second}、「.」=空き）。盤面と手を両方書くときは「;」で区切ります。`,
    drawn: ({ example, cells, start, first, second }) =>
      `入力形式：「${example}」のような手の列、または${start}から一段ずつ${cells}文字（X=${first}、O=${second}、「-」=空き）に続けて空白と手番のXかO。盤面と手を両方書くときは「;」で区切ります。`,
  },

  help: {
    title: "ヘルプ",
    onBoard: "盤上の評価値",
    badges: {
      win: "丸：勝ちになる手",
      draw: "四角：引き分けになる手",
      loss: "ひし形：負けになる手",
      unknown: "破線：不明",
      best: "二重の輪：最善手",
    },
    forMover: "評価値は着手する側から見たものです。≥と≤は限界値です。弱解決の解には限界値しかありません。",
    meanings: {
      stored: "解ファイルに収録済み。このサーバーで検証したかどうかは「収録範囲」に表示します",
      certificateWord: "証明書",
      certificate: "解ファイルにない手の限界値を収めた別のファイル。検証器の探索が少なくて済みます",
      searched: "このサーバーの厳密な探索で求めた値",
      derived: "収録はないが、各手の評価値から決まるもの",
      outside: "解ファイルになく、探索でも求まっていないもの",
    },
    keys: "キー操作",
    keyNames: {
      tab: "Tab",
      arrows: "矢印キー、Home、End",
      enter: "Enter またはスペース",
      digits: "1～9",
      walk: "← →",
    },
    commands: {
      tab: "盤へ、続いてボタンへ移動",
      arrows: "マスからマスへ移動",
      enter: "そのマスに着手",
      digits: "その列に落とす、またはその番号の手を打つ",
      walk: "一手前・一手後の局面へ（盤上ではShiftとともに）",
      undo: "一手戻す",
      redo: "一手進める",
      newGame: "新しい対局",
      values: "評価値の表示・非表示",
      hint: "ヒント。押すたびに詳しくなります",
      flip: "盤を反転",
      help: "このヘルプ",
    },
    api: "プログラム用APIとその説明（英語）",
  },

  settings: {
    title: "設定",
    language: "言語",
    languageAuto: "ブラウザに合わせる",
    remarks: "損な手を打ったらすぐに知らせる",
    sound: "効果音",
    shortcuts: "文字キーで操作する",
  },
};
