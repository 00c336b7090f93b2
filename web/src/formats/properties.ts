/** The syntax that SGF and GGF share: nodes of properties, each with values in brackets. */

import type { Message } from "../words/catalogue.ts";
import { errorAt, excerpt } from "./record.ts";

interface PropertyValue {
  text: string;
  /** The offset of its first character. */
  at: number;
}

export interface Property {
  name: string;
  values: PropertyValue[];
}

export interface RecordTree {
  /** The nodes of the main line: the first variation at every branch. */
  nodes: Property[][];
  /** How many variations lie beside the main line of the first game. */
  variations: number;
  /** How many games the text has. */
  games: number;
}

/** Whether a text has the form of SGF or GGF. */
export function isTree(text: string): boolean {
  return /\(\s*;/.test(text);
}

/**
 * Reads the main line of the first game. With `escapes`, as in SGF, a backslash escapes the next
 * character of a value; in GGF it is an ordinary character.
 */
export function readTree(text: string, escapes: boolean): RecordTree {
  const tree: RecordTree = { nodes: [], variations: 0, games: 0 };
  let at = Math.max(0, text.search(/\(\s*;/));
  let depth = 0;
  let isOver = false;

  const value = (): PropertyValue => {
    const start = at + 1;
    let read = "";
    for (at = start; at < text.length; at += 1) {
      const character = text[at] ?? "";
      if (character === "]") {
        at += 1;
        return { text: read, at: start };
      }
      if (character === "\\" && escapes) {
        at += 1;
        // An escaped line break is none.
        if (text[at] !== "\n") read += text[at] ?? "";
      } else {
        read += character;
      }
    }
    throw errorAt(text, start - 1, ({ records }) => records.openBracket);
  };
  const skipSpace = (): void => {
    while (/\s/.test(text[at] ?? "")) at += 1;
  };
  const property = (): Property => {
    const start = at;
    while (/[A-Za-z0-9]/.test(text[at] ?? "")) at += 1;
    // SGF before FF[4] allows lower-case letters in names beside the capitals, without meaning.
    const written = text.slice(start, at);
    const name = written.replaceAll(/[a-z]/g, "");
    if (name === "") throw errorAt(text, start, ({ records }) => records.noCapital({ name: excerpt(written) }));
    const values: PropertyValue[] = [];
    for (skipSpace(); text[at] === "["; skipSpace()) values.push(value());
    if (values.length === 0) throw errorAt(text, at, ({ records }) => records.noValue({ name: excerpt(written) }));
    return { name, values };
  };

  for (skipSpace(); at < text.length; skipSpace()) {
    const character = text[at] ?? "";
    if (character === "(") {
      if (depth === 0) tree.games += 1;
      else if (isOver && tree.games === 1) tree.variations += 1;
      depth += 1;
      at += 1;
    } else if (character === ")" && depth > 0) {
      depth -= 1;
      isOver = true;
      at += 1;
    } else if (depth === 0) {
      // Text between games means nothing.
      at += 1;
    } else if (character === ";") {
      if (!isOver) tree.nodes.push([]);
      at += 1;
    } else if (/[A-Za-z]/.test(character)) {
      const start = at;
      const read = property();
      const node = tree.nodes.at(-1);
      if (!node) throw errorAt(text, start, ({ records }) => records.noNode);
      if (!isOver) node.push(read);
    } else {
      throw errorAt(text, at, ({ records }) => records.unexpected({ character }));
    }
  }
  if (depth > 0) throw errorAt(text, text.length, ({ records }) => records.openGame);
  return tree;
}

/** What a reader leaves out of a record, in sentences. */
export function leftOut({ variations, games }: RecordTree): Message[] {
  const notes: Message[] = [];
  if (variations > 0) notes.push(({ records }) => records.mainLine({ count: variations }));
  if (games > 1) notes.push(({ records }) => records.firstGame({ count: games }));
  return notes;
}

/** A text as the value of a property of SGF. */
export function escaped(text: string): string {
  return text.replaceAll(/[\]\\]/g, (character) => `\\${character}`);
}
