import type { ComponentChildren } from "preact";
import type { Tone } from "../words.ts";
import "./badge.css";

interface BadgeProps {
  tone: Tone;
  text: string;
  isBest: boolean;
}

/**
 * The value of a move on the board. The shape says the same as the colour: circle for a win, square
 * for a draw, diamond for a loss, dashed circle for unknown. A best move has a second ring.
 */
export function Badge({ tone, text, isBest }: BadgeProps): ComponentChildren {
  const scale = /^[\u2264\u2265]/.test(text) ? BOUND_SCALE : 1;
  const size = Math.min(28, (scale * TEXT_WIDTH) / widthOf(text)) - (tone === "loss" ? 2 : 0);
  return (
    <g class={`badge tone-${tone}`}>
      {isBest && <Shape tone={tone} scale={1.28 * scale} name="best" />}
      <Shape tone={tone} scale={scale} name="face" />
      <text class="badge-text" font-size={size} y={size * 0.355}>
        {text}
      </text>
    </g>
  );
}

/** How much larger the badge of a bound is, which is longer than a value. */
const BOUND_SCALE = 1.2;
/** The room for the text, in units of the board. */
const TEXT_WIDTH = 47;

/** The width of a text in its own size: signs are wider than digits. */
function widthOf(text: string): number {
  return [...text].reduce((width, letter) => width + (/\d/.test(letter) ? 0.7 : 0.84), 0);
}

function Shape({ tone, scale, name }: { tone: Tone; scale: number; name: string }): ComponentChildren {
  if (tone === "draw") {
    const half = 26 * scale;
    return <rect class={name} x={-half} y={-half} width={2 * half} height={2 * half} rx={7} />;
  }
  if (tone === "loss") {
    const half = 40 * (1 + (scale - 1) * 0.72);
    return <polygon class={name} points={`0,${-half} ${half},0 0,${half} ${-half},0`} />;
  }
  return <circle class={name} r={30 * scale} />;
}

/** The same shapes small, for lists and tables. */
export function Mark({ tone }: { tone: Tone }): ComponentChildren {
  return (
    <svg class={`mark tone-${tone}`} viewBox="-40 -40 80 80" aria-hidden="true">
      <Shape tone={tone} scale={1} name="face" />
    </svg>
  );
}
