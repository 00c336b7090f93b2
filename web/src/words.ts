/** Values and games in words. */

import type { Artifact, Game, Known, Side, Source } from "./contract.ts";
import { type DrawnGame, isDrawn, parameters } from "./families.ts";

/** Who a value, or a bound, lets win, seen by one side. */
export type Tone = "win" | "draw" | "loss" | "unknown";

export function other(side: Side): Side {
  return side === "first" ? "second" : "first";
}

export function sideName(game: Game, side: Side): string {
  return game.sides[side === "first" ? 0 : 1];
}

/** A number with its sign: `+4`, `0`, `−4` with a minus sign, not a hyphen. */
export function signed(value: number): string {
  if (value === 0) return "0";
  return value > 0 ? `+${value}` : `\u2212${-value}`;
}

/** A value in short, for boards and tables: `+4`, `≥0`, `?`. */
export function shortValue(known: Known): string {
  if (known.value !== null) return signed(known.value);
  if (known.at_least !== null) return `\u2265${signed(known.at_least)}`;
  if (known.at_most !== null) return `\u2264${signed(known.at_most)}`;
  return "?";
}

/** The tone of a value; of a bound only where the bound decides who wins. */
export function tone(known: Known): Tone {
  if (known.value !== null) {
    return known.value > 0 ? "win" : known.value < 0 ? "loss" : "draw";
  }
  if (known.at_least !== null && known.at_least > 0) return "win";
  if (known.at_most !== null && known.at_most < 0) return "loss";
  return "unknown";
}

/** Whether it is known of any move who wins by it. Where it is not, no values are shown. */
export function areValuesKnown(moves: readonly Known[]): boolean {
  return moves.some((one) => tone(one) !== "unknown");
}

/** Whether values are points, and not only win, draw and loss. */
export function hasScores(game: Game): boolean {
  return game.greatest_value > 1 || game.least_value < -1;
}

function plies(known: Known): string {
  if (known.plies === null || known.plies === 0) return "";
  return known.plies === 1 ? " in 1 ply" : ` in ${known.plies} plies`;
}

/** What is known of a value, in words: `win by 4`, `at least a draw`, `unknown`. */
export function spokenValue(game: Game, known: Known): string {
  const named = (value: number): string => {
    if (value === 0) return game.draws ? "draw" : "0";
    const word = value > 0 ? "win" : "loss";
    return hasScores(game) ? `${word} by ${Math.abs(value)}` : word;
  };
  if (known.value !== null) return named(known.value) + plies(known);
  if (known.at_least !== null) return `at least a ${named(known.at_least)}`;
  if (known.at_most !== null) return `at most a ${named(known.at_most)}`;
  return "unknown";
}

/** Who wins, where `known` is the value for `side`: `Black wins by 4`. */
export function verdict(game: Game, known: Known, side: Side, over: boolean): string {
  if (known.value === null) {
    const isBounded = known.at_least !== null || known.at_most !== null;
    return isBounded ? `${sideName(game, side)} has ${spokenValue(game, known)}` : "The value is unknown";
  }
  if (known.value === 0) return over ? "The game is drawn" : "A draw with best play";
  const winner = sideName(game, known.value > 0 ? side : other(side));
  const margin = hasScores(game) ? ` by ${Math.abs(known.value)}` : "";
  if (over) return `${winner} has won${margin}`;
  return `${winner} wins${margin}${plies(known)} with best play`;
}

/** What the server knows of how far an artifact was checked. */
export function evidenceWords({ certificate, checked }: Artifact): string {
  if (checked === "solution") {
    return `When this server started, the checker confirmed the artifact${certificate ? " with its certificate" : ""}.`;
  }
  const given = certificate
    ? "A certificate that names the artifact by its digest was given to this server."
    : "No certificate was given to this server.";
  if (checked === "nothing") return `${given} It checked nothing, not even for damage.`;
  return certificate
    ? `${given} It checked both files for damage, not whether what they state is right.`
    : `${given} It checked the artifact for damage, not whether what it states is right.`;
}

/** Where what is known of a value comes from: its source, or `bound` or `outside` where it is not known exactly. */
export function origin({ status, source }: Pick<Known, "status" | "source">): Source | "bound" | "outside" {
  return status === "exact" && source ? source : status === "bound" ? "bound" : "outside";
}

/** The origin of a value in one word, and a sentence about it. */
export function originWords(known: Pick<Known, "status" | "source">, artifact: Artifact | null): [string, string] {
  const evidence = artifact ? ` ${evidenceWords(artifact)}` : "";
  switch (origin(known)) {
    case "certified":
      return ["stored", `The artifact has its value.${evidence}`];
    case "bound":
      return known.source === "searched"
        ? ["bound", "The search proved a bound in the time it has."]
        : ["bound", `The artifact has a bound, and no more is needed for its solution.${evidence}`];
    case "searched":
      return ["searched", "This server found its value by an exact search, without an artifact."];
    case "terminal":
      return ["game over", "The rules say so."];
    case "outside":
      return artifact
        ? ["outside", "The artifact does not store it, and no search has found its value."]
        : ["unknown", "The search did not reach the end of the game in the time it has."];
  }
}

const FAMILIES: Record<DrawnGame["family"], string> = {
  othello: "Othello",
  "connect-four": "Connect Four",
  mnk: "In a row",
  go: "Go",
  hex: "Hex",
};

/** The title of a game: `Othello 6×6`, `3 in a row 3×3`, `Go 5×5, komi 24.5`. */
export function gameTitle(game: Game): string {
  if (!isDrawn(game)) return game.spec;
  const size = `${game.columns}\u00d7${game.rows}`;
  const given = parameters(game);
  const k = given.get("k");
  if (game.family === "mnk" && k !== null) {
    if (size === "3\u00d73" && k === "3") return "Tic-tac-toe";
    return `${k} in a row ${size}`;
  }
  const extras: string[] = [];
  for (const [name, value] of given) {
    if (name === "utility") extras.push(value === "score" ? "sooner wins count more" : value);
    else if (name === "suicide") extras.push(value === "yes" ? "suicide allowed" : "no suicide");
    else extras.push(`${name} ${value}`);
  }
  return [`${FAMILIES[game.family]} ${size}`, ...extras].join(", ");
}

/** How the game is won, in a sentence. */
export function gameAim(game: Game): string {
  if (!isDrawn(game)) return "Choose a move from the list at every turn.";
  const [first, second] = game.sides;
  switch (game.family) {
    case "othello":
      return "Enclose discs to turn them. Most discs at the end wins.";
    case "connect-four":
      return "Drop discs. Four in a line, any way, wins.";
    case "mnk":
      return `${parameters(game).get("k") ?? "k"} in a line, any way, wins.`;
    case "hex":
      return `${first} connects top and bottom, ${second} left and right.`;
    case "go":
      return "Surround. Two passes end the game; the larger area wins.";
  }
}

/** A count with narrow spaces between thousands. */
export function count(value: number): string {
  return value.toLocaleString("en").replaceAll(",", "\u202f");
}

export function bytes(value: number): string {
  const units = ["bytes", "kB", "MB", "GB", "TB"];
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 ? value : value.toFixed(value < 10 ? 1 : 0)} ${units[unit]}`;
}

const SCOPES: Record<string, string> = {
  strong: "Strongly solved",
  "semi-strong": "Semi-strongly solved",
  weak: "Weakly solved",
};

export function scopeWords(scope: string): string {
  return SCOPES[scope] ?? scope;
}
