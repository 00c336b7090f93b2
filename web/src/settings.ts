import { useLayoutEffect, useState } from "preact/hooks";
import type { Search } from "./contract.ts";
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

const DEFAULTS: Settings = {
  theme: "auto",
  language: "auto",
  showsValues: false,
  showsValuesBeside: true,
  searchesOutside: false,
  numbersStones: false,
  showsLine: false,
  hasShortcuts: true,
  errors: 0,
  clock: "off",
  remarks: false,
  hasSound: false,
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
  // Before the browser draws, so that no colour and no language flashes up.
  useLayoutEffect(() => {
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
