import { useEffect, useState } from "preact/hooks";
import type { Side } from "../contract.ts";
import { type Clock, type ControlName, controlOf, exchanged, fallenAt, leftAt, moved, newClock, switched } from "./clock.ts";

/** How often the time is drawn anew, in milliseconds. */
const EVERY = 100;

export interface RunningClock {
  /** The side whose time runs. */
  running: Side | null;
  /** The side whose time is up. */
  fallen: Side | null;
  left: (side: Side) => number;
  /** Says that a side has made a move. */
  move: (side: Side) => void;
  /** Says that the players have exchanged their sides. */
  exchange: () => void;
}

/**
 * The clock of a game; null where none was chosen. The time of `side` runs while the page is in
 * sight; by null the clock stands still. A change of `game` puts it back to the start.
 */
export function useClock(name: ControlName, game: string, side: Side | null): RunningClock | null {
  const key = `${name} ${game}`;
  const fresh = (): { key: string; clock: Clock | null } => {
    const control = controlOf(name);
    return { key, clock: control && newClock(control) };
  };
  const [kept, setKept] = useState(fresh);
  const [, setTick] = useState(0);
  const isSeen = useIsSeen();
  const state = kept.key === key ? kept : fresh();
  const { clock } = state;
  const change = (by: (clock: Clock, now: number) => Clock): void =>
    setKept((old) => {
      const current = old.key === key ? old : fresh();
      return current.clock ? { key, clock: by(current.clock, performance.now()) } : current;
    });
  const runs = isSeen ? side : null;
  useEffect(() => {
    change((old, now) => switched(old, runs, now));
  }, [key, runs]);
  const now = performance.now();
  const fallen = clock && fallenAt(clock, now);
  const isRunning = clock !== null && clock.running !== null && fallen === null;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setTick((old) => old + 1), EVERY);
    return () => clearInterval(timer);
  }, [isRunning]);
  return (
    clock && {
      running: fallen ? null : clock.running,
      fallen,
      left: (of) => leftAt(clock, of, now),
      move: (of) => change((old, at) => moved(old, of, at)),
      exchange: () => change(exchanged),
    }
  );
}

/** Whether the page is in sight, and not in a hidden tab. */
function useIsSeen(): boolean {
  const [isSeen, setIsSeen] = useState(!document.hidden);
  useEffect(() => {
    const look = (): void => setIsSeen(!document.hidden);
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, []);
  return isSeen;
}
