/** Counts and numbers as a language writes them. */

/** The forms of a phrase, by the categories of the Unicode plural rules. `other` is always needed. */
type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** Chooses the form that a count has in a language: `plural(1, { one: "1 move", other: "2 moves" })`. */
export function pluralIn(language: string): (count: number, forms: Forms) => string {
  const rules = new Intl.PluralRules(language);
  return (count, forms) => forms[rules.select(count)] ?? forms.other;
}

/** Writes numbers in a language, with at most one decimal and this text between thousands. */
export function figuresIn(language: string, thousands: string): (value: number) => string {
  const format = new Intl.NumberFormat(language, { maximumFractionDigits: 1, useGrouping: "always" });
  return (value) =>
    format
      .formatToParts(value)
      .map((part) => (part.type === "group" ? thousands : part.value))
      .join("");
}
