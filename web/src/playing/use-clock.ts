import { useEffect, useState } from "preact/hooks";
import type { Side } from "../../engine/src/contract.ts";
import { type Clock, fallenAt, leftAt } from "./clock.ts";

/** How often the time is drawn anew, in milliseconds. */
const EVERY = 100;

export interface RunningClock {
  /** The side whose time runs. */
  running: Side | null;
  /** The side whose time is up. */
  fallen: Side | null;
  left: (side: Side) => number;
}

/**
 * The clock as it is now. `run` is called as the time of `side` begins to run: while the page is in
 * sight, and by null as the clock stops.
 */
export function useClock(
  clock: Clock | null,
  side: Side | null,
  run: (side: Side | null) => void,
): RunningClock | null {
  const [, setTick] = useState(0);
  const isSeen = useIsSeen();
  const runs = isSeen ? side : null;
  useEffect(() => run(runs), [run, runs]);
  const now = performance.now();
  const fallen = clock && fallenAt(clock, now);
  const isRunning = clock !== null && clock.running !== null && fallen === null;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setTick((old) => old + 1), EVERY);
    return () => clearInterval(timer);
  }, [isRunning]);
  return clock && { running: fallen ? null : clock.running, fallen, left: (of) => leftAt(clock, of, now) };
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
