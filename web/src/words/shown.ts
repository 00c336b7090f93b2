/** The language that is shown: a context for all components. */

import { createContext } from "preact";
import { useContext, useEffect, useState } from "preact/hooks";
import type { Words } from "./catalogue.ts";
import { en } from "./en.ts";
import { type Language, load } from "./languages.ts";

export interface Shown {
  language: Language;
  words: Words;
}

const ENGLISH: Shown = { language: "en", words: en };

export const ShownLanguage = createContext(ENGLISH);

/** The texts of the language that is shown. */
export function useWords(): Words {
  return useContext(ShownLanguage).words;
}

/** The language that is shown. */
export function useLanguage(): Language {
  return useContext(ShownLanguage).language;
}

/**
 * The language that is wanted, as soon as its catalogue is loaded. Until then, and where it cannot
 * be loaded, the one before stays; at first that is none, so that no other language flashes up.
 */
export function useCatalogue(wanted: Language): Shown | null {
  const [shown, setShown] = useState(wanted === "en" ? ENGLISH : null);
  useEffect(() => {
    let isWanted = true;
    load(wanted).then(
      (words) => {
        if (!isWanted) return;
        setShown((old) => (old?.language === wanted ? old : { language: wanted, words }));
      },
      () => {
        if (isWanted) setShown((old) => old ?? ENGLISH);
      },
    );
    return () => {
      isWanted = false;
    };
  }, [wanted]);
  return shown;
}
