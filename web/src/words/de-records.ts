import type { Words } from "./catalogue.ts";

export const records: Words["records"] = {
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
