import type { Words } from "./catalogue.ts";
import { pluralIn } from "./counts.ts";

const plural = pluralIn("de");

export const records: Words["records"] = {
  at: ({ line, character, problem }) => `Zeile ${line}, Zeichen ${character}: ${problem}`,
  openBracket: "der Wert, der hier beginnt, hat kein Ende. Erwartet wird ].",
  noCapital: ({ name }) =>
    `der Name „${name}“ hat keinen Großbuchstaben. Erwartet wird eine Eigenschaft wie B oder GM.`,
  noValue: ({ name }) => `die Eigenschaft ${name} hat keinen Wert. Erwartet wird einer in Klammern, wie in B[c4].`,
  noNode: "eine Eigenschaft steht vor dem ersten Knoten. Erwartet wird ; davor.",
  unexpected: ({ character }) => `„${character}“ bedeutet hier nichts. Erwartet wird eine Eigenschaft, ;, ( oder ).`,
  openGame: "die Aufzeichnung endet vor der Partie. Erwartet wird ).",
  mainLine: ({ count }) =>
    plural(count, {
      one: "Die Aufzeichnung hat neben der Hauptvariante eine weitere. Nur die Hauptvariante wurde gelesen.",
      other: `Die Aufzeichnung hat neben der Hauptvariante ${count} weitere. Nur die Hauptvariante wurde gelesen.`,
    }),
  firstGame: ({ count }) => `Die Aufzeichnung hat ${count} Partien. Nur die erste wurde gelesen.`,
  otherGame: ({ found, expected }) => `${found} ist die Aufzeichnung eines anderen Spiels. Erwartet wird ${expected}.`,
  lateSetup: "nach dem ersten Zug werden Steine gesetzt. Erwartet werden von da an nur Züge.",
  setTwice: ({ found }) => `„${found}“ wird in diesem Knoten zweimal gesetzt. Erwartet wird jedes Feld einmal.`,
  wrongColour: ({ found, expected }) => `${found} ist nicht am Zug. Erwartet wird ein Zug von ${expected}.`,
  noSize: ({ property, size }) =>
    `Die Aufzeichnung nennt ihr Brett nicht (${property}). Sie wurde als ${size} gelesen.`,
  noSuchSize: ({ found }) => `${found} ist keine Größe. Erwartet wird eine Zahl, oder Spalten:Reihen.`,
  otherSize: ({ found, expected }) => `das Brett der Aufzeichnung ist ${found}. Erwartet wird ${expected}.`,
  ggfBoard: ({ found }) =>
    `BO ist „${found}“. Erwartet werden die Seitenlänge, die Felder als *, O und -, und wer am Zug ist.`,
  squares: ({ found, expected }) => `das Brett hat ${found} Felder. Erwartet werden ${expected}.`,
  noMove: ({ found, example, pass }) =>
    `„${found}“ ist kein Zug. Erwartet wird ein Feld wie ${example}, oder ${pass} für Passen.`,
  noCell: ({ found, example }) => `„${found}“ ist kein Feld. Erwartet wird eines wie ${example}.`,
  offBoard: ({ found, size }) => `„${found}“ liegt nicht auf dem Brett. Erwartet wird ein Feld von ${size}.`,
  otherKomi: ({ found, expected }) =>
    `Die Aufzeichnung hat Komi ${found}, dieses Spiel ${expected}. Werte gelten für Komi ${expected}.`,
  lateSwap: "nur der zweite Zug einer Partie kann ein Tausch sein. Erwartet wird ein Feld.",
  squareSwap:
    "auf einem Brett, das nicht quadratisch ist, lassen sich Steine nicht spiegeln. Erwartet wird swap-sides.",
  mirrored:
    "In der Aufzeichnung spiegelt der Tausch den Stein. Hier tauschen stattdessen die Spieler die Farben: spätere Züge sind gespiegelt und in der anderen Farbe zu sehen.",
  noBoard: "hier ist keine Stellung. Erwartet werden ein Brett und wer am Zug ist.",
  notNext: ({ line }) =>
    `vom Brett in Zeile ${line} führt kein einzelner Zug hierher. Erwartet werden die Stellungen einer Partie der Reihe nach, oder eine Stellung.`,
  otherBoard: ({ found, expected }) => `die Züge führen nicht zu ${found}. Erwartet wird ${expected}.`,
  tooLong: ({ most }) => `Der Text ist zu lang. Erwartet werden höchstens ${most} Zeichen.`,
  notOthello: ({ format }) => `Der Text ist ${format}, das Othello aufzeichnet. Erwartet werden Züge dieses Spiels.`,
  noSgf: "Der Text ist SGF, das dieses Spiel nicht hat. Erwartet werden Züge mit ihren Namen.",

  file: "Datei wählen",
  fileExpected: ({ formats }) => `Auch Aufzeichnungen in ${formats} werden gelesen.`,
  save: "Partie speichern",
  format: "Format",
  formats: { moves: "Züge", sgf: "SGF", ggf: "GGF", obf: "OBF" },
  about: {
    moves: "Nur die Züge.",
    sgf: "Mit dem Wert nach jedem Zug (V) und einer Marke an Zügen, die Wert verloren (BM).",
    ggf: "Mit dem Wert nach jedem Zug.",
    obf: "Eine Stellung je Zeile, mit den Werten des besten und des gespielten Zugs.",
  },
  download: "Datei speichern",
  copy: "Kopieren",
  copied: "Kopiert",
  notCopied: "Der Browser erlaubt es nicht",
};
