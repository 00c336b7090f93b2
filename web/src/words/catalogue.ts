import type { en } from "./en.ts";

/** English, with its texts widened: the same keys, and functions that are given the same. */
type Translated<T> = T extends string
  ? string
  : T extends (values: infer Values) => string
    ? (values: Values) => string
    : { readonly [Key in keyof T]: Translated<T[Key]> };

/** A catalogue: every text of the page in one language. */
export type Words = Translated<typeof en>;

/** A text that is put into words where it is shown, in the language of that moment. */
export type Message = (words: Words) => string;
