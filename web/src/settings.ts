import { useCallback, useEffect, useLayoutEffect, useState } from "preact/hooks";
import type { SearchScope } from "../engine/src/contract.ts";
import { type ControlName, isControl } from "./playing/clock.ts";
import { RATES } from "./playing/strength.ts";
import { type Language, isLanguage, preferred } from "./words/languages.ts";

export type Theme = "auto" | "light" | "dark";

/** The settings that the browser keeps. */
export interface Settings {
  theme: Theme;
  /** "auto" for the first of the browser's languages that the page has. */
  language: "auto" | Language;
  /** Whether values are shown while a game is played. */
  showsValues: boolean;
  /** Whether the board shows values in the other views. */
  showsValuesBeside: boolean;
  /** Whether the server searches positions that the artifact does not store. */
  searchesOutside: boolean;
  /** Whether a review numbers the stones by their moves. */
  numbersStones: boolean;
  /** Whether a review shows the best line on the board. */
  showsLine: boolean;
  /** Whether single keys are commands. */
  hasShortcuts: boolean;
  /** In how many of a hundred moves the program errs on purpose. */
  errors: number;
  clock: ControlName;
  /** Whether a move that loses value is remarked on at once. */
  remarks: boolean;
  hasSound: boolean;
}

const KEY = "solveig";
const THEMES: readonly unknown[] = ["auto", "light", "dark"];

/** The settings of a new browser. */
export const DEFAULTS: Settings = {
  theme: "auto",
  language: "auto",
  showsValues: false,
  showsValuesBeside: true,
  searchesOutside: true,
  numbersStones: false,
  showsLine: false,
  hasShortcuts: true,
  errors: 0,
  clock: "off",
  remarks: true,
  hasSound: false,
};

/** What is stored, of whatever kind; nothing without storage, or with other data in it. */
function stored(): Record<string, unknown> {
  try {
    return { ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, unknown>) };
  } catch {
    return {};
  }
}

function read(): Settings {
  const kept = stored();
  const flag = (name: keyof Settings): boolean => {
    const value = kept[name];
    return typeof value === "boolean" ? value : (DEFAULTS[name] as boolean);
  };
  return {
    theme: THEMES.includes(kept.theme) ? (kept.theme as Theme) : DEFAULTS.theme,
    language: isLanguage(kept.language) ? kept.language : DEFAULTS.language,
    showsValues: flag("showsValues"),
    showsValuesBeside: flag("showsValuesBeside"),
    searchesOutside: flag("searchesOutside"),
    numbersStones: flag("numbersStones"),
    showsLine: flag("showsLine"),
    hasShortcuts: flag("hasShortcuts"),
    errors: RATES.find((rate) => rate === kept.errors) ?? DEFAULTS.errors,
    clock: isControl(kept.clock) ? kept.clock : DEFAULTS.clock,
    remarks: flag("remarks"),
    hasSound: flag("hasSound"),
  };
}

export type Change = (change: Partial<Settings>) => void;

export function useSettings(): [Settings, Change] {
  const [settings, setSettings] = useState(read);
  // Before the browser draws, so that no other colour flashes up.
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = settings.theme;
  }, [settings.theme]);
  useEffect(() => {
    // Another tab changed them.
    const follow = ({ key }: StorageEvent): void => {
      if (key === KEY || key === null) setSettings(read());
    };
    addEventListener("storage", follow);
    return () => removeEventListener("storage", follow);
  }, []);
  const change = useCallback<Change>((changed) => {
    try {
      // Other tabs may have stored other changes since this one read the settings.
      localStorage.setItem(KEY, JSON.stringify({ ...stored(), ...changed }));
    } catch {
      // Without storage, the settings last until the page is closed.
    }
    setSettings((old) => ({ ...old, ...changed }));
  }, []);
  return [settings, change];
}

/** The language to show. */
export function languageOf(settings: Settings): Language {
  return settings.language === "auto" ? preferred(navigator.languages) : settings.language;
}

/** Where the server may search for what is not stored. */
export function searchOf(settings: Settings): SearchScope {
  return settings.searchesOutside ? "short" : "above-cut";
}
