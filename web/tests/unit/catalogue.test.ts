import { expect, test } from "vitest";
import type { Words } from "../../src/words/catalogue.ts";
import { en } from "../../src/words/en.ts";
import { LANGUAGES, type Language, load, preferred } from "../../src/words/languages.ts";

/** Every entry of a catalogue by its path: null for a text, the names of what it is given for a function. */
function entries(catalogue: object, path = ""): [string, string[] | null][] {
  return Object.entries(catalogue).flatMap(([key, entry]): [string, string[] | null][] => {
    const name = path === "" ? key : `${path}.${key}`;
    if (typeof entry === "function") return [[name, placeholders(entry)]];
    return typeof entry === "string" ? [[name, null]] : entries(entry, name);
  });
}

/** What a function reads of what it is given, whatever that is. */
function placeholders(entry: (values: object) => string): string[] {
  const read = new Set<string>();
  for (const value of [null, 0, 1, 2, true, "win", ["one", "two"]]) {
    const placeholderValues = new Proxy(
      {},
      {
        get(_, name: string) {
          read.add(name);
          // Objects that are spread have the same properties, which only the rest of the function names.
          return ["texts", "moves"].includes(name) ? ["one", "two"] : value;
        },
        ownKeys: () => ["outcome", "margin", "plies"],
        getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
      },
    );
    const text = entry(placeholderValues);
    expect(typeof text).toBe("string");
    if (value !== null) expect(text).not.toMatch(/\[object|=>/);
  }
  return [...read].sort();
}

const codes = Object.keys(LANGUAGES) as Language[];
const loaded = await Promise.all(codes.map(async (code): Promise<[Language, Words]> => [code, await load(code)]));
const catalogues = Object.fromEntries(loaded) as Record<Language, Words>;
const english = new Map(entries(en));

/** The entry of a catalogue at a path. */
function at(name: string, catalogue: object): unknown {
  return name.split(".").reduce<unknown>((all, key) => (all as Record<string, unknown>)[key], catalogue);
}

for (const [code, catalogue] of loaded) {
  test(`the catalogue "${code}" has every entry of the English one, with the same placeholders`, () => {
    const here = new Map(entries(catalogue));
    expect([...here.keys()].sort()).toStrictEqual([...english.keys()].sort());
    for (const [name, read] of english) expect(here.get(name), name).toStrictEqual(read);
  });

  test(`no text of the catalogue "${code}" is empty or has loose ends`, () => {
    for (const [name] of entries(catalogue)) {
      const entry = at(name, catalogue);
      if (typeof entry !== "string") continue;
      expect(entry, name).toMatch(/^\S(.*\S)?$/);
      expect(entry, name).not.toMatch(/undefined|TODO|\$\{/);
    }
  });
}

test("the texts of other languages are translated", () => {
  for (const [code, catalogue] of loaded) {
    if (code === "en") continue;
    const texts = [...english].filter(([, read]) => read === null).map(([name]) => name);
    const same = texts.filter((name) => at(name, catalogue) === at(name, en));
    // Names, and words that are the same in both languages.
    expect(same.length < texts.length / 10, `${code}: ${same}`).toBe(true);
  }
});

test("the language is the first that a person reads and the page has", () => {
  expect(preferred(["fr-CA", "ja-JP", "de"])).toBe("ja");
  expect(preferred(["de-AT"])).toBe("de");
  expect(preferred(["fr", "constructor"])).toBe("en");
  expect(preferred([])).toBe("en");
});

test("counts have the form that their language needs", () => {
  const { de, ja } = catalogues;
  expect(en.review.plies({ count: 1 })).toBe("1 move");
  expect(en.review.plies({ count: 2 })).toBe("2 moves");
  expect(de.review.plies({ count: 1 })).toBe("1 Zug");
  expect(de.review.plies({ count: 2 })).toBe("2 Züge");
  expect(ja.review.plies({ count: 2 })).toBe("2手");
  expect(de.number({ value: 1234.56 })).toBe("1\u202f234,6");
});

test("each language has its own catalogue", () => {
  const undo = Object.values(catalogues).map(({ controls }) => controls.undo);
  expect(undo).toStrictEqual(["Undo", "Zurück", "一手戻す"]);
});
