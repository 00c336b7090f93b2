import { useCallback, useLayoutEffect, useState } from "preact/hooks";
import { type Route, formatRoute, parseRoute } from "./route.ts";

/** Changes the route. "push", the default, adds an entry to the browser's history. */
export type Go = (change: Partial<Route>, mode?: "push" | "replace") => void;

/** The route in the address, and a function that changes it. */
export function useRoute(): [Route, Go] {
  const [route, setRoute] = useState(() => parseRoute(location.hash));
  // Not after the next frame: the address may change before.
  useLayoutEffect(() => {
    const read = (): void => setRoute(parseRoute(location.hash));
    addEventListener("popstate", read);
    addEventListener("hashchange", read);
    return () => {
      removeEventListener("popstate", read);
      removeEventListener("hashchange", read);
    };
  }, []);
  const go = useCallback<Go>((change, mode = "push") => {
    const next = { ...parseRoute(location.hash), ...change };
    const address = formatRoute(next);
    if (address === location.hash) return;
    if (mode === "push") history.pushState(null, "", address);
    else history.replaceState(null, "", address);
    setRoute(next);
  }, []);
  return [route, go];
}
