import { h } from "preact";
import { render } from "preact-render-to-string";
import { expect, test } from "vitest";
import { Board } from "../../src/boards/board.tsx";
import { drawn, move } from "./games.ts";

/** The names of the cells, by their numbers. */
function labels(html: string): Map<number, string> {
  const found = html.matchAll(/data-cell="(\d+)"[^>]*aria-label="([^"]*)"/g);
  return new Map([...found].map(([, cell, label]) => [Number(cell), label ?? ""]));
}

test("of a column, the cell that the next disc fills has the value of the move, and no other", () => {
  const moves = [move("1", { cell: 2, value: -1, status: "exact" }), move("2", { cell: 1, value: 1, status: "exact" })];
  const html = render(
    h(Board, {
      game: drawn("connect-four:2x3"),
      cells: "X-----",
      moves,
      best: ["2"],
      last: 0,
      showsValues: true,
      onCell: () => undefined,
      label: "the board",
    }),
  );
  const named = labels(html);
  expect(named.get(0)).toBe("column 1, row 1, Black, last move");
  expect(named.get(2)).toBe("column 1, row 2, empty, can be played, loss");
  expect(named.get(4)).toBe("column 1, row 3, empty, the disc drops further down");
  expect(named.get(1)).toBe("column 2, row 1, empty, can be played, win, best move");
  expect(named.get(5)).toBe("column 2, row 3, empty, the disc drops further down");
});
