import assert from "node:assert/strict";
import test from "node:test";
import { languages } from "./load.mjs";

const { LANGUAGES, preferred, show, words } = languages;

/** Every entry of a catalogue by its path: null for a text, the names of what it is given for a function. */
function entries(catalogue, path = "") {
  return Object.entries(catalogue).flatMap(([key, entry]) => {
    const name = path === "" ? key : `${path}.${key}`;
    if (typeof entry === "function") return [[name, placeholders(entry)]];
    return typeof entry === "string" ? [[name, null]] : entries(entry, name);
  });
}

/** What a function reads of what it is given, whatever that is. */
function placeholders(entry) {
  const read = new Set();
  for (const value of [null, 0, 1, 2, true, "win", ["one", "two"]]) {
    const given = new Proxy(
      {},
      {
        get(_, name) {
          read.add(name);
          // Objects that are spread have the same properties, which only the rest of the function names.
          return ["texts", "moves"].includes(name) ? ["one", "two"] : value;
        },
        ownKeys: () => ["outcome", "margin", "plies"],
        getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
      },
    );
    const text = entry(given);
    assert.equal(typeof text, "string");
    if (value !== null) assert.doesNotMatch(text, /\[object|=>/);
  }
  return [...read].sort();
}

const english = new Map(entries(LANGUAGES.en));

for (const [code, catalogue] of Object.entries(LANGUAGES)) {
  test(`the catalogue "${code}" has every entry of the English one, with the same placeholders`, () => {
    const here = new Map(entries(catalogue));
    assert.deepEqual([...here.keys()].sort(), [...english.keys()].sort());
    for (const [name, read] of english) assert.deepEqual(here.get(name), read, name);
  });

  test(`no text of the catalogue "${code}" is empty or has loose ends`, () => {
    for (const [name] of entries(catalogue)) {
      const entry = name.split(".").reduce((all, key) => all[key], catalogue);
      if (typeof entry === "function") continue;
      assert.match(entry, /^\S(.*\S)?$/, name);
      assert.doesNotMatch(entry, /undefined|TODO|\$\{/, name);
    }
  });
}

test("the texts of other languages are translated", () => {
  for (const [code, catalogue] of Object.entries(LANGUAGES)) {
    if (code === "en") continue;
    const texts = [...english].filter(([, read]) => read === null).map(([name]) => name.split("."));
    const of = (name, from) => name.reduce((all, key) => all[key], from);
    const same = texts.filter((name) => of(name, catalogue) === of(name, LANGUAGES.en));
    // Names, and words that are the same in both languages.
    assert.ok(same.length < texts.length / 10, `${code}: ${same.map((name) => name.join("."))}`);
  }
});

test("the language is the first that a person reads and the page has", () => {
  assert.equal(preferred(["fr-CA", "ja-JP", "de"]), "ja");
  assert.equal(preferred(["de-AT"]), "de");
  assert.equal(preferred(["fr", "constructor"]), "en");
  assert.equal(preferred([]), "en");
});

test("counts have the form that their language needs", () => {
  const { en, de, ja } = LANGUAGES;
  assert.equal(en.review.plies({ count: 1 }), "1 ply");
  assert.equal(en.review.plies({ count: 2 }), "2 plies");
  assert.equal(de.review.plies({ count: 1 }), "1 Halbzug");
  assert.equal(de.review.plies({ count: 2 }), "2 Halbzüge");
  assert.equal(ja.review.plies({ count: 2 }), "2手");
  assert.equal(de.number({ value: 1234.56 }), "1\u202f234,6");
});

test("what is shown changes with the language", () => {
  show("de");
  assert.equal(words().controls.undo, "Zurück");
  show("en");
  assert.equal(words().controls.undo, "Undo");
});
