/** What the server says, as in its OpenAPI description (`/v1/openapi.json`). */

export type Side = "first" | "second";
export type Search = "never" | "above-cut" | "anywhere";
export type Status = "certified" | "searched" | "terminal" | "bound" | "outside";
export type Family = "othello" | "connect-four" | "mnk" | "go" | "hex" | "tree";

export interface Artifact {
  file: string;
  scope: string;
  symmetry: boolean;
  /** The highest level at which positions are stored; those above are searched. */
  cut: number | null;
  positions: number;
  bytes: number;
  digest: string;
  /** For the side that moves first. */
  root_value: number;
  /** The certificate that the server was given: it carries the artifact's digest. `checked` says whether it was checked. */
  certificate: Certificate | null;
  /** What the server checked: nothing, that the bytes are as they were written, or that the solution is right. */
  checked: "nothing" | "bytes" | "solution";
}

export interface Certificate {
  file: string;
  cut: number | null;
  positions: number;
  bytes: number;
  digest: string;
}

export interface Game {
  /** The name in addresses. */
  game: string;
  spec: string;
  family: Family;
  columns: number;
  rows: number;
  first_row_at_top: boolean;
  column_names: string[];
  row_names: string[];
  /** First mover first. */
  sides: [string, string];
  least_value: number;
  greatest_value: number;
  draws: boolean;
  artifact: Artifact | null;
}

/** What is known of a value, for one side. */
export interface Known {
  status: Status;
  value: number | null;
  at_least: number | null;
  at_most: number | null;
  /** Plies to the end of the game, where the value tells. */
  plies: number | null;
}

export interface MoveKnown extends Known {
  move: string;
  /** Where the stone lands; row by row from the row called "1". */
  cell: number | null;
  pass: boolean;
  /** Whose view the value is. */
  view: Side;
}

export interface Position extends Known {
  game: string;
  /** A board string, or "-" for the start. */
  from: string;
  /** All moves from there, forced passes included. */
  moves_played: string[];
  board: string;
  /** X first side, O second side, - empty; the row called "1" first. */
  cells: string;
  to_move: Side;
  level: number;
  over: boolean;
  view: Side;
  best_move: string | null;
  /** Where no best move is known: the move that looks best without search. It proves nothing. */
  guess: string | null;
  /** Whether the search ended before all was known. */
  interrupted: boolean;
  /** Best first. */
  moves: MoveKnown[];
}

export type Verdict = "best" | "equal" | "no-better" | "worse" | "unknown";

export interface ProofMove extends MoveKnown {
  reply: string | null;
  /** What the certificate states, where the artifact stores nothing and no search found a value. */
  certificate: { at_most: number; reply: string } | null;
  verdict: Verdict;
}

export interface Proof {
  position: Position;
  /** The kind of node in the proof: P, A', P' or, in a weak solution, C or A. */
  kind: string | null;
  moves: ProofMove[];
}

export interface ReviewedMove {
  ply: number;
  side: Side;
  move: string;
  forced: boolean;
  /** Both for the side that played. */
  before: Known;
  after: Known;
  best: string | null;
  loss: number | null;
}

export interface Review {
  position: Pick<Position, "moves_played" | "board" | "cells" | "to_move" | "over">;
  moves: ReviewedMove[];
  losses: Record<Side, number>;
  interrupted: boolean;
}

export interface Variation {
  moves: string[];
  interrupted: boolean;
}

export interface Level {
  level: number;
  positions: number;
  optimal: number;
  free: number;
  both: number;
  terminals: number;
}
