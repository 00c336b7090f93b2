import { expect, test } from "vitest";
import { HOME, type Player, type Route, type View, formatRoute, parseRoute } from "../../src/route.ts";

test("an address leads back to the page it was made from", () => {
  const boards = ["-", "----XO--XXOO---- O", "..../.xo./xoxo"];
  for (const from of boards) {
    for (const view of ["play", "review", "proof", "region"] as View[]) {
      for (const player of ["first", "second", "both"] as Player[]) {
        for (const at of [0, 1, 3]) {
          for (const hasSwap of [false, true]) {
            const route: Route = { game: "mnk-3x3?k=3", view, from, moves: ["b2", "pass", "a1"], at, player, hasSwap };
            expect(parseRoute(formatRoute(route))).toStrictEqual(route);
          }
        }
      }
    }
  }
});

test("a new game has the shortest address", () => {
  expect(formatRoute({ ...HOME, game: "hex-3x3" })).toBe("#/hex-3x3");
  expect(formatRoute(HOME)).toBe("#/");
});

test("what an address says wrongly is as in a new game", () => {
  const route = parseRoute("#/hex-3x3?side=third&view=nothing&at=99&moves=a1,%20b2");
  expect(route).toStrictEqual({ ...HOME, game: "hex-3x3", moves: ["a1", "b2"], at: 2 });
  expect(parseRoute("#/%E0%A4%A").game).toBe("%E0%A4%A");
  expect(parseRoute("")).toStrictEqual(HOME);
});
