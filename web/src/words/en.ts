import type {
  Count,
  InPlies,
  Margin,
  MissedResult,
  Outcome,
  Pace,
  PaceLoss,
  Result,
  ValueLoss,
  Victory,
} from "./parameters.ts";
import { figuresIn, pluralIn } from "./counts.ts";
import { records } from "./en-records.ts";

const plural = pluralIn("en");
const figure = figuresIn("en", "\u202f");

const asMoves = (count: number): string => plural(count, { one: "1 move", other: `${count} moves` });
const positions = (count: number): string => plural(count, { one: "1 position", other: `${figure(count)} positions` });
const by = (margin: number | null): string => (margin === null ? "" : ` by ${margin}`);
/** In moves of the winner, who makes the last one. */
const inMoves = (count: number | null): string => (count === null ? "" : ` in ${asMoves(Math.ceil(count / 2))}`);

const OUTCOMES = { win: "win", draw: "draw", loss: "loss", zero: "0" };
const a = (outcome: Outcome): string => (outcome === "zero" ? "0" : `a ${OUTCOMES[outcome]}`);
const orMore = (margin: number | null): string => (margin === null ? "" : ` by ${margin} or more`);
const result = ({ outcome, margin }: Result): string => OUTCOMES[outcome] + by(margin);

const pointsLost = ({ points, isBound }: ValueLoss): string => {
  if (points === null) return "value";
  return (isBound ? "at least " : "") + plural(points, { one: "1 point", other: `${points} points` });
};

const pace = ({ outcome, count, isBound }: PaceLoss): string => {
  const moves = `${isBound ? "at least " : ""}${asMoves(count)}`;
  return outcome === "wins" ? `wins ${moves} later` : `loses ${moves} sooner`;
};

