/** The language that is shown: a context for all components. */

import { createContext } from "preact";
import { useContext, useEffect, useState } from "preact/hooks";
import type { Words } from "./catalogue.ts";
import { en } from "./en.ts";
import { type Language, load } from "./languages.ts";

/** The catalogue of a language. */
export interface Catalogue {
  language: Language;
  words: Words;
}

const ENGLISH: Catalogue = { language: "en", words: en };

export const CatalogueContext = createContext(ENGLISH);

/** The texts of the language that is shown. */
export function useWords(): Words {
  return useContext(CatalogueContext).words;
}

/** The language that is shown. */
export function useLanguage(): Language {
  return useContext(CatalogueContext).language;
}

/**
 * The language that is wanted, as soon as its catalogue is loaded. Until then, and where it cannot
 * be loaded, the one before stays; at first that is none, so that no other language flashes up.
 */
export function useCatalogue(wanted: Language): Catalogue | null {
  const [catalogue, setCatalogue] = useState(wanted === "en" ? ENGLISH : null);
  useEffect(() => {
    let isWanted = true;
    load(wanted).then(
      (words) => {
        if (!isWanted) return;
        setCatalogue((old) => (old?.language === wanted ? old : { language: wanted, words }));
      },
      () => {
        if (isWanted) setCatalogue((old) => old ?? ENGLISH);
      },
    );
    return () => {
      isWanted = false;
    };
  }, [wanted]);
  return catalogue;
}
