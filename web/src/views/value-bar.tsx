import type { ComponentChildren } from "preact";
import type { Game, Position } from "../../engine/src/contract.ts";
import { stonesOf } from "../notation.ts";
import { hasScores, other, shortValue, sideName, tone, verdict } from "../words.ts";
import { useWords } from "../words/context.ts";
import "./stone.css";
import "./value-bar.css";

interface ValueBarProps {
  game: Game;
  position: Position | null;
  isShown: boolean;
  /** What is said instead of the value: who wins while it is open who has which colour. */
  instead: string | null;
}

/** The value of the position as a bar. The part at the left belongs to the first side. */
export function ValueBar({ game, position, isShown, instead }: ValueBarProps): ComponentChildren {
  const words = useWords();
  const share = position && isShown && instead === null ? firstShare(game, position) : null;
  const value = position && isShown ? shortValue(position) : "";
  const spoken =
    position && isShown
      ? (instead ?? verdict(words, game, position, position.to_move, position.over))
      : words.values.hidden;
  // The number is shown at the end of the side that is ahead.
  const holder = position && (tone(position) === "loss" ? other(position.to_move) : position.to_move);
  const shown = position?.value != null ? shortValue({ ...position, value: Math.abs(position.value) }) : value;
  return (
    <div class={`value-bar family-${game.family}`}>
      <span class={`side-name${position?.to_move === "first" && !position.over ? " to-move" : ""}`}>
        <span class="stone first" aria-hidden="true" />
        {sideName(words, game, "first")}
        <Discs game={game} position={position} stone="X" />
      </span>
      <div class={`bar${share === null ? " unknown" : ""}`} role="img" aria-label={spoken}>
        <svg viewBox="0 0 200 10" preserveAspectRatio="none" aria-hidden="true">
          <rect class="part second" width="200" height="10" />
          {share !== null && <rect class="part first" width={200 * share} height="10" />}
          <path class="middle" d="M100 0v10" />
        </svg>
        {share !== null && (
          <span
            class={`bar-value at-${share === 0.5 ? "middle" : holder === "first" ? "left" : "right"}`}
            aria-hidden="true"
          >
            {shown}
          </span>
        )}
      </div>
      <span class={`side-name${position?.to_move === "second" && !position.over ? " to-move" : ""}`}>
        <Discs game={game} position={position} stone="O" />
        {sideName(words, game, "second")}
        <span class="stone second" aria-hidden="true" />
      </span>
    </div>
  );
}

/** How many discs or boxes a side has, in games that count them. */
function Discs({
  game,
  position,
  stone,
}: {
  game: Game;
  position: Position | null;
  stone: "X" | "O";
}): ComponentChildren {
  const words = useWords();
  if ((game.family !== "othello" && game.family !== "edges") || !position) return null;
  const count = stonesOf(position.cells, stone);
  return (
    <span class="discs">
      <span aria-hidden="true">{count}</span>
      <span class="visually-hidden">
        {game.family === "edges" ? words.board.boxes({ count }) : words.board.discs({ count })}
      </span>
    </span>
  );
}

/** The share of the first side: half in a draw; null where the value is unknown. */
function firstShare(game: Game, position: Position): number | null {
  if (position.value === null) return null;
  const value = position.view === "first" ? position.value : -position.value;
  if (value === 0) return 0.5;
  const max = Math.max(game.greatest_value, -game.least_value);
  // The root makes small leads in games of points visible.
  const lead = hasScores(game) ? Math.sqrt(Math.abs(value) / max) : 1;
  return 0.5 + (Math.sign(value) * lead * 0.94) / 2;
}
