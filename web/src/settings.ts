import { useEffect, useState } from "preact/hooks";
import type { Search } from "./contract.ts";
import { type Language, isLanguage, preferred } from "./words/languages.ts";

export type Theme = "auto" | "light" | "dark";

/** The settings that the browser keeps. */
export interface Settings {
  theme: Theme;
  /** "auto" for the first of the browser's languages that the page has. */
  language: "auto" | Language;
  /** Whether the values of moves are shown. */
  showsValues: boolean;
  /** Whether the server searches positions that the artifact does not store. */
  searchesOutside: boolean;
  /** Whether single keys are commands. */
  hasShortcuts: boolean;
}

const KEY = "solveig";
const THEMES: readonly unknown[] = ["auto", "light", "dark"];

const DEFAULTS: Settings = {
  theme: "auto",
  language: "auto",
  showsValues: true,
  searchesOutside: false,
  hasShortcuts: true,
};

function read(): Settings {
  let kept: Record<string, unknown> = {};
  try {
    kept = (JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {}) as Record<string, unknown>;
  } catch {
    // Without storage, or with other data in it, the defaults apply.
  }
  const flag = (name: keyof Settings): boolean => {
    const value = kept[name];
    return typeof value === "boolean" ? value : (DEFAULTS[name] as boolean);
  };
  return {
    theme: THEMES.includes(kept.theme) ? (kept.theme as Theme) : DEFAULTS.theme,
    language: isLanguage(kept.language) ? kept.language : DEFAULTS.language,
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
    document.documentElement.lang = languageOf(settings);
    try {
      localStorage.setItem(KEY, JSON.stringify(settings));
    } catch {
      // Without storage, the settings last until the page is closed.
    }
  }, [settings]);
  return [settings, (change) => setSettings((old) => ({ ...old, ...change }))];
}

/** The language to show. */
export function languageOf(settings: Settings): Language {
  return settings.language === "auto" ? preferred(navigator.languages) : settings.language;
}

/** Where the server may search for what is not stored. */
export function searchOf(settings: Settings): Search {
  return settings.searchesOutside ? "anywhere" : "above-cut";
}
