import type { ComponentChildren } from "preact";
import type { Game, Side } from "../../engine/src/contract.ts";
import { other, sideName, signed } from "../words.ts";
import type { Words } from "../words/catalogue.ts";
import { useWords } from "../words/context.ts";
import "./chart.css";

interface ValueChartProps {
  game: Game;
  /** The side that the values are for. */
  side: Side;
  /** The value for that side after 0, 1, 2 ... moves; null where unknown. */
  values: readonly (number | null)[];
  /** What each move is called, with its side; the first is the move that leads to `values[1]`. */
  names: readonly string[];
  /** What to say of moves that lost value, by the ply after them. */
  mistakes: ReadonlyMap<number, string>;
  at: number;
  onJump: (at: number) => void;
}

const WIDTH = 600;
const HEIGHT = 210;
const LEFT = 44;
const RIGHT = 12;
const TOP = 28;
const BOTTOM = 26;
/** The most moves whose points are marked: more would run into each other. */
const MAX_POINTS = 80;

/** Where a key leads from `at` in a game of `plies` moves; null for other keys. */
export function keyLeadsTo(key: string, at: number, plies: number): number | null {
  const to: Record<string, number> = {
    ArrowLeft: at - 1,
    ArrowDown: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at + 1,
    PageDown: at - 10,
    PageUp: at + 10,
    Home: 0,
    End: plies,
  };
  const found = to[key];
  return found === undefined ? null : Math.min(plies, Math.max(0, found));
}

/**
 * The value after each ply as a line, and a slider: a click, or a key, leads to the position after a
 * move. Nothing is drawn where no value is known.
 */
export function ValueChart({ game, side, values, names, mistakes, at, onJump }: ValueChartProps): ComponentChildren {
  const words = useWords();
  const numbers = values.filter((value) => value !== null);
  if (numbers.length === 0) return null;
  const plies = values.length - 1;
  const max = Math.max(1, ...numbers.map(Math.abs));
  const x = (ply: number): number => LEFT + (ply / Math.max(1, plies)) * (WIDTH - LEFT - RIGHT);
  const y = (value: number): number => TOP + ((max - value) / (2 * max)) * (HEIGHT - TOP - BOTTOM);
  const { review } = words;
  const [own, opponent] = [sideName(words, game, side), sideName(words, game, other(side))];
  const jump = (event: MouseEvent): void => {
    const box = (event.currentTarget as SVGSVGElement).getBoundingClientRect();
    const place = ((event.clientX - box.left) / box.width) * WIDTH;
    const ply = Math.round(((place - LEFT) / (WIDTH - LEFT - RIGHT)) * plies);
    onJump(Math.min(plies, Math.max(0, ply)));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const to = keyLeadsTo(event.key, at, plies);
    if (to === null) return;
    event.preventDefault();
    if (to !== at) onJump(to);
  };
  const here = values[at] ?? null;
  return (
    <svg
      class="chart value-chart"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="slider"
      tabindex={0}
      aria-label={review.chart({ side: own })}
      aria-valuemin={0}
      aria-valuemax={plies}
      aria-valuenow={at}
      aria-valuetext={spoken(words, here, at, names, mistakes)}
      onClick={jump}
      onKeyDown={onKeyDown}
    >
      {[max, 0, -max].map((value) => (
        <g key={value}>
          <path class={value === 0 ? "axis" : "grid"} d={`M${LEFT} ${y(value)}H${WIDTH - RIGHT}`} />
          <text class="tick" x={LEFT - 8} y={y(value) + 5} text-anchor="end">
            {signed(value)}
          </text>
        </g>
      ))}
      <text class="tick" x={LEFT + 4} y={TOP - 8}>
        {review.ahead({ side: own })}
      </text>
      <text class="tick" x={LEFT + 4} y={HEIGHT - BOTTOM + 16}>
        {review.ahead({ side: opponent })}
      </text>
      <path class="here" d={`M${x(at)} ${TOP}V${HEIGHT - BOTTOM}`} />
      <path class="value-line" d={steps(values, x, y)} />
      {plies <= MAX_POINTS &&
        values.map(
          (value, ply) =>
            value !== null && (
              <circle
                key={ply}
                class={`point${ply === at ? " here" : ""}`}
                cx={x(ply)}
                cy={y(value)}
                r={ply === at ? 7 : 4}
              >
                <title>{spoken(words, value, ply, names, mistakes)}</title>
              </circle>
            ),
        )}
      {[...mistakes].map(([ply, text]) => {
        const value = values[ply];
        if (value === null || value === undefined) return null;
        return (
          <g key={ply} transform={`translate(${x(ply)} ${y(value)})`}>
            <title>{text}</title>
            <polygon class="mistake-mark" points="0,-9 9,0 0,9 -9,0" />
          </g>
        );
      })}
      <text class="tick" x={WIDTH - RIGHT} y={HEIGHT - BOTTOM + 16} text-anchor="end">
        {review.plies({ count: plies })}
      </text>
    </svg>
  );
}

/** What is said of the point after `ply` moves. */
function spoken(
  words: Words,
  value: number | null,
  ply: number,
  names: readonly string[],
  mistakes: ReadonlyMap<number, string>,
): string {
  const { moves, review, values } = words;
  const place = ply === 0 ? moves.start : moves.numbered({ ply, move: names[ply - 1] ?? "" });
  const valueText = value === null ? values.unknown : signed(value);
  const mistake = mistakes.get(ply);
  return review.point({ place: mistake ?? place, value: valueText });
}

function steps(values: readonly (number | null)[], x: (ply: number) => number, y: (value: number) => number): string {
  const parts: string[] = [];
  let isDown = false;
  values.forEach((value, ply) => {
    if (value === null) {
      isDown = false;
      return;
    }
    parts.push(`${isDown ? "L" : "M"}${x(ply).toFixed(1)} ${y(value).toFixed(1)}`);
    isDown = true;
  });
  return parts.join(" ");
}
