import type { ComponentChildren } from "preact";
import type { Game, Known, ReviewedMove } from "../contract.ts";
import { sideName, signed } from "../words.ts";
import { words } from "../words/languages.ts";

interface LossChartProps {
  game: Game;
  moves: readonly ReviewedMove[];
  at: number;
  onJump: (at: number) => void;
}

const WIDTH = 600;
const HEIGHT = 210;
const LEFT = 44;
const RIGHT = 12;
const TOP = 28;
const BOTTOM = 26;

/** The value for the first side after each ply of a game; null where unknown. */
function valuesAlong(moves: readonly ReviewedMove[]): (number | null)[] {
  const forFirst = (known: Known, one: ReviewedMove): number | null =>
    known.value === null ? null : one.side === "first" ? known.value : 0 - known.value;
  const values = moves.map((one) => forFirst(one.before, one));
  const last = moves.at(-1);
  if (last) values.push(forFirst(last.after, last));
  return values;
}

/** The value after each ply as a line. The table below it has the numbers. */
export function LossChart({ game, moves, at, onJump }: LossChartProps): ComponentChildren {
  const values = valuesAlong(moves);
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return null;
  const most = Math.max(1, ...known.map(Math.abs));
  const x = (ply: number): number => LEFT + (ply / Math.max(1, moves.length)) * (WIDTH - LEFT - RIGHT);
  const y = (value: number): number => TOP + ((most - value) / (2 * most)) * (HEIGHT - TOP - BOTTOM);
  const { review } = words();
  const [first, second] = [sideName(game, "first"), sideName(game, "second")];
  const jump = (event: MouseEvent): void => {
    const box = (event.currentTarget as SVGSVGElement).getBoundingClientRect();
    const place = ((event.clientX - box.left) / box.width) * WIDTH;
    const ply = Math.round(((place - LEFT) / (WIDTH - LEFT - RIGHT)) * moves.length);
    onJump(Math.min(moves.length, Math.max(0, ply)));
  };
  return (
    <svg
      class="chart"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={review.chart({ side: first, from: signed(values[0] ?? 0), to: signed(values.at(-1) ?? 0) })}
      onClick={jump}
    >
      {[most, 0, -most].map((value) => (
        <g key={value}>
          <path class={value === 0 ? "axis" : "grid"} d={`M${LEFT} ${y(value)}H${WIDTH - RIGHT}`} />
          <text class="tick" x={LEFT - 8} y={y(value) + 5} text-anchor="end">
            {signed(value)}
          </text>
        </g>
      ))}
      <text class="tick" x={LEFT + 4} y={TOP - 8}>
        {review.ahead({ side: first })}
      </text>
      <text class="tick" x={LEFT + 4} y={HEIGHT - BOTTOM + 16}>
        {review.ahead({ side: second })}
      </text>
      <path class="here" d={`M${x(at)} ${TOP}V${HEIGHT - BOTTOM}`} />
      <path class="value-line" d={steps(values, x, y)} />
      {moves.map((one) => {
        const value = values[one.ply];
        if (one.loss === null || one.loss <= 0 || value === null || value === undefined) return null;
        return (
          <g key={one.ply} transform={`translate(${x(one.ply)} ${y(value)})`}>
            <title>
              {review.mistake({ ply: one.ply, side: sideName(game, one.side), move: one.move, loss: one.loss })}
            </title>
            <polygon class={`mistake-mark ${one.side}`} points="0,-9 9,0 0,9 -9,0" />
          </g>
        );
      })}
      <text class="tick" x={WIDTH - RIGHT} y={HEIGHT - BOTTOM + 16} text-anchor="end">
        {review.plies({ count: moves.length })}
      </text>
    </svg>
  );
}

function steps(
  values: readonly (number | null)[],
  x: (ply: number) => number,
  y: (value: number) => number,
): string {
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
