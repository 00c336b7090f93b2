import type { Words } from "./catalogue.ts";
import type { PaceLoss, Result } from "./parameters.ts";
import { figuresIn, pluralIn } from "./counts.ts";
import { records } from "./de-records.ts";

const plural = pluralIn("de");
const figure = figuresIn("de", "\u202f");

/** In moves of the winner, who makes the last one; in the dative, as after “in”. */
const inMoves = (count: number | null): string =>
  count === null ? "" : ` in ${plural(Math.ceil(count / 2), { one: "1 Zug", other: `${Math.ceil(count / 2)} Zügen` })}`;
const positions = (count: number): string => plural(count, { one: "1 Stellung", other: `${figure(count)} Stellungen` });
const by = (margin: number | null): string => (margin === null ? "" : ` mit ${margin}`);

const OUTCOMES = { win: "Gewinn", draw: "Unentschieden", loss: "Verlust", zero: "0" };
const WITH_ARTICLE = { win: "einen Gewinn", draw: "ein Unentschieden", loss: "einen Verlust", zero: "0" };
const DATIVE = { win: "einem Gewinn", draw: "einem Unentschieden", loss: "einem Verlust", zero: "0" };
const result = ({ outcome, margin }: Result): string => OUTCOMES[outcome] + by(margin);
const orMore = (margin: number | null): string => (margin === null ? "" : ` mit ${margin} oder mehr`);
/** What was lost, in games with points. */
const pointsLost = (points: number, isBound: boolean): string =>
  (isBound ? "mindestens " : "") + plural(points, { one: "1 Punkt", other: `${points} Punkte` });

const pace = ({ outcome, count, isBound }: PaceLoss): string => {
  const moves = (isBound ? "mindestens " : "") + plural(count, { one: "1 Zug", other: `${count} Züge` });
  return outcome === "wins" ? `gewinnt ${moves} später` : `verliert ${moves} früher`;
};

