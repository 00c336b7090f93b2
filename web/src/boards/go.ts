/** Go: why a move is refused, and how the areas are counted at the end. */

import { cellName, layoutOf } from "./layout.ts";
import type { Position } from "../../engine/src/contract.ts";
import type { DrawnGame } from "../families.ts";
import { sideName } from "../words.ts";
import type { Words } from "../words/catalogue.ts";

/** Why a stone cannot be played on an empty point; null where it can, or where there is a stone. */
export function whyRefused(words: Words, game: DrawnGame, position: Position, cell: number): string | null {
  if (game.family !== "go" || position.over || position.cells[cell] !== "-") return null;
  if (position.moves.some((one) => one.cell === cell)) return null;
  const { go } = words;
  const forbidden = position.forbidden.find((one) => one.cell === cell);
  if (!forbidden) {
    const spot = layoutOf(game).spots[cell];
    return spot ? go.noLiberty({ move: cellName(words, game, spot) }) : null;
  }
  const { move, repeats } = forbidden;
  if (repeats === null) return go.repeatsEarlier({ move });
  const played = position.moves_played[repeats - 1];
  return played === undefined ? go.repeatsFirst({ move }) : go.repeatsMove({ move, ply: repeats, played });
}

/** The area of each side in words, and the points that count for neither. */
export function areaWords(words: Words, game: DrawnGame, position: Position): string[] {
  const { areas, cells } = position;
  if (!areas) return [];
  const { go } = words;
  const stones = (letter: string): number => [...cells].filter((one) => one === letter).length;
  const [first, second] = [stones("X"), stones("O")];
  const texts = [
    go.area({ side: sideName(words, game, "first"), area: areas.first, stones: first, enclosed: areas.first - first }),
    go.area({
      side: sideName(words, game, "second"),
      area: areas.second,
      stones: second,
      enclosed: areas.second - second,
    }),
  ];
  const neutral = cells.length - areas.first - areas.second;
  return neutral === 0 ? texts : [...texts, go.neutral({ count: neutral })];
}
