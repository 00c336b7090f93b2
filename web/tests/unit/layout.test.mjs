import assert from "node:assert/strict";
import test from "node:test";
import { game, layout as page } from "./load.mjs";

const { layoutOf, neighbour, landing, starPoints, cellName } = page;

test("row 1 is at the top or at the bottom as the server says", () => {
  const top = layoutOf(game("hex:3x4"));
  assert.equal(top.rows[0][0].cell, 0);
  const bottom = layoutOf(game("go:3x4"));
  assert.equal(bottom.rows[0][0].cell, 9);
  assert.ok(bottom.spots[0].y > bottom.spots[9].y);
});

test("neighbours of a hex touch it", () => {
  const layout = layoutOf(game("hex:4x4"));
  const at = (column, row) => layout.spots[row * 4 + column];
  const distance = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);
  const here = at(1, 1);
  for (const [column, row] of [[0, 1], [2, 1], [1, 0], [2, 0], [1, 2], [0, 2]]) {
    assert.ok(Math.abs(distance(here, at(column, row)) - 100) < 1e-9, `${column} ${row}`);
  }
  assert.ok(distance(here, at(0, 0)) > 150);
  assert.ok(distance(here, at(2, 2)) > 150);
});

test("arrows lead from cell to cell as they are seen, and stop at the edge", () => {
  const layout = layoutOf(game("go:3x3"));
  assert.equal(neighbour(layout, 0, "up"), 3);
  assert.equal(neighbour(layout, 0, "down"), 0);
  assert.equal(neighbour(layout, 0, "right"), 1);
  assert.equal(neighbour(layout, 0, "left"), 0);
  assert.equal(neighbour(layout, 8, "up"), 8);
});

test("the last stone lies where its move says", () => {
  assert.equal(landing(game("othello:4x4"), "c2", "-".repeat(16)), 6);
  assert.equal(landing(game("go:9x9"), "J9", "-".repeat(81)), 80);
  assert.equal(landing(game("go:9x9"), "pass", "-".repeat(81)), null);
  const four = game("connect-four:4x3");
  assert.equal(landing(four, "2", "-X--" + "-O--" + "----"), 5);
  assert.equal(landing(four, "1", "-".repeat(12)), null);
});

test("every board's star points are symmetric and on the board", () => {
  for (let size = 2; size <= 19; size += 1) {
    const points = starPoints(size, size);
    const turned = points.map((cell) => size * size - 1 - cell).sort((a, b) => a - b);
    assert.deepEqual(turned, [...points].sort((a, b) => a - b), `${size}x${size}`);
  }
  assert.equal(starPoints(19, 19).length, 9);
  assert.equal(starPoints(9, 9).length, 5);
});

test("cells are named as moves are", () => {
  const hex = game("hex:3x3");
  assert.equal(cellName(hex, layoutOf(hex).spots[5]), "c2");
  const four = game("connect-four:4x3");
  assert.equal(cellName(four, layoutOf(four).spots[5]), "column 2, row 2");
});
