/** Games and answers as the server describes them. */

import type { Choice, ChosenMove, Family, Game, KnownValue, MoveAnswer, Position } from "../../engine/src/contract.ts";
import { type DrawnGame, isDrawn } from "../../src/families.ts";

const COLUMNS: Record<string, string[]> = {
  go: [..."ABCDEFGHJKLMNOPQRST"],
  "connect-four": [..."123456789"],
};

export function game(spec: string, changes: Partial<Game> = {}): Game {
  const [family = "", size = ""] = spec.split(":");
  const [columns = 0, rows = 0] = (size.split("?")[0] ?? "").split("x").map(Number);
  const names = COLUMNS[family] ?? [..."abcdefghijklmnop"];
  return {
    game: spec.replace(":", "-"),
    spec,
    family: family as Family,
    columns,
    rows,
    first_row_at_top: family !== "go" && family !== "connect-four",
    column_names: names.slice(0, columns),
    row_names: Array.from({ length: rows }, (_, row) => String(row + 1)),
    sides: ["Black", "White"],
    least_value: -1,
    greatest_value: 1,
    draws: true,
    artifact: null,
    proof: null,
    player: null,
    title: null,
    rules: null,
    colours: null,
    ...changes,
  };
}

/** A game whose board the page draws. */
export function drawn(spec: string, changes: Partial<Game> = {}): DrawnGame {
  const one = game(spec, changes);
  if (!isDrawn(one)) throw new Error(`the page does not draw ${spec}`);
  return one;
}

/** What is known of a value, by default nothing. */
export function knownValue(changes: Partial<KnownValue> = {}): KnownValue {
  const nothing = { value: null, at_least: null, at_most: null, plies: null };
  return { status: "unknown", source: null, ...nothing, ...changes };
}

/** A move, by default to no cell. */
export function move(name: string, changes: Partial<MoveAnswer> = {}): MoveAnswer {
  return { ...knownValue(), move: name, cell: null, pass: false, view: "first", category: "unknown", ...changes };
}

/** A position, by default one of which nothing is known, with the first side to move. */
export function position(changes: Partial<Position> = {}): Position {
  return {
    ...knownValue(),
    view: "first",
    category: "unknown",
    game: "game",
    from: "-",
    board: "",
    board_text: "",
    cells: "",
    forbidden: [],
    areas: null,
    level: 0,
    moves_played: [],
    over: false,
    to_move: "first",
    best_move: null,
    guess: null,
    interrupted: false,
    moves: [],
    ...changes,
  };
}

/** The move that the engine chose in a position, by default a best one. */
export function chosen({ from, moves_played }: Position, name: string, changes: Partial<ChosenMove> = {}): Choice {
  const unset = { ground: "best", estimate: false, keeps: null, note: null } as const;
  const one: ChosenMove = { ...move(name), ...unset, ...changes };
  return { game: "game", from, moves_played, chosen_move: one, interrupted: false };
}
