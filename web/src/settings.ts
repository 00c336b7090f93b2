import { useEffect, useState } from "preact/hooks";
import type { Search } from "./contract.ts";

export type Theme = "auto" | "light" | "dark";

/** What this browser remembers of its user. */
export interface Settings {
  theme: Theme;
  /** Whether the board shows what moves are worth. */
  showsValues: boolean;
  /** Whether positions outside the region are searched. */
  searchesOutside: boolean;
  /** Whether single letters are commands. */
  hasShortcuts: boolean;
}

const KEY = "solveig";
const THEMES: readonly unknown[] = ["auto", "light", "dark"];

const DEFAULTS: Settings = {
  theme: "auto",
  showsValues: true,
  searchesOutside: false,
  hasShortcuts: true,
};

function read(): Settings {
  let kept: Record<string, unknown> = {};
  try {
    kept = (JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {}) as Record<string, unknown>;
  } catch {
    // A browser without storage, or with something else in it, starts afresh.
  }
  const flag = (name: keyof Settings): boolean => {
    const value = kept[name];
    return typeof value === "boolean" ? value : (DEFAULTS[name] as boolean);
  };
  return {
    theme: THEMES.includes(kept.theme) ? (kept.theme as Theme) : DEFAULTS.theme,
    showsValues: flag("showsValues"),
    searchesOutside: flag("searchesOutside"),
    hasShortcuts: flag("hasShortcuts"),
  };
}

export type Change = (change: Partial<Settings>) => void;

export function useSettings(): [Settings, Change] {
  const [settings, setSettings] = useState(read);
  useEffect(() => {
    document.documentElement.dataset["theme"] = settings.theme;
    try {
      localStorage.setItem(KEY, JSON.stringify(settings));
    } catch {
      // Then this visit alone remembers.
    }
  }, [settings]);
  return [settings, (change) => setSettings((old) => ({ ...old, ...change }))];
}

/** How far the server may search for what is not stored. */
export function searchOf(settings: Settings): Search {
  return settings.searchesOutside ? "anywhere" : "above-cut";
}
