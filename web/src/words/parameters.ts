/** Parameters of the functions of the catalogues. */

/** Who wins; "zero" is the value 0 in a game that knows no draw. */
export type Outcome = "win" | "draw" | "loss" | "zero";

export interface Margin {
  /** By how many points; null in games without points. */
  margin: number | null;
}

export interface Result extends Margin {
  outcome: Outcome;
}

export interface Victory extends Margin {
  winner: string;
}

/** A loss of value. */
export interface ValueLoss {
  /** How many points were lost; null in games without points. */
  points: number | null;
  /** Whether it is at least so many. */
  isBound: boolean;
}

/** How a move changed when the game ends: "wins" for a win that comes later, "loses" for a loss sooner. */
export interface Pace {
  outcome: "wins" | "loses";
}

/** The same by a count of moves. */
export interface PaceLoss extends Pace, Count {
  /** Whether it is at least so many. */
  isBound: boolean;
}

/** The best that was thrown away. */
export interface MissedResult {
  /** The name of the side; null where it is the person. */
  side: string | null;
  outcome: "win" | "draw";
  /** The move that would have kept it. */
  move: string;
  ply: number;
}

export interface InPlies {
  /** How many plies until the end; null where unknown. */
  plies: number | null;
}

export interface Count {
  count: number;
}