export const de: Words = {
  number: ({ value }) => figure(value),

  sentence: ({ text }) => `${text}.`,
  sentences: ({ texts }) => texts.join(" "),
  list: ({ texts }) => texts.join(", "),

  page: {
    title: ({ game }) => `${game} \u2013 Solveig`,
    brand: "Solveig, alle Spiele",
    game: "Spiel",
    searchedGame: ({ game }) => `${game} (Suche)`,
    noSuchGame: "Dieses Spiel gibt es hier nicht",
    hasNoGame: ({ game }) => `Ein Spiel „${game}“ gibt es hier nicht.`,
    gamesItHas: "Diese Spiele gibt es.",
    loading: "Wird geladen …",
    colours: {
      auto: "Farben: wie das System",
      light: "Farben: hell",
      dark: "Farben: dunkel",
    },
    help: "Hilfe",
    helpKey: "Hilfe (?)",
    settings: "Einstellungen",
    close: "Schließen",
    tryAgain: "Noch einmal versuchen",
  },

  problems: {
    unreachable: "Der Server antwortet nicht. Läuft solveig serve noch?",
    noFile:
      "Eine Datei dieser Seite kann nicht geladen werden. Sie wird einmal gebraucht; danach geht die Seite ohne Netz.",
    busy: ({ said }) => `Der Server ist mit anderen Suchen beschäftigt. (${said})`,
    timeout: ({ said }) => `Die Suche dauerte länger, als sie darf. (${said})`,
    notReady: "Der Server startet und prüft seine Dateien. Die Seite fragt von selbst wieder, bis er fertig ist.",
    illegal: ({ said }) => `Ein Zug dieser Zugfolge ist nicht erlaubt. Sie ist bis dahin zu sehen. (${said})`,
    status: ({ status }) => `Es kam keine Antwort (Status ${status}).`,
  },

  home: {
    title: "Spiel gegen die Lösung",
    lead: "Spiel gegen fehlerloses Spiel, und sieh, wer gewinnt und welche Züge die besten sind.",
    noGames: "Hier gibt es keine Spiele.",
    searched: "Wird beim Spielen berechnet",
    player: ({ first, second }) =>
      `Ein Spieler, der für die Seite am Anfang ${first} oder mehr hält, für die andere ${second} oder mehr`,
    foreignResults: ({ count }) =>
      `Unter der Voraussetzung fremder Ergebnisse (${figure(count)}), die hier nichts beweist.`,
  },

  sides: {
    Black: "Schwarz",
    White: "Weiß",
    Yellow: "Gelb",
    Red: "Rot",
    X: "X",
    O: "O",
    First: "Spieler 1",
    Second: "Spieler 2",
  },

  games: {
    othello: "Othello",
    connectFour: "Vier gewinnt",
    go: "Go",
    hex: "Hex",
    ticTacToe: "Tic-Tac-Toe",
    inARow: ({ k }) => `${k} in einer Reihe`,
    byScore: "nach Punkten",
    suicide: "Selbstmord erlaubt",
    noSuicide: "Selbstmord verboten",
    komi: ({ value }) => `Komi ${value}`,
    superko: ({ value }) => `Superko ${value}`,
    aims: {
      plain: "Wähle in jedem Zug aus der Liste.",
      othello: "Schließe Steine ein, um sie umzudrehen. Wer am Ende die meisten Steine hat, gewinnt.",
      connectFour: "Lass Steine fallen. Vier in einer Reihe, gleich in welcher Richtung, gewinnen.",
      inARow: ({ k }) => `${k} in einer Reihe, gleich in welcher Richtung, gewinnen.`,
      hex: ({ first, second }) => `${first} verbindet oben und unten, ${second} links und rechts.`,
      edges: "Zieh in jedem Zug eine Kante zwischen zwei Punkten.",
      cells: "Wähle in jedem Zug ein Feld.",
      go: "Umzingle Gebiet. Nach zweimaligem Passen gewinnt das größere Gebiet.",
    },
    scopes: {
      strong: "Stark gelöst",
      semiStrong: "Halbstark gelöst",
      weak: "Schwach gelöst",
    },
  },

  values: {
    unknown: "unbekannt",
    exact: (outcome) => result(outcome) + inMoves(outcome.plies),
    atLeast: ({ outcome, margin }) =>
      outcome === "win"
        ? `Gewinn${orMore(margin)}`
        : `${margin === null ? "mindestens" : "nicht schlechter als"} ${OUTCOMES[outcome]}${by(margin)}`,
    atMost: ({ outcome, margin }) =>
      outcome === "loss"
        ? `Verlust${orMore(margin)}`
        : `${margin === null ? "höchstens" : "nicht besser als"} ${OUTCOMES[outcome]}${by(margin)}`,
    hasAtLeast: ({ side, outcome, margin }) => {
      if (outcome === "win") return `${side} gewinnt${orMore(margin)}`;
      return outcome === "loss" && margin !== null
        ? `${side} verliert nicht mit mehr als ${margin}`
        : `${side} hat mindestens ${WITH_ARTICLE[outcome]}`;
    },
    hasAtMost: ({ side, outcome, margin }) => {
      if (outcome === "loss") return `${side} verliert${orMore(margin)}`;
      return outcome === "win" && margin !== null
        ? `${side} gewinnt nicht mit mehr als ${margin}`
        : `${side} hat höchstens ${WITH_ARTICLE[outcome]}`;
    },
    valueUnknown: "Der Wert ist unbekannt",
    estimated: ({ side, margin }) =>
      margin === 0 ? "Geschätzt etwa ausgeglichen" : `${side} liegt geschätzt um etwa ${margin} vorn`,
    drawn: "Das Spiel endet unentschieden",
    drawWithBestPlay: "Unentschieden bei bestem Spiel",
    hasWon: ({ winner, margin }) => `${winner} hat${by(margin)} gewonnen`,
    wins: ({ winner, margin, plies }) => `${winner} gewinnt${by(margin)}${inMoves(plies)} bei bestem Spiel`,
    hidden: "Die Werte sind verdeckt",
    for: ({ side }) => `Die Werte gelten für ${side}.`,
    star: "★ ist ein bester Zug.",
    isBest: "ein bester Zug",
  },

  sources: {
    stored: "gespeichert",
    storedText: "Die Lösungsdatei enthält den Wert dieser Stellung.",
    bound: "Schranke",
    boundText: "Hier ist nur eine Schranke bekannt. Die Lösungsdatei enthält sie; mehr braucht die Lösung hier nicht.",
    proved: "bewiesen",
    provedText: "Der Beweis zeigt den Wert dieser Stellung.",
    provedBoundText: "Hier ist nur eine Schranke bekannt. Der Beweis zeigt sie.",
    outsideProofText: "Der Beweis deckt diese Stellung nicht ab, und keine Suche hat ihren Wert gefunden.",
    searchedBoundText: "Hier ist nur eine Schranke bekannt. Die Suche hat sie in der verfügbaren Zeit bewiesen.",
    searched: "berechnet",
    searchedText: "Dieser Server hat den Wert durch exakte Suche gefunden, ohne Lösungsdatei.",
    over: "Spielende",
    overText: "So sagen es die Regeln.",
    derived: "folgt",
    derivedText: "Der Wert folgt aus dem, was von den Zügen bekannt ist.",
    derivedBoundText: "Hier ist nur eine Schranke bekannt. Sie folgt aus dem, was von den Zügen bekannt ist.",
    outside: "außerhalb",
    outsideText: "Die Lösungsdatei enthält diese Stellung nicht, und keine Suche hat ihren Wert gefunden.",
    unknown: "unbekannt",
    unknownText: "Die Suche hat das Spielende in der verfügbaren Zeit nicht erreicht.",
  },

  evidence: {
    proof: "Beim Start dieses Servers hat der Prüfer den Beweis bestätigt.",
    proofBySolversRules:
      "Beim Start dieses Servers hat der Prüfer den Beweis bestätigt, nach den Regeln des Lösers selbst.",
    confirmed: "Beim Start dieses Servers hat der Prüfer die Lösungsdatei bestätigt.",
    confirmedWithCertificate:
      "Beim Start dieses Servers hat der Prüfer die Lösungsdatei mit ihrem Zertifikat bestätigt.",
    certificate: "Der Server bekam ein Zertifikat, das die Lösungsdatei durch ihre Prüfsumme bezeichnet.",
    noCertificate: "Der Server bekam kein Zertifikat.",
    nothing: "Er hat nichts geprüft, auch nicht auf Schäden.",
    bytes: "Er hat die Lösungsdatei auf Schäden geprüft, nicht darauf, ob ihre Angaben stimmen.",
    bytesOfBoth: "Er hat beide Dateien auf Schäden geprüft, nicht darauf, ob ihre Angaben stimmen.",
  },

  inFolder: {
    searchedText: "Dein Browser hat den Wert durch exakte Suche gefunden, ohne Lösungsdatei.",
    noCertificate: "keines neben der Lösungsdatei",
    storedMeaning: "in der Lösungsdatei enthalten; die Ansicht Bereich sagt, ob sie geprüft wurde",
    searchedMeaning: "in deinem Browser durch exakte Suche gefunden",
    evidence: {
      confirmed: "Als diese Seite geschrieben wurde, hat der Prüfer die Lösungsdatei bestätigt.",
      confirmedWithCertificate:
        "Als diese Seite geschrieben wurde, hat der Prüfer die Lösungsdatei mit ihrem Zertifikat bestätigt.",
      certificate: "Daneben liegt ein Zertifikat, das die Lösungsdatei durch ihre Prüfsumme bezeichnet.",
      noCertificate: "Daneben liegt kein Zertifikat.",
      nothing: "Nichts wurde geprüft, auch nicht auf Schäden.",
      bytes:
        "Als diese Seite geschrieben wurde, wurde die Lösungsdatei auf Schäden geprüft, nicht darauf, ob ihre Angaben stimmen.",
      bytesOfBoth:
        "Als diese Seite geschrieben wurde, wurden beide Dateien auf Schäden geprüft, nicht darauf, ob ihre Angaben stimmen.",
    },
  },

  board: {
    label: ({ game }) => `Brett: ${game}`,
    section: "Brett",
    about: "Zur Stellung",
    column: ({ column }) => `Spalte ${column}`,
    columnWithin: ({ column }) => `Spalte ${column}`,
    cellInColumn: ({ column, row }) => `Spalte ${column}, Reihe ${row}`,
    empty: "leer",
    neither: "belegt",
    lastMove: "letzter Zug",
    canBePlayed: "spielbar",
    dropsFurther: "der Stein fällt weiter nach unten",
    bestMove: "bester Zug",
    inWinningLine: "in der Gewinnreihe",
    discs: ({ count }) => plural(count, { one: "1 Stein", other: `${count} Steine` }),
    boxes: ({ count }) => plural(count, { one: "1 Kästchen", other: `${count} Kästchen` }),
    hinted: "im Tipp genannt",
    legalMoves: "Erlaubte Züge",
    moveNumber: ({ number }) => `Zug ${number}`,
    playedNext: "als Nächstes gespielt",
    better: "besser als der gespielte Zug",
    lineMove: ({ number }) => `Zug ${number} der besten Variante`,
    forbidden: "verboten, weil ein früheres Brett wiederkehrte",
    countsFor: ({ side }) => `zählt für ${side}`,
    countsForNeither: "zählt für keine Seite",
  },

  go: {
    repeatsMove: ({ move, ply, played }) =>
      `${move} ist verboten: Das Brett nach Zug ${ply}, ${played}, kehrte wieder (Ko-Regel).`,
    repeatsFirst: ({ move }) => `${move} ist verboten: Das Brett vor Zug 1 kehrte wieder (Ko-Regel).`,
    repeatsEarlier: ({ move }) => `${move} ist verboten: Ein früheres Brett kehrte wieder (Ko-Regel).`,
    noLiberty: ({ move }) => `${move} ist nicht möglich: Der Stein hätte keine Freiheit.`,
    areaTitle: "Gebiet",
    area: ({ side, area, stones, enclosed }) =>
      `${side} ${area}: ${plural(stones, { one: "1 Stein", other: `${stones} Steine` })} und ${plural(enclosed, { one: "1 leerer Punkt", other: `${enclosed} leere Punkte` })}, allein von dieser Seite umschlossen.`,
    neutral: ({ count }) =>
      `${plural(count, { one: "1 leerer Punkt zählt", other: `${count} leere Punkte zählen` })} für keine Seite.`,
  },

  views: {
    label: "Ansichten",
    play: "Spiel",
    review: "Analyse",
    proof: "Beweis",
    region: "Bereich",
    evidence: "Woher wissen wir das?",
  },

  controls: {
    label: "Partie",
    undo: "Zurück",
    redo: "Vor",
    newGame: "Neues Spiel",
    hint: "Tipp",
    values: "Werte",
    flip: "Drehen",
    setUp: "Aufstellen",
    pass: "Passen",
    copyLink: "Link kopieren",
    linkCopied: "Link kopiert",
    copyAddress: "Bitte die Adresse oben kopieren",
    withKey: ({ command, key }) => `${command} (${key})`,
  },

  announcement: {
    passes: ({ side }) => `${side} passt.`,
    played: ({ side, move }) => `${side} hat ${move} gespielt.`,
    mustPass: ({ side }) => `${side} kann nur passen.`,
    bestMove: ({ move }) => `Bester Zug: ${move}.`,
  },

  play: {
    graph: "Wert Zug für Zug",
    youPlay: "Du spielst",
    both: "Beide",
    state: "Stand der Partie",
    toMove: ({ side }) => `${side} ist am Zug.`,
    yourMove: ({ side }) => `Du bist am Zug: ${side}.`,
    answers: ({ side }) => `${side} antwortet …`,
    answersWithGuess: ({ side }) => `${side} antwortet mit einer Schätzung: Hier ist kein bester Zug bekannt.`,
    playedHere: ({ side }) => `Hier hat Solveig ${side} gespielt.`,
    guessedHere: ({ side }) => `Hier hat Solveig den Zug für ${side} geschätzt.`,
    lastWasGuess:
      "Der letzte Zug von Solveig war eine Schätzung, kein perfektes Spiel: Ein bester Zug war nicht bekannt.",
    thinks: ({ side }) => `${side} denkt nach …`,
    knowsNoMove: ({ side }) =>
      `Solveig kennt hier keinen Zug für ${side}. Spiel selbst einen für diese Seite, oder lass suchen.`,
    mustPass: ({ side }) => `${side} hat keinen Zug und passt.`,
    passed: ({ side }) => `${side} hatte keinen Zug und hat gepasst.`,
    movesAgain: ({ side }) => `${side} zieht noch einmal.`,
    options: "Stärke und Uhr",
    playOn: "Von hier weiterspielen",
    review: "Diese Partie analysieren",
    searching: "Suche läuft …",
    bestMoves: ({ count, moves }) =>
      `${plural(count, { one: "Bester Zug", other: "Beste Züge" })}: ${moves.join(", ")}.`,
    manyBest: ({ count, total, outcome }) => {
      const moves = `${count} von ${total} Zügen`;
      if (outcome === "win") return `${moves} gewinnen.`;
      return outcome === "draw" ? `${moves} führen zum Unentschieden.` : `${moves} sind die besten.`;
    },
    allEqual: "Alle Züge sind gleich viel wert.",
    everyMove: "Alle Züge, der beste zuerst",
    worthOfMoves: "Was jeder Zug wert ist",
    noValueKnown: "Von keinem Zug ist hier der Wert bekannt.",
    estimates: ({ side, moves }) =>
      `Von keinem Zug ist der genaue Wert bekannt. Schätzungen für ${side}: ${moves.join(", ")}.`,
    searchOutside: "Auch Stellungen durchsuchen, die die Lösungsdatei nicht enthält",
    searchHere: "Diese Stellung durchsuchen",
    searchOutsideProof: "Auch Stellungen durchsuchen, die der Beweis nicht abdeckt",
    interrupted: "Nicht alles ist bekannt.",
    searchLonger: "Länger suchen",
    bestPlay: "Bestes Spiel von hier",
    lookingUp: "Wird nachgeschlagen …",
    noBestMove: "Hier ist kein bester Zug bekannt.",
    lineInterrupted: "Die Zugfolge endet, wo die Suche abgebrochen wurde.",
  },

  result: {
    discs: ({ more, fewer, empty, margin }) => {
      const discs = `${more} zu ${fewer} Steine.`;
      if (empty === 0) return discs;
      const whose = plural(empty, {
        one: "Das leere Feld zählt für den Sieger",
        other: `Die ${empty} leeren Felder zählen für den Sieger`,
      });
      return `${discs} ${whose}: ${more} + ${empty} \u2212 ${fewer} = ${margin}.`;
    },
    discsEach: ({ each, empty }) =>
      empty === 0 ? `Je ${each} Steine.` : `Je ${each} Steine. Die ${empty} leeren Felder werden geteilt.`,
  },

  strength: {
    label: "Solveig macht Fehler",
    never: "nie",
    rate: ({ rate }) => (rate === 100 ? "in jedem Zug" : `in ${rate} von 100 Zügen`),
    errs: ({ rate }) =>
      rate === 100
        ? "Solveig macht absichtlich Fehler: Wo es einen schlechteren Zug kennt, spielt es ihn."
        : `Solveig macht absichtlich Fehler: In etwa ${rate} von 100 Zügen spielt es einen, von dem es weiß, dass er schlechter ist.`,
  },

  clock: {
    label: "Uhr",
    off: "keine",
    control: ({ minutes, increment }) =>
      increment === 0 ? `${minutes} min` : `${minutes} min + ${increment} s je Zug`,
    left: ({ side, time }) => `${side} hat noch ${time}`,
    timeUp: ({ side, winner }) => `Die Zeit von ${side} ist abgelaufen: ${winner} gewinnt nach Zeit.`,
  },

  hints: {
    unknown: "Hier ist nicht bekannt, wer gewinnt.",
    canWin: ({ margin, plies }) => `Du kannst${by(margin)}${inMoves(plies)} gewinnen.`,
    canDraw: "Du kannst ein Unentschieden halten; mehr lässt bestes Spiel nicht zu.",
    loses: ({ margin, plies }) => `Gegen bestes Spiel verlierst du hier${by(margin)}${inMoves(plies)}.`,
    anyKeeps: "Jeder Zug erhält das.",
    keep: ({ count, moves }) =>
      plural(count, {
        one: `Ein Zug erhält das: ${moves.join(", ")}.`,
        other: `${count} Züge erhalten das: ${moves.join(", ")}.`,
      }),
    knownToKeep: ({ count, moves }) =>
      plural(count, {
        one: `Von einem Zug ist bekannt, dass er das erhält: ${moves.join(", ")}.`,
        other: `Von ${count} Zügen ist bekannt, dass sie das erhalten: ${moves.join(", ")}.`,
      }),
    best: ({ move }) => `Solveig würde ${move} spielen.`,
    estimate: ({ move, value }) => `Am besten nach einer Schätzung, die nichts beweist: ${move} (${value}).`,
  },

  remarks: {
    turns: ({ move, points, isBound, before, after }) => {
      const loss = points === null ? "" : ` und verschenkt ${pointsLost(points, isBound)}`;
      return `${move} macht aus ${DATIVE[before]} ${WITH_ARTICLE[after]}${loss}.`;
    },
    loses: ({ move, points, isBound }) =>
      `${move} verschenkt ${points === null ? "etwas" : pointsLost(points, isBound)}.`,
    pace: ({ move, outcome, count, isBound }) => `${move} ${pace({ outcome, count, isBound })}.`,
    takeBack: "Zurücknehmen",
  },

  swap: {
    rule: "Tauschregel",
    about:
      "Nach dem ersten Stein darf der zweite Spieler tauschen: Der Stein bleibt liegen, und die Spieler wechseln die Farben.",
    button: "Farben tauschen",
    exchanged: "Die Spieler haben die Farben getauscht.",
    start:
      "Mit der Tauschregel gewinnt der zweite Spieler: Er übernimmt einen ersten Stein, der gewinnt, und lässt einen, der verliert. Die Werte der Züge gelten ohne Tausch.",
    take: ({ side }) => `Der erste Stein gewinnt für ${side}: Der zweite Spieler gewinnt durch einen Tausch.`,
    leave: ({ side }) => `Der erste Stein verliert für ${side}: Der zweite Spieler gewinnt ohne Tausch.`,
    unknown:
      "Wer mit dem ersten Stein gewinnt, ist nicht bekannt. Der zweite Spieler gewinnt mit einem Tausch oder ohne ihn.",
    review: "Unter der Tauschregel verliert kein erster Stein an Wert: Nach jedem gewinnt der zweite Spieler.",
  },

  moves: {
    title: "Züge",
    start: "Anfang",
    setUpPosition: "Aufgestellt",
    numbered: ({ ply, move }) => `Zug ${ply}: ${move}`,
    numberedBy: ({ ply, side, move }) => `Zug ${ply}, ${side}: ${move}`,
  },

  review: {
    numberStones: "Steine nummerieren",
    showLine: "Beste Variante auf dem Brett zeigen",
    label: "Fehleranalyse",
    pasteGame: "Partie einfügen",
    anotherGame: "Andere Partie",
    movesOfGame: "Züge einer Partie",
    button: "Analysieren",
    reading: "Die Partie wird durchgesehen …",
    table: "Züge der Partie",
    columns: { move: "Zug", value: ({ side }) => `Für ${side}`, verdict: "Urteil", best: "Besser war" },
    marks: "Umrandet: der Zug, der als Nächstes gespielt wurde. Pfeil: zu einem besseren.",
    estimates: "\u2248 ist eine Schätzung, die nichts beweist.",
    footnote: "Ein Zug führt zur Stellung nach ihm, ein besserer Zug zu der davor.",
    lostNothing: ({ side }) => `${side} hat nichts verschenkt.`,
    notKnown: ({ side, unknown }) =>
      `Soweit bekannt, hat ${side} nichts verschenkt; ${plural(unknown, { one: "1 Zug ist", other: `${unknown} Züge sind` })} unbekannt.`,
    lostSomewhere: ({ side, points }) =>
      `${side} hat ${points === null ? "etwas" : pointsLost(points, true)} verschenkt; mit welchem Zug, ist nicht bekannt.`,
    losses: ({ side, points, isBound, count, unknown }) => {
      const what = points === null ? "Wert" : pointsLost(points, isBound);
      const moves = plural(count, { one: "einem Zug", other: `${count} Zügen` });
      const rest = plural(unknown, { one: "1 Zug ist", other: `${unknown} Züge sind` });
      return `${side} hat in ${moves} ${what} verschenkt${unknown === 0 ? "" : `; ${rest} unbekannt`}.`;
    },
    forced: "erzwungen",
    played: "bester Zug",
    throws: { win: "verschenkt den Gewinn", draw: "verschenkt das Unentschieden" },
    loses: ({ points, isBound }) => `verschenkt ${points === null ? "etwas" : pointsLost(points, isBound)}`,
    pace,
    samePace: ({ outcome }) =>
      outcome === "wins" ? "gleicher Wert, gewinnt später" : "gleicher Wert, verliert früher",
    person: ({ side }) => `${side} (du)`,
    ending: ({ outcome, margin }) =>
      outcome === "win"
        ? `Du hast${by(margin)} gewonnen.`
        : outcome === "loss"
          ? `Du hast${by(margin)} verloren.`
          : "Das Spiel endet unentschieden.",
    couldHave: ({ side, outcome, move, ply }) => {
      const who = side === null ? "Du hättest" : `${side} hätte`;
      return `${who} mit ${move} (Zug ${ply}) ${outcome === "win" ? "gewinnen" : "ein Unentschieden halten"} können.`;
    },
    toPositionBefore: ({ move, ply }) => `${move}, zur Stellung vor Zug ${ply}`,
    chart: ({ side }) => `Wert für ${side} nach jedem Zug`,
    point: ({ place, value }) => `${place}: ${value}`,
    ahead: ({ side }) => `${side} im Vorteil`,
    mistake: ({ ply, side, move, verdict }) => `${ply}. ${side} ${move}: ${verdict}`,
    plies: ({ count }) => plural(count, { one: "1 Zug", other: `${count} Züge` }),
  },

  records,

  proof: {
    label: "Beweis in dieser Stellung",
    over: "Hier ist das Spiel zu Ende: Die Regeln bestimmen den Wert.",
    title: "Jeder Zug und die Antwort darauf",
    table: "Züge und die Antworten darauf",
    columns: {
      move: "Zug",
      valueFor: ({ side }) => `Für ${side}`,
      answer: "Antwort",
      verdict: "Also",
    },
    footnote: "Ein Klick auf einen Zug oder eine Antwort führt hinab; Zurück führt wieder hinauf.",
    thenAnswers: ({ move, side, reply }) => `${move}, dann antwortet ${side} mit ${reply}`,
    kinds: {
      P: "P: Die Lösungsdatei nennt den Wert für beide Seiten. Ein Zug erreicht ihn, und keiner ist besser.",
      "A'": "A\u2032: Die Lösungsdatei sagt, dass ein Zug den Wert erreicht. Dass die anderen nicht besser sind, sagt ein Zertifikat.",
      "P'": "P\u2032: Die Lösungsdatei nennt den Wert gegen jeden Zug. Keiner ist besser.",
      C: "C: Die Lösungsdatei nennt eine untere Schranke. Ein Zug genügt dafür.",
      A: "A: Die Lösungsdatei nennt eine obere Schranke, gegen jeden Zug.",
    },
    fileKinds: {
      P: "P: Der Beweis beschränkt den Wert von beiden Seiten.",
      C: "C: Der Beweis hat einen Zug für die Seite am Zug, der die Schranke hält.",
      A: "A: Der Beweis hat auf jeden Zug eine Antwort, die die Schranke hält.",
    },
    winningMove: "Beweiszug",
    notNeeded: "nicht nötig",
    answered: "beantwortet",
    endsGame: "beendet das Spiel",
    verdicts: {
      best: "bester Zug",
      equal: "nicht schlechter",
      "no-better": "nicht besser",
      worse: "schlechter",
      unknown: "unbekannt",
    },
    stated: ({ verdict }) => `${verdict}, laut Zertifikat`,
  },

  region: {
    label: "Gespeicherter Bereich",
    none: "Für dieses Spiel ist keine Lösungsdatei geladen, also ist nichts gespeichert: Was du siehst, wird beim Spielen berechnet.",
    toSolve: "So wird es gelöst und die Lösung aufbewahrt:",
    artifact: "Lösungsdatei",
    scope: "Umfang",
    startValue: "Wert der Anfangsstellung",
    forFirst: ({ value }) => `${value} für die Seite, die beginnt`,
    storedPositions: "Gespeicherte Stellungen",
    bySymmetry: ({ count }) => `${figure(count)}; von symmetrischen Stellungen jeweils eine`,
    size: "Größe",
    cut: "Schnitt",
    cutLevel: ({ level }) => `Ebene ${level}: Stellungen darüber werden durchsucht`,
    digest: "Prüfsumme",
    certificate: "Zertifikat",
    certificateFile: ({ file, count, size }) => `${file}: ${positions(count)}, ${size}`,
    noCertificate: "diesem Server keines gegeben",
    checked: "Geprüft",
    byLevel: "Stellungen nach Ebene",
    columns: {
      level: "Ebene",
      positions: "Stellungen",
      optimal: "Bester",
      free: "Alle",
      both: "Beide",
      over: "Ende",
    },
    footnote:
      "Bester: mit einem besten Zug gespeichert. Alle: mit jedem Zug gespeichert. Beide: für beide Seiten gespeichert. Ende: Stellungen, in denen das Spiel zu Ende ist; gezählt, nicht gespeichert.",
    chart: ({ most, level }) =>
      `Gespeicherte Stellungen nach Ebene; die meisten, ${most}, auf Ebene ${level}. Die Tabelle enthält die Zahlen.`,
    column: ({ level, positions }) => `Ebene ${level}: ${positions}`,
    bytes: ({ count }) => `${figure(count)} Byte`,
    proof: "Beweis",
    claim: "Behauptung",
    claimedPosition: "Stellung der Behauptung",
    gameStart: "der Spielanfang",
    afterMoves: ({ moves }) => `nach ${moves}`,
    setUpBoard: ({ board }) => `das Brett ${board}`,
    goThere: "Zur Stellung",
    winningMoves: "Züge der Gewinnerseite",
    nodes: "Geprüfte Knoten",
    answers: "Abgedeckte Stellungen",
    answersWithHistories: ({ count }) =>
      `${plural(count, { one: "1 Antwort", other: `${figure(count)} Antworten` })}, jeweils für bestimmte frühere Bretter`,
  },

  setup: {
    title: "Stellung aufstellen",
    field: "Stellung oder Züge",
    button: "Dorthin gehen",
    random: "Eine zufällige gespeicherte Stellung",
    byHand: "Von Hand",
    orByHand: "Oder von Hand",
    clicks: ({ first, second }) => `Ein Klick macht aus einem leeren Feld ${first}, dann ${second}, dann wieder leer.`,
    board: "Brett zum Aufstellen",
    toMove: "Am Zug",
    clear: "Leeren",
    use: "Dieses Brett nehmen",
  },

  pasted: {
    plain:
      "Erwartet: Züge mit ihren Namen, oder ein Brett, wie das Spiel es schreibt, mit ; dahinter. Zwischen Brett und Zügen steht ein ;",
    connectFour: ({ columns, rows, first, second }) =>
      `Erwartet: gespielte Spalten wie 4453, oder ${rows} Reihen zu ${columns} Feldern von oben, getrennt durch /, mit x (${first}), o (${second}) und einem Punkt für leer. Zwischen Brett und Zügen steht ein ;`,
    drawn: ({ example, cells, start, first, second }) =>
      `Erwartet: Züge wie ${example}, oder ${cells} Zeichen, Reihe für Reihe ab ${start}, mit X (${first}), O (${second}) und - für leer, dann ein Leerzeichen und X oder O für die Seite am Zug. Zwischen Brett und Zügen steht ein ;`,
  },

  help: {
    title: "Hilfe",
    onBoard: "Werte auf dem Brett",
    badges: {
      win: "Kreis: Der Zug gewinnt",
      draw: "Quadrat: Der Zug führt zum Unentschieden",
      loss: "Raute: Der Zug verliert",
      unknown: "gestrichelt: unbekannt",
      best: "zweiter Ring: ein bester Zug",
    },
    forMover:
      "Die Werte gelten für die Seite, die zieht. ≥ und ≤ sind Schranken; mehr enthält eine schwache Lösung nicht.",
    meanings: {
      stored: "in der Lösungsdatei enthalten; die Ansicht Bereich sagt, ob dieser Server sie geprüft hat",
      certificateWord: "Zertifikat",
      certificate:
        "eine zweite Datei mit Schranken für die Züge, die die Lösungsdatei nicht enthält; der Prüfer muss mit ihr weniger suchen",
      searched: "von diesem Server durch exakte Suche gefunden",
      derived: "nicht gespeichert: Die Werte der Züge entscheiden",
      outside: "nicht in der Lösungsdatei und durch keine Suche gefunden",
    },
    keys: "Tasten",
    keyNames: {
      tab: "Tabulator",
      arrows: "Pfeiltasten, Pos1, Ende",
      enter: "Eingabe oder Leertaste",
      digits: "1 bis 9",
      walk: "← →",
    },
    commands: {
      tab: "zum Brett, dann weiter zu den Knöpfen",
      arrows: "von Feld zu Feld",
      enter: "auf das Feld ziehen",
      digits: "Stein in diese Spalte werfen, oder den Zug mit dieser Nummer spielen",
      walk: "einen Zug zurück oder vor; auf dem Brett mit Umschalttaste",
      undo: "Zug zurücknehmen",
      redo: "Zug wiederholen",
      newGame: "neues Spiel",
      values: "Werte zeigen oder verdecken",
      hint: "ein Tipp, mit jedem Druck einer mehr",
      flip: "Brett drehen",
      help: "diese Hilfe",
    },
    api: "Die Schnittstelle für Programme, mit Dokumentation (englisch)",
  },

  settings: {
    title: "Einstellungen",
    language: "Sprache",
    languageAuto: "Wie der Browser",
    remarks: "Züge, die etwas verschenken, sofort anmerken",
    sound: "Ton",
    shortcuts: "Einzelne Buchstaben sind Befehle",
  },
};
