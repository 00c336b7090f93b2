import { expect, test } from "vitest";
import source from "../../../crates/openings/src/lib.rs?raw";
import { OPENINGS } from "../../engine/src/openings.ts";

test("the engine's package has the openings of the program, those by score after the game's own", () => {
  const rows = [...source.matchAll(/^ {4}"([^"]+)" => "([^"]+)",$/gm)];
  const of = (spec: string) => rows.filter(([, one]) => one === spec).map(([, , file]) => file);
  const specs = [...new Set(rows.map(([, spec = ""]) => spec))];
  const expected = specs.map((spec) => [spec, [...of(spec), ...of(`${spec}?utility=score`)]]);
  const found = Object.entries(OPENINGS).map(([spec, files]) => [spec, files.map(({ pathname }) => pathname)]);
  const names = found.map(([spec, files]) => [spec, (files as string[]).map((file) => file.split("/").at(-1))]);
  expect(Object.fromEntries(names)).toEqual(Object.fromEntries(expected));
});
