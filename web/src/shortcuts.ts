import { useEffect } from "preact/hooks";
import { useLatest } from "./latest.ts";

/** Commands by their keys; null where a key does nothing now. */
export type Shortcuts = Readonly<Record<string, (() => void) | null>>;

/**
 * Runs the command of a key that is pressed outside of fields and dialogs, with Shift or without it,
 * unless what has the focus uses that key.
 */
export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useLatest(shortcuts);
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const { key, target } = event;
      const command = latest.current[key];
      if (!command || !(target instanceof Element) || target.closest("input, textarea, select, dialog")) return;
      if (key.startsWith("Arrow") && target.matches(".scroll")) return;
      event.preventDefault();
      command();
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, [latest]);
}
