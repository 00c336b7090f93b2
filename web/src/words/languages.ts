/** The languages of the page. Catalogues but the English one are loaded when they are wanted. */

import type { Words } from "./catalogue.ts";
import { en } from "./en.ts";

/** The languages by their codes (BCP 47), each with its name in the language itself. */
export const LANGUAGES = { en: "English", de: "Deutsch", ja: "日本語" } as const;

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

/** The catalogue of a language. Fails where its file cannot be loaded. */
export async function load(language: Language): Promise<Words> {
  switch (language) {
    case "en":
      return en;
    case "de":
      return (await import("./de.ts")).de;
    case "ja":
      return (await import("./ja.ts")).ja;
  }
}
