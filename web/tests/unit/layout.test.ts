import { expect, test } from "vitest";
import {
  type Layout,
  type Spot,
  atMark,
  cellAfterKey,
  cellName,
  countIn,
  edgePath,
  landing,
  layoutOf,
  middleCell,
  starPoints,
} from "../../src/boards/layout.ts";
import { edgePart } from "../../src/families.ts";
import { en } from "../../src/words/en.ts";
import { drawn } from "./games.ts";

function spotAt(layout: Layout, cell: number): Spot {
  const spot = layout.spots[cell];
  if (!spot) throw new Error(`no cell ${cell}`);
  return spot;
}

test("row 1 is at the top or at the bottom as the server says", () => {
  const top = layoutOf(drawn("hex:3x4"));
  expect(top.rows[0]?.[0]?.cell).toBe(0);
  const bottom = layoutOf(drawn("go:3x4"));
  expect(bottom.rows[0]?.[0]?.cell).toBe(9);
  expect(spotAt(bottom, 0).y > spotAt(bottom, 9).y).toBe(true);
});

test("neighbours of a hex touch it", () => {
  const layout = layoutOf(drawn("hex:4x4"));
  const at = (column: number, row: number): Spot => spotAt(layout, row * 4 + column);
  const distance = (a: Spot, b: Spot): number => Math.hypot(a.x - b.x, a.y - b.y);
  const here = at(1, 1);
  for (const [column, row] of [
    [0, 1],
    [2, 1],
    [1, 0],
    [2, 0],
    [1, 2],
    [0, 2],
  ] as const) {
    expect(Math.abs(distance(here, at(column, row)) - 100) < 1e-9, `${column} ${row}`).toBe(true);
  }
  expect(distance(here, at(0, 0)) > 150).toBe(true);
  expect(distance(here, at(2, 2)) > 150).toBe(true);
});

test("keys lead from cell to cell as they are seen, and stop at the edge", () => {
  const layout = layoutOf(drawn("go:3x3"));
  const after = (cell: number, key: string, isCtrl = false): number | null => cellAfterKey(layout, cell, key, isCtrl);
  expect(after(0, "ArrowUp")).toBe(3);
  expect(after(0, "ArrowDown")).toBe(0);
  expect(after(0, "ArrowRight")).toBe(1);
  expect(after(0, "ArrowLeft")).toBe(0);
  expect(after(8, "ArrowUp")).toBe(8);
  expect([after(4, "Home"), after(4, "End")]).toStrictEqual([3, 5]);
  expect([after(4, "Home", true), after(4, "End", true)]).toStrictEqual([6, 2]);
  expect(after(4, "Enter")).toBeNull();
});

test("on a board of edges keys lead to edges alone, and to all of them", () => {
  const layout = layoutOf(drawn("edges:5x7", { family: "edges" }));
  const isEdge = (cell: number): boolean => ["across", "down"].includes(edgePart(cell % 5, Math.floor(cell / 5)));
  const reached = [middleCell(layout)];
  for (const cell of reached) {
    for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"]) {
      const next = cellAfterKey(layout, cell, key, false) ?? cell;
      if (!reached.includes(next)) reached.push(next);
    }
    // Down and up again lead back.
    const down = cellAfterKey(layout, cell, "ArrowDown", false) ?? cell;
    if (down !== cell && cell % 5 < 4) expect(cellAfterKey(layout, down, "ArrowUp", false)).toBe(cell);
  }
  expect(reached.every(isEdge)).toBe(true);
  expect(reached.length).toBe(17);
});

test("a flipped board is seen from the other side, and one of Connect Four from behind", () => {
  const seen = (spec: string): number[][] => layoutOf(drawn(spec), true).rows.map((row) => row.map(({ cell }) => cell));
  expect(seen("hex:3x2")).toStrictEqual([
    [5, 4, 3],
    [2, 1, 0],
  ]);
  expect(seen("connect-four:3x2")).toStrictEqual([
    [5, 4, 3],
    [2, 1, 0],
  ]);
  expect(layoutOf(drawn("go:3x2"), true).labels.map(({ text }) => text)).toStrictEqual(["C", "B", "A", "1", "2"]);
});

test("the last stone lies where its move says", () => {
  expect(landing(drawn("othello:4x4"), "c2", "-".repeat(16))).toBe(6);
  expect(landing(drawn("go:9x9"), "J9", "-".repeat(81))).toBe(80);
  expect(landing(drawn("go:9x9"), "pass", "-".repeat(81))).toBeNull();
  const four = drawn("connect-four:4x3");
  expect(landing(four, "2", "-X--" + "-O--" + "----")).toBe(5);
  expect(landing(four, "1", "-".repeat(12))).toBeNull();
});

test("every board's star points are symmetric and on the board", () => {
  for (let size = 2; size <= 19; size += 1) {
    const points = starPoints(size, size);
    const rotated = points.map((cell) => size * size - 1 - cell).sort((a, b) => a - b);
    expect(rotated, `${size}x${size}`).toStrictEqual([...points].sort((a, b) => a - b));
  }
  expect(starPoints(19, 19).length).toBe(9);
  expect(starPoints(9, 9).length).toBe(5);
});

test("cells are named as moves are", () => {
  const hex = drawn("hex:3x3");
  expect(cellName(en, hex, spotAt(layoutOf(hex), 5))).toBe("c2");
  const four = drawn("connect-four:4x3");
  expect(cellName(en, four, spotAt(layoutOf(four), 5))).toBe("column 2, row 2");
});

test("a board of edges has dots, edges and boxes, and an edge goes from dot to dot", () => {
  const parts = [0, 1, 2].map((row) => [0, 1, 2].map((column) => edgePart(column, row)));
  expect(parts).toEqual([
    ["dot", "across", "dot"],
    ["down", "box", "down"],
    ["dot", "across", "dot"],
  ]);
  const layout = layoutOf(drawn("edges:3x3"));
  expect(edgePath(spotAt(layout, 1))).toBe("M0,0 h200");
  expect(edgePath(spotAt(layout, 3))).toBe("M0,0 v200");
});

test("a track names its cells by numbers, and a move is marked below its pit", () => {
  const numbers = Array.from({ length: 12 }, (_, index) => String(index + 1));
  const track = drawn("track:12x1", { column_names: numbers, row_names: [""] });
  const cells = "2-zc-------3";
  expect([landing(track, "1", cells), landing(track, "12", cells), landing(track, "13", cells)]).toEqual([0, 11, null]);
  expect([...cells].slice(0, 4).map((cell) => countIn(track, cell))).toEqual([2, null, 35, 12]);
  expect(countIn(drawn("go:3x3"), "2")).toBeNull();
  const facing = layoutOf(drawn("track:3x2"));
  const [upper, lower] = [spotAt(facing, 0), spotAt(facing, 3)];
  expect(atMark(track, upper)).toBe("translate(0 88)");
  expect(Math.max(...facing.outline.map(([, y]) => upper.y + y))).toBe(lower.y - 50);
});
