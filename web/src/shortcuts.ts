import { useEffect } from "preact/hooks";
import { useLatest } from "./latest.ts";

/** Runs a command when its key is pressed alone, outside of fields and dialogs. */
export function useShortcut(key: string, isOn: boolean, command: () => void): void {
  const latest = useLatest(command);
  useEffect(() => {
    if (!isOn) return;
    const listen = (event: KeyboardEvent): void => {
      if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target;
      if (target instanceof Element && target.closest("input, textarea, select, dialog")) return;
      event.preventDefault();
      latest.current();
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, [key, isOn, latest]);
}
