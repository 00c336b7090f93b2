/** How much value a move lost, where values may be known by bounds alone. */

/** What is known of a value: the value itself, or bounds on it. */
export interface Bounds {
  value: number | null;
  at_least: number | null;
  at_most: number | null;
  /** A guess at the value, which proves nothing. */
  estimated_value?: number | null;
}

/** The value of the other side. */
export function otherSides<B extends Bounds>(bounds: B): B {
  const negated = (value: number | null): number | null => (value === null ? null : 0 - value);
  return {
    ...bounds,
    value: negated(bounds.value),
    at_least: negated(bounds.at_most),
    at_most: negated(bounds.at_least),
    ...(bounds.estimated_value == null ? {} : { estimated_value: negated(bounds.estimated_value) }),
  };
}

/**
 * How much a move is proved to have lost, in the points of its game: exactly so much where both
 * values are exact, else at least so much; 0 where no loss is proved. `before` and `after` are for the
 * side that played it.
 */
export function provedLoss(before: Bounds, after: Bounds): number {
  const had = before.value ?? before.at_least;
  const has = after.value ?? after.at_most;
  return had === null || has === null ? 0 : Math.max(0, had - has);
}

/** What a move is proved to have thrown away: a win, or a draw that it turned into a loss. */
export function throwsAway(before: Bounds, after: Bounds): "win" | "draw" | null {
  const had = before.value ?? before.at_least;
  const has = after.value ?? after.at_most;
  if (had === null || has === null) return null;
  return had > 0 && has <= 0 ? "win" : had === 0 && has < 0 ? "draw" : null;
}

/**
 * How a move that keeps who wins changed when: a win later, or a loss sooner, by values that say how
 * soon; null where it changed who wins, or that is not known.
 */
export function paceOf(before: Bounds, after: Bounds): "wins" | "loses" | null {
  const had = before.value ?? before.at_least;
  const has = after.value ?? after.at_most;
  if (had === null || has === null) return null;
  return had > 0 && has > 0 ? "wins" : had < 0 && has < 0 ? "loses" : null;
}

/** Whether the proved loss is the whole loss, and not only a part of it. */
export function isExactLoss(before: Bounds, after: Bounds): boolean {
  return before.value !== null && after.value !== null;
}
