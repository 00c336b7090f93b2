/** A clock for two sides. Times are in milliseconds; `now` is any clock that only runs forward. */

import type { Side } from "../../engine/src/contract.ts";
import { other } from "../words.ts";

export interface Control {
  /** For all moves of a side. */
  minutes: number;
  /** What a side gets back for each move it has made. */
  increment: number;
}

/** The time controls that can be chosen, by how they are written: minutes + seconds. */
export const CONTROLS = ["1+0", "3+2", "5+0", "10+5", "15+10", "30+0"] as const;

export type ControlName = "off" | (typeof CONTROLS)[number];

export function isControl(name: unknown): name is ControlName {
  const names: readonly unknown[] = ["off", ...CONTROLS];
  return names.includes(name);
}

export function controlOf(name: ControlName): Control | null {
  if (name === "off") return null;
  const [minutes, increment] = name.split("+").map(Number);
  return { minutes: minutes ?? 0, increment: increment ?? 0 };
}

export interface Clock {
  readonly control: Control;
  /** The time that each side had left at `since`. */
  readonly left: Readonly<Record<Side, number>>;
  /** The side whose time runs; null while the clock is stopped. */
  readonly running: Side | null;
  readonly since: number;
}

export function newClock(control: Control): Clock {
  const whole = control.minutes * 60_000;
  return { control, left: { first: whole, second: whole }, running: null, since: 0 };
}

export function leftAt(clock: Clock, side: Side, now: number): number {
  const spent = clock.running === side ? Math.max(0, now - clock.since) : 0;
  return Math.max(0, clock.left[side] - spent);
}

/** The side whose flag has fallen. */
export function fallenAt(clock: Clock, now: number): Side | null {
  return leftAt(clock, "first", now) === 0 ? "first" : leftAt(clock, "second", now) === 0 ? "second" : null;
}

/** The clock as the time of a side begins to run, or, by null, as it is stopped. */
export function switched(clock: Clock, side: Side | null, now: number): Clock {
  const left = { first: leftAt(clock, "first", now), second: leftAt(clock, "second", now) };
  const isOver = left.first === 0 || left.second === 0;
  return { ...clock, left, running: isOver ? null : side, since: now };
}

/**
 * The clock after a move: the time of the other side runs. The side that moved gets the increment,
 * unless its time stood still, as before the first move.
 */
export function moved(clock: Clock, side: Side, now: number): Clock {
  const next = switched(clock, other(side), now);
  if (next.running === null || clock.running !== side) return next;
  return { ...next, left: { ...next.left, [side]: next.left[side] + clock.control.increment * 1000 } };
}

/** The clock after the players have exchanged their sides: each keeps the time that was left. */
export function exchanged(clock: Clock, now: number): Clock {
  const { left, ...rest } = switched(clock, clock.running, now);
  return { ...rest, left: { first: left.second, second: left.first } };
}

/** A time as clocks show it: `4:59`, and with tenths of a second in the last ten seconds. */
export function shownTime(milliseconds: number): string {
  const tenths = Math.ceil(milliseconds / 100);
  const seconds = tenths < 100 ? Math.floor(tenths / 10) : Math.ceil(tenths / 10);
  const rest = String(seconds % 60).padStart(2, "0");
  const tenth = tenths < 100 ? `.${tenths % 10}` : "";
  return `${Math.floor(seconds / 60)}:${rest}${tenth}`;
}