/** Every text of the page in English, which the other catalogues translate. */
export const en = {
  /** A number as the language writes it. */
  number: ({ value }: { value: number }) => figure(value),

  /** A text as a sentence. */
  sentence: ({ text }: { text: string }) => `${text}.`,
  /** Sentences one after another. */
  sentences: ({ texts }: { texts: readonly string[] }) => texts.join(" "),
  /** Short descriptions, one after another. */
  list: ({ texts }: { texts: readonly string[] }) => texts.join(", "),

  page: {
    title: ({ game }: { game: string }) => `${game} \u2013 Solveig`,
    brand: "Solveig, all games",
    game: "Game",
    searchedGame: ({ game }: { game: string }) => `${game} (search)`,
    noSuchGame: "No such game",
    hasNoGame: ({ game }: { game: string }) => `There is no game “${game}” here.`,
    gamesItHas: "These are the games.",
    loading: "Loading…",
    colours: {
      auto: "Colours: as the system",
      light: "Colours: light",
      dark: "Colours: dark",
    },
    help: "Help",
    helpKey: "Help (?)",
    settings: "Settings",
    close: "Close",
    tryAgain: "Try again",
  },

  /** What is wrong, by the server's error code; `said` is the server's own message. */
  problems: {
    unreachable: "The server does not answer. Is solveig serve still running?",
    noFile: "A file of this page cannot be loaded. It is needed once; then the page works offline.",
    busy: ({ said }: { said: string }) => `The server is busy with other searches. (${said})`,
    timeout: ({ said }: { said: string }) => `The search took longer than it may. (${said})`,
    notReady: "The server is starting and checks its files. The page asks again until it is done.",
    illegal: ({ said }: { said: string }) => `A move of this line is not legal. The line is shown up to it. (${said})`,
    status: ({ status }: { status: number }) => `There is no answer (status ${status}).`,
  },

  home: {
    title: "Play a solver",
    lead: "Play against perfect play, and see who wins and which moves are best.",
    noGames: "There are no games here.",
    searched: "Searched as you play",
    player: ({ first, second }: { first: string; second: string }) =>
      `A player that keeps ${first} or more for the side that moves first, ${second} or more for the other`,
    foreignResults: ({ count }: Count) => `Given the results of others (${figure(count)}), which nothing here proves.`,
  },

  /** The sides, by their names in the server's answers. */
  sides: {
    Black: "Black",
    White: "White",
    Yellow: "Yellow",
    Red: "Red",
    X: "X",
    O: "O",
    First: "First",
    Second: "Second",
  },

  games: {
    othello: "Othello",
    connectFour: "Connect Four",
    go: "Go",
    hex: "Hex",
    ticTacToe: "Tic-tac-toe",
    inARow: ({ k }: { k: string }) => `${k} in a row`,
    byScore: "by score",
    suicide: "suicide allowed",
    noSuicide: "no suicide",
    komi: ({ value }: { value: string }) => `komi ${value}`,
    superko: ({ value }: { value: string }) => `superko ${value}`,
    aims: {
      plain: "Choose a move from the list at every turn.",
      othello: "Enclose discs to turn them. Most discs at the end wins.",
      connectFour: "Drop discs. Four in a line, any way, wins.",
      inARow: ({ k }: { k: string }) => `${k} in a line, any way, wins.`,
      hex: ({ first, second }: { first: string; second: string }) =>
        `${first} connects top and bottom, ${second} left and right.`,
      edges: "Draw an edge between two dots at every turn.",
      cells: "Choose a cell at every turn.",
      go: "Surround. Two passes end the game; the larger area wins.",
    },
    scopes: {
      strong: "Strongly solved",
      semiStrong: "Semi-strongly solved",
      weak: "Weakly solved",
    },
  },

  values: {
    unknown: "unknown",
    /** A value for the side that is spoken of: `win by 4 in 3 moves`. */
    exact: (outcome: Result & InPlies) => result(outcome) + inMoves(outcome.plies),
    /** A value by a bound from below, and from above: `win by 4 or more`. */
    atLeast: ({ outcome, margin }: Result) =>
      outcome === "win"
        ? `win${orMore(margin)}`
        : `${margin === null ? "at least" : "no worse than"} ${a(outcome)}${by(margin)}`,
    atMost: ({ outcome, margin }: Result) =>
      outcome === "loss"
        ? `loss${orMore(margin)}`
        : `${margin === null ? "at most" : "no better than"} ${a(outcome)}${by(margin)}`,
    hasAtLeast: ({ side, outcome, margin }: Result & { side: string }) => {
      if (outcome === "win") return `${side} wins${orMore(margin)}`;
      return outcome === "loss" && margin !== null
        ? `${side} does not lose by more than ${margin}`
        : `${side} has at least ${a(outcome)}`;
    },
    hasAtMost: ({ side, outcome, margin }: Result & { side: string }) => {
      if (outcome === "loss") return `${side} loses${orMore(margin)}`;
      return outcome === "win" && margin !== null
        ? `${side} does not win by more than ${margin}`
        : `${side} has at most ${a(outcome)}`;
    },
    valueUnknown: "The value is unknown",
    /** Who is ahead by a look-ahead that proves nothing. */
    estimated: ({ side, margin }: { side: string; margin: number }) =>
      margin === 0 ? "About even, by an estimate" : `${side} is ahead by about ${margin}, by an estimate`,
    drawn: "The game is drawn",
    drawWithBestPlay: "A draw with best play",
    hasWon: ({ winner, margin }: Victory) => `${winner} has won${by(margin)}`,
    wins: ({ winner, margin, plies }: Victory & InPlies) =>
      `${winner} wins${by(margin)}${inMoves(plies)} with best play`,
    hidden: "Values are hidden",
    for: ({ side }: { side: string }) => `Values are for ${side}.`,
    star: "★ is a best move.",
    isBest: "a best move",
  },

  /** Where a value comes from: in one word, and in a sentence about a position. */
  sources: {
    stored: "stored",
    storedText: "The artifact stores the value of this position.",
    bound: "bound",
    boundText: "Only a bound is known here. The artifact stores it, and its solution needs no more.",
    proved: "proved",
    provedText: "The proof shows the value of this position.",
    provedBoundText: "Only a bound is known here. The proof shows it.",
    outsideProofText: "The proof does not cover this position, and no search has found its value.",
    searchedBoundText: "Only a bound is known here. The search proved it in the time it has.",
    searched: "searched",
    searchedText: "This server found the value by an exact search, without an artifact.",
    over: "game over",
    overText: "The rules say so.",
    derived: "follows",
    derivedText: "The value follows from what is known of the moves.",
    derivedBoundText: "Only a bound is known here. It follows from what is known of the moves.",
    outside: "outside",
    outsideText: "The artifact does not store this position, and no search has found its value.",
    unknown: "unknown",
    unknownText: "The search did not reach the end of the game in the time it has.",
  },

  /** What the server checked of an artifact or a proof. */
  evidence: {
    proof: "When this server started, the checker confirmed the proof.",
    proofBySolversRules:
      "When this server started, the checker confirmed the proof, by the rules of the solver itself.",
    confirmed: "When this server started, the checker confirmed the artifact.",
    confirmedWithCertificate: "When this server started, the checker confirmed the artifact with its certificate.",
    certificate: "A certificate that names the artifact by its digest was given to this server.",
    noCertificate: "No certificate was given to this server.",
    nothing: "It checked nothing, not even for damage.",
    bytes: "It checked the artifact for damage, not whether what it states is right.",
    bytesOfBoth: "It checked both files for damage, not whether what they state is right.",
  },

  /** What is said instead where the page is a folder of files: the browser searches, and there is no server. */
  inFolder: {
    searchedText: "Your browser found the value by an exact search, without an artifact.",
    noCertificate: "none beside the artifact",
    storedMeaning: "in the artifact, the file of the solution; the view Region says whether it was checked",
    searchedMeaning: "found by an exact search in your browser",
    evidence: {
      confirmed: "When this page was written, the checker confirmed the artifact.",
      confirmedWithCertificate: "When this page was written, the checker confirmed the artifact with its certificate.",
      certificate: "Beside it lies a certificate that names the artifact by its digest.",
      noCertificate: "No certificate lies beside it.",
      nothing: "Nothing was checked, not even for damage.",
      bytes: "When this page was written, the artifact was checked for damage, not whether what it states is right.",
      bytesOfBoth:
        "When this page was written, both files were checked for damage, not whether what they state is right.",
    },
  },

  board: {
    label: ({ game }: { game: string }) => `${game} board`,
    section: "Board",
    about: "About the position",
    column: ({ column }: { column: string }) => `Column ${column}`,
    /** The same within a sentence. */
    columnWithin: ({ column }: { column: string }) => `column ${column}`,
    cellInColumn: ({ column, row }: { column: string; row: string }) => `column ${column}, row ${row}`,
    empty: "empty",
    neither: "taken",
    lastMove: "last move",
    canBePlayed: "can be played",
    dropsFurther: "the disc drops further down",
    bestMove: "best move",
    inWinningLine: "in the winning line",
    discs: ({ count }: Count) => plural(count, { one: "1 disc", other: `${count} discs` }),
    boxes: ({ count }: Count) => plural(count, { one: "1 box", other: `${count} boxes` }),
    hinted: "hinted at",
    legalMoves: "Legal moves",
    moveNumber: ({ number }: { number: number }) => `move ${number}`,
    playedNext: "played next",
    better: "better than the move that was played",
    lineMove: ({ number }: { number: number }) => `move ${number} of the best line`,
    forbidden: "forbidden, it would repeat an earlier board",
    countsFor: ({ side }: { side: string }) => `counts for ${side}`,
    countsForNeither: "counts for neither side",
  },

  /** Go: moves that are refused, and the count at the end. */
  go: {
    repeatsMove: ({ move, ply, played }: { move: string; ply: number; played: string }) =>
      `${move} is forbidden: it would repeat the board after move ${ply}, ${played} (rule of ko).`,
    repeatsFirst: ({ move }: { move: string }) =>
      `${move} is forbidden: it would repeat the board before move 1 (rule of ko).`,
    repeatsEarlier: ({ move }: { move: string }) =>
      `${move} is forbidden: it would repeat an earlier board (rule of ko).`,
    noLiberty: ({ move }: { move: string }) => `${move} cannot be played: the stone would have no liberty.`,
    areaTitle: "Area",
    area: ({ side, area, stones, enclosed }: { side: string; area: number; stones: number; enclosed: number }) =>
      `${side} ${area}: ${plural(stones, { one: "1 stone", other: `${stones} stones` })} and ${plural(enclosed, { one: "1 empty point", other: `${enclosed} empty points` })} that only they enclose.`,
    neutral: ({ count }: Count) =>
      `${plural(count, { one: "1 empty point counts", other: `${count} empty points count` })} for neither side.`,
  },

  views: {
    label: "Views",
    play: "Play",
    review: "Review",
    proof: "Proof",
    region: "Region",
    evidence: "How do we know?",
  },

  controls: {
    label: "Game",
    undo: "Undo",
    redo: "Redo",
    newGame: "New game",
    hint: "Hint",
    values: "Values",
    flip: "Flip",
    setUp: "Set up",
    pass: "Pass",
    copyLink: "Copy link",
    linkCopied: "Link copied",
    copyAddress: "Copy the address above",
    /** The tip of a button, with the key that does the same. */
    withKey: ({ command, key }: { command: string; key: string }) => `${command} (${key})`,
  },

  announcement: {
    passes: ({ side }: { side: string }) => `${side} passes.`,
    played: ({ side, move }: { side: string; move: string }) => `${side} played ${move}.`,
    mustPass: ({ side }: { side: string }) => `${side} has no other move than to pass.`,
    bestMove: ({ move }: { move: string }) => `Best move ${move}.`,
  },

  play: {
    graph: "Value move by move",
    youPlay: "You play",
    both: "Both",
    state: "State of the game",
    toMove: ({ side }: { side: string }) => `${side} to move.`,
    yourMove: ({ side }: { side: string }) => `Your move: ${side}.`,
    answers: ({ side }: { side: string }) => `${side} answers…`,
    answersWithGuess: ({ side }: { side: string }) => `${side} answers with an estimate: no best move is known here.`,
    playedHere: ({ side }: { side: string }) => `Here Solveig played ${side}.`,
    guessedHere: ({ side }: { side: string }) => `Here Solveig estimated a move for ${side}.`,
    lastWasGuess: "Solveig’s last move was an estimate, not perfect play: no best move was known.",
    thinks: ({ side }: { side: string }) => `${side} thinks…`,
    knowsNoMove: ({ side }: { side: string }) =>
      `Solveig knows no move for ${side} here. Play one for it, or let it search.`,
    mustPass: ({ side }: { side: string }) => `${side} has no move and passes.`,
    passed: ({ side }: { side: string }) => `${side} had no move and passed.`,
    movesAgain: ({ side }: { side: string }) => `${side} moves again.`,
    options: "Strength and clock",
    playOn: "Play on from here",
    review: "Review this game",
    searching: "Searching…",
    bestMoves: ({ count, moves }: Count & { moves: readonly string[] }) =>
      `${plural(count, { one: "Best move", other: "Best moves" })}: ${moves.join(", ")}.`,
    manyBest: ({ count, total, outcome }: Count & { total: number; outcome: Outcome }) =>
      `${count} of ${total} moves ${outcome === "win" ? "win" : outcome === "draw" ? "draw" : "are best"}.`,
    allEqual: "All moves are worth the same.",
    everyMove: "Every move, best first",
    worthOfMoves: "What each move is worth",
    noValueKnown: "No move’s value is known here.",
    estimates: ({ side, moves }: { side: string; moves: readonly string[] }) =>
      `No move’s exact value is known. Estimates for ${side}: ${moves.join(", ")}.`,
    searchOutside: "Search positions that the artifact does not store",
    searchHere: "Search this position",
    searchOutsideProof: "Search positions that the proof does not cover",
    interrupted: "Not all is known.",
    searchLonger: "Search longer",
    bestPlay: "Best play from here",
    lookingUp: "Looking it up…",
    noBestMove: "No best move is known here.",
    lineInterrupted: "The line ends where the search was stopped.",
  },

  /** How the result of a game of Othello is counted. */
  result: {
    discs: ({ more, fewer, empty, margin }: { more: number; fewer: number; empty: number; margin: number }) => {
      const discs = `${more} discs to ${fewer}.`;
      if (empty === 0) return discs;
      const whose = plural(empty, {
        one: "The empty square goes to the winner",
        other: `The ${empty} empty squares go to the winner`,
      });
      return `${discs} ${whose}: ${more} + ${empty} \u2212 ${fewer} = ${margin}.`;
    },
    discsEach: ({ each, empty }: { each: number; empty: number }) =>
      empty === 0 ? `${each} discs each.` : `${each} discs each. The ${empty} empty squares are shared.`,
  },

  /** How often the program errs. `rate` is in percent. */
  strength: {
    label: "Solveig errs",
    never: "never",
    rate: ({ rate }: { rate: number }) => (rate === 100 ? "in every move" : `in ${rate} of 100 moves`),
    errs: ({ rate }: { rate: number }) =>
      rate === 100
        ? "Solveig errs on purpose: it plays a worse move wherever it knows one."
        : `Solveig errs on purpose: in about ${rate} of 100 moves it plays one that it knows to be worse.`,
  },

  clock: {
    label: "Clock",
    off: "none",
    control: ({ minutes, increment }: { minutes: number; increment: number }) =>
      increment === 0 ? `${minutes} min` : `${minutes} min + ${increment} s a move`,
    left: ({ side, time }: { side: string; time: string }) => `${side} has ${time} left`,
    timeUp: ({ side, winner }: { side: string; winner: string }) =>
      `The time of ${side} is up: ${winner} wins on time.`,
  },

  hints: {
    unknown: "It is not known who wins here.",
    canWin: ({ margin, plies }: Margin & InPlies) => `You can win${by(margin)}${inMoves(plies)}.`,
    canDraw: "You can hold a draw, and no more against best play.",
    loses: ({ margin, plies }: Margin & InPlies) => `Against best play you lose here${by(margin)}${inMoves(plies)}.`,
    anyKeeps: "Every move keeps that.",
    keep: ({ count, moves }: Count & { moves: readonly string[] }) =>
      plural(count, {
        one: `One move keeps that: ${moves.join(", ")}.`,
        other: `${count} moves keep that: ${moves.join(", ")}.`,
      }),
    knownToKeep: ({ count, moves }: Count & { moves: readonly string[] }) =>
      plural(count, {
        one: `One move is known to keep that: ${moves.join(", ")}.`,
        other: `${count} moves are known to keep that: ${moves.join(", ")}.`,
      }),
    best: ({ move }: { move: string }) => `Solveig would play ${move}.`,
    estimate: ({ move, value }: { move: string; value: string }) =>
      `The best by an estimate, which proves nothing: ${move} (${value}).`,
  },

  /** What is said of a move that lost value. */
  remarks: {
    turns: ({
      move,
      points,
      isBound,
      before,
      after,
    }: ValueLoss & { move: string; before: Outcome; after: Outcome }) => {
      const loss = points === null ? "" : `, and loses ${pointsLost({ points, isBound })}`;
      return `${move} turns a ${OUTCOMES[before]} into a ${OUTCOMES[after]}${loss}.`;
    },
    loses: ({ move, points, isBound }: ValueLoss & { move: string }) =>
      `${move} loses ${pointsLost({ points, isBound })}.`,
    pace: ({ move, outcome, count, isBound }: PaceLoss & { move: string }) =>
      `${move} ${pace({ outcome, count, isBound })}.`,
    takeBack: "Take it back",
  },

  swap: {
    rule: "Swap rule",
    about: "After the first stone, the second player may swap: the stone stays, and the players exchange colours.",
    button: "Swap colours",
    exchanged: "The players have exchanged colours.",
    start:
      "With the swap rule the second player wins: it takes over a first stone that wins, and leaves one that loses. The values of moves are those without a swap.",
    take: ({ side }: { side: string }) => `The first stone wins for ${side}: the second player wins by a swap.`,
    leave: ({ side }: { side: string }) => `The first stone loses for ${side}: the second player wins without a swap.`,
    unknown: "It is not known who wins with the first stone. The second player wins by a swap or without one.",
    review: "Under the swap rule no first stone loses value: the second player wins after each of them.",
  },

  moves: {
    title: "Moves",
    start: "Start",
    setUpPosition: "Set-up position",
    /** A move in a list, for screen readers. */
    numbered: ({ ply, move }: { ply: number; move: string }) => `Move ${ply}: ${move}`,
    numberedBy: ({ ply, side, move }: { ply: number; side: string; move: string }) => `Move ${ply}, ${side}: ${move}`,
  },

  review: {
    numberStones: "Number the stones",
    showLine: "Show the best line on the board",
    label: "Mistake review",
    pasteGame: "Paste a game",
    anotherGame: "Another game",
    movesOfGame: "Moves of a game",
    button: "Review",
    reading: "Going through the game…",
    table: "Moves of the game",
    columns: {
      move: "Move",
      value: ({ side }: { side: string }) => `For ${side}`,
      verdict: "So it was",
      best: "Best was",
    },
    /** What the marks on the board mean. */
    marks: "Outlined: the move that was played next. Arrow: to a better one.",
    estimates: "\u2248 is an estimate, which proves nothing.",
    footnote: "A move leads to the position after it, a best move to the one before.",
    lostNothing: ({ side }: { side: string }) => `${side} lost no value.`,
    notKnown: ({ side, unknown }: { side: string; unknown: number }) =>
      `${side} is not known to have lost value; ${plural(unknown, { one: "1 of its moves is", other: `${unknown} of its moves are` })} unknown.`,
    lostSomewhere: ({ side, points }: Pick<ValueLoss, "points"> & { side: string }) =>
      `${side} lost ${pointsLost({ points, isBound: true })}; which move is not known.`,
    losses: ({ side, points, isBound, count, unknown }: Count & ValueLoss & { side: string; unknown: number }) => {
      const what = pointsLost({ points, isBound });
      const moves = plural(count, { one: "one move", other: `${count} moves` });
      const rest = plural(unknown, { one: "1 of its moves is", other: `${unknown} of its moves are` });
      return `${side} lost ${what} in ${moves}${unknown === 0 ? "" : `; ${rest} unknown`}.`;
    },
    forced: "forced",
    played: "best",
    throws: { win: "throws the win away", draw: "throws the draw away" },
    loses: ({ points, isBound }: ValueLoss) => `loses ${pointsLost({ points, isBound })}`,
    pace,
    samePace: ({ outcome }: Pace) => (outcome === "wins" ? "same value, wins later" : "same value, loses sooner"),
    person: ({ side }: { side: string }) => `${side} (you)`,
    ending: ({ outcome, margin }: Result) =>
      outcome === "win"
        ? `You won${by(margin)}.`
        : outcome === "loss"
          ? `You lost${by(margin)}.`
          : "The game is drawn.",
    couldHave: ({ side, outcome, move, ply }: MissedResult) =>
      `${side ?? "You"} could have ${outcome === "win" ? "won" : "drawn"} with ${move} (move ${ply}).`,
    toPositionBefore: ({ move, ply }: { move: string; ply: number }) => `${move}, to the position before move ${ply}`,
    chart: ({ side }: { side: string }) => `Value for ${side} after each move`,
    /** A point of the chart: after which move, and the value there. */
    point: ({ place, value }: { place: string; value: string }) => `${place}: ${value}`,
    ahead: ({ side }: { side: string }) => `${side} ahead`,
    mistake: ({ ply, side, move, verdict }: { ply: number; side: string; move: string; verdict: string }) =>
      `${ply}. ${side} ${move}: ${verdict}`,
    plies: ({ count }: Count) => asMoves(count),
  },

  records,

  proof: {
    label: "Proof at this position",
    over: "The game is over here: the rules give its value.",
    title: "Every move and its answer",
    table: "Moves and their answers",
    columns: {
      move: "Move",
      valueFor: ({ side }: { side: string }) => `For ${side}`,
      answer: "Answer",
      verdict: "So it is",
    },
    footnote: "Click a move or an answer to walk down; undo walks back up.",
    thenAnswers: ({ move, side, reply }: { move: string; side: string; reply: string }) =>
      `${move}, then ${side} answers ${reply}`,
    /** What the artifact states of a position, by its kind of node (Takizawa 2026, section 3). */
    kinds: {
      P: "P: the artifact states the value for both sides. One move reaches it, and no move does better.",
      "A'": "A\u2032: the artifact states that one move reaches the value. That the others do no better, a certificate states.",
      "P'": "P\u2032: the artifact states the value against every move. None does better.",
      C: "C: the artifact states a bound from below. One move is enough for it.",
      A: "A: the artifact states a bound from above, against every move.",
    },
    /** What a proof shows of a position, by its kind of node. */
    fileKinds: {
      P: "P: the proof bounds the value from both sides.",
      C: "C: the proof has a move for the side to move, which keeps the bound.",
      A: "A: the proof has an answer to every move, which keeps the bound.",
    },
    /** What a proof says of a move. */
    winningMove: "proof’s move",
    notNeeded: "not needed",
    answered: "answered",
    endsGame: "ends the game",
    verdicts: {
      best: "best",
      equal: "no worse",
      "no-better": "no better",
      worse: "worse",
      unknown: "unknown",
    },
    stated: ({ verdict }: { verdict: string }) => `${verdict}, the certificate states`,
  },

  region: {
    label: "Stored region",
    none: "No artifact is loaded for this game, so nothing is stored: what you see is searched as you play.",
    toSolve: "To solve it and keep the solution:",
    artifact: "Artifact",
    scope: "Scope",
    startValue: "Value of the start",
    forFirst: ({ value }: { value: string }) => `${value} for the side that moves first`,
    storedPositions: "Stored positions",
    bySymmetry: ({ count }: Count) => `${figure(count)}, one for all that are alike by symmetry`,
    size: "Size",
    cut: "Cut",
    cutLevel: ({ level }: { level: number }) => `level ${level}: positions above it are searched`,
    digest: "Digest",
    certificate: "Certificate",
    certificateFile: ({ file, count, size }: Count & { file: string; size: string }) =>
      `${file}: ${positions(count)}, ${size}`,
    noCertificate: "none given to this server",
    checked: "Checked",
    byLevel: "Positions by level",
    columns: {
      level: "Level",
      positions: "Positions",
      optimal: "Optimal",
      free: "Free",
      both: "Both",
      over: "Over",
    },
    footnote:
      "Optimal: stored with one best move. Free: stored with every move. Both: stored for either side. Over: positions in which the game has ended, counted and not stored.",
    chart: ({ most, level }: { most: string; level: number }) =>
      `Stored positions by level; most, ${most}, at level ${level}. The table has the numbers.`,
    column: ({ level, positions }: { level: number; positions: string }) => `level ${level}: ${positions}`,
    bytes: ({ count }: Count) => `${figure(count)} bytes`,
    proof: "Proof",
    claim: "Claim",
    claimedPosition: "Position of the claim",
    gameStart: "the start of the game",
    afterMoves: ({ moves }: { moves: string }) => `after ${moves}`,
    setUpBoard: ({ board }: { board: string }) => `the board ${board}`,
    goThere: "Go there",
    winningMoves: "Moves of the winner",
    nodes: "Nodes checked",
    answers: "Positions covered",
    answersWithHistories: ({ count }: Count) =>
      `${plural(count, { one: "1 answer", other: `${figure(count)} answers` })}, each for certain earlier boards`,
  },

  setup: {
    title: "Set up a position",
    field: "Position or moves",
    button: "Go there",
    random: "A random stored position",
    byHand: "By hand",
    orByHand: "Or by hand",
    clicks: ({ first, second }: { first: string; second: string }) =>
      `A click makes an empty cell ${first}, then ${second}, then empty again.`,
    board: "Board to set up",
    toMove: "To move",
    clear: "Clear",
    use: "Use this board",
  },

  pasted: {
    plain:
      "Expected: moves by their names, or a board as the game writes it, with ; behind it. A board and moves go together with ; between them.",
    connectFour: (board: { columns: number; rows: number; first: string; second: string }) =>
      `Expected: columns played, as in 4453, or ${board.rows} rows of ${board.columns} from the top with / between them, of x (${board.first}), o (${board.second}) and a dot for empty. A board and moves go together with ; between them.`,
    drawn: (board: { example: string; cells: number; start: string; first: string; second: string }) =>
      `Expected: moves, as in ${board.example}, or ${board.cells} characters row by row from ${board.start}, X (${board.first}), O (${board.second}) and - for empty, a space, and X or O to move. A board and moves go together with ; between them.`,
  },

  help: {
    title: "Help",
    onBoard: "Values on the board",
    badges: {
      win: "a circle: the move wins",
      draw: "a square: the move draws",
      loss: "a diamond: the move loses",
      unknown: "dashed: unknown",
      best: "a second ring: a best move",
    },
    forMover: "Values are for the side that plays the move. ≥ and ≤ are bounds, which is all that a weak solution has.",
    meanings: {
      stored: "in the artifact, the file of the solution; the view Region says whether this server checked it",
      certificateWord: "certificate",
      certificate:
        "a second file, with bounds for the moves that the artifact does not store; a checker needs less search with it",
      searched: "found by an exact search of this server",
      derived: "not stored: the values of the moves decide it",
      outside: "not in the artifact, and not found by a search",
    },
    keys: "Keys",
    keyNames: {
      tab: "Tab",
      arrows: "Arrow keys, Home, End",
      enter: "Enter or Space",
      digits: "1 to 9",
      walk: "← →",
    },
    commands: {
      tab: "to the board, then on to the buttons",
      arrows: "from cell to cell",
      enter: "play on the cell",
      digits: "drop a disc into that column, or play the move of that number",
      walk: "one move back or forth; on the board with Shift",
      undo: "undo",
      redo: "redo",
      newGame: "new game",
      values: "values on or off",
      hint: "a hint, and with each press one more",
      flip: "flip the board",
      help: "this help",
    },
    api: "The API for scripts, with its documentation",
  },

  settings: {
    title: "Settings",
    language: "Language",
    languageAuto: "As the browser",
    remarks: "Remark at once on a move that loses value",
    sound: "Sound",
    shortcuts: "Single letters are commands",
  },
};
