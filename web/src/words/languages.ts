/** The language of the page: which there are, which is shown, and its catalogue of texts. */

import type { Words } from "./catalogue.ts";
import { de } from "./de.ts";
import { en } from "./en.ts";
import { ja } from "./ja.ts";

export const LANGUAGES = { en, de, ja } satisfies Record<string, Words>;

/** A language by its code (BCP 47). */
export type Language = keyof typeof LANGUAGES;

export function isLanguage(code: unknown): code is Language {
  return typeof code === "string" && Object.hasOwn(LANGUAGES, code);
}

/** The first of the languages that a person reads which the page has; else English. */
export function preferred(codes: readonly string[]): Language {
  for (const code of codes) {
    const language = code.toLowerCase().split("-")[0];
    if (isLanguage(language)) return language;
  }
  return "en";
}

let shown: Language = "en";

/** Sets the language of all texts that are made from now on. The caller draws the page anew. */
export function show(language: Language): void {
  shown = language;
}

/** The language that is shown. */
export function language(): Language {
  return shown;
}

/** The texts of the language that is shown. */
export function words(): Words {
  return LANGUAGES[shown];
}
