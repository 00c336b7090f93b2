import { useRef } from "preact/hooks";

/** A reference to the value of the last rendering, for callbacks that outlive it. */
export function useLatest<T>(value: T): { readonly current: T } {
  const latest = useRef(value);
  latest.current = value;
  return latest;
}
