import assert from "node:assert/strict";
import test from "node:test";
import { route as page } from "./load.mjs";

const { parseRoute, formatRoute, HOME } = page;

test("an address leads back to the page it was made from", () => {
  const boards = ["-", "----XO--XXOO---- O", "..../.xo./xoxo"];
  for (const from of boards) {
    for (const view of ["play", "review", "proof", "region"]) {
      for (const player of ["first", "second", "both"]) {
        for (const at of [0, 1, 3]) {
          for (const hasSwap of [false, true]) {
            const route = { game: "mnk-3x3?k=3", view, from, moves: ["b2", "pass", "a1"], at, player, hasSwap };
            assert.deepEqual(parseRoute(formatRoute(route)), route);
          }
        }
      }
    }
  }
});

test("a new game has the shortest address", () => {
  assert.equal(formatRoute({ ...HOME, game: "hex-3x3" }), "#/hex-3x3");
  assert.equal(formatRoute(HOME), "#/");
});

test("what an address says wrongly is as in a new game", () => {
  const route = parseRoute("#/hex-3x3?side=third&view=nothing&at=99&moves=a1,%20b2");
  assert.deepEqual(route, { ...HOME, game: "hex-3x3", moves: ["a1", "b2"], at: 2 });
  assert.equal(parseRoute("#/%E0%A4%A").game, "%E0%A4%A");
  assert.deepEqual(parseRoute(""), HOME);
});
