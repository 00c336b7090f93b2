import { expect, test } from "vitest";
import { h } from "preact";
import { render } from "preact-render-to-string";
import { PlainBoard } from "../../src/boards/plain.tsx";
import { game, move as moveOf, position as positionOf } from "./games.ts";

const chomp = game("chomp:3x2", { sides: ["Ann", "Bob"], draws: false });
const position = positionOf({
  board_text: "ooo\n<oo  Ann to move",
  best_move: "10",
  moves: [
    moveOf("10", { status: "exact", source: "searched", value: 1, plies: 3, pass: true }),
    moveOf("9", { status: "exact", source: "searched", value: -1, plies: 2, pass: true }),
    moveOf("8", { pass: true }),
  ],
});

/** The parts of the plain board, as the page shows it. */
function shown(changes: Partial<Parameters<typeof PlainBoard>[0]> = {}) {
  const props = { game: chomp, position, showsValues: true, isOpen: true, label: "the board", onPlay: () => undefined };
  const html = render(h(PlainBoard, { ...props, ...changes }));
  const buttons = [...html.matchAll(/<button[^>]*>(.*?)<\/button>/g)];
  return {
    html,
    text: /<pre[^>]*>([\s\S]*?)<\/pre>/.exec(html)?.[1],
    names: buttons.map(([, inner = ""]) => /chip-move">([^<]*)/.exec(inner)?.[1]),
    values: buttons.map(([, inner = ""]) => /chip-value">([^<]*)/.exec(inner)?.[1] ?? null),
    spoken: buttons.map(([, inner = ""]) => /visually-hidden">([^<]*)/.exec(inner)?.[1] ?? null),
    disabled: buttons.filter(([all]) => / disabled/.test(all)).length,
  };
}

test("a game of an unknown family has its text as the board, as it is", () => {
  const { html, text } = shown();
  expect(text).toBe("ooo\n&lt;oo  Ann to move");
  expect(html).toMatch(/<pre[^>]* aria-label="the board"/);
  expect(html).not.toMatch(/<svg[^>]*class="board/);
});

test("every legal move is a button with its value, best first; cells and passes do not matter", () => {
  const { names, values, spoken, disabled, html } = shown();
  expect(names).toStrictEqual(["10", "9", "8"]);
  expect(values).toStrictEqual(["+1", "\u22121", "?"]);
  expect(spoken).toStrictEqual(["win in 2 moves, a best move", "loss in 1 move", "unknown"]);
  expect(disabled).toBe(0);
  expect(html).toMatch(/Values are for Ann/);
});

test("hidden or unknown values leave the moves, in an order that tells nothing", () => {
  const blank = { ...position, best_move: null, moves: ["10", "9", "8"].map((name) => moveOf(name)) };
  for (const changes of [{ showsValues: false }, { position: blank }]) {
    const { names, values, html } = shown(changes);
    expect(names).toStrictEqual(["8", "9", "10"]);
    expect(values).toStrictEqual([null, null, null]);
    expect(html).not.toMatch(/★|Values are|win|loss/);
  }
});

test("while others are to move, no button can be pressed; after the end there is none", () => {
  expect(shown({ isOpen: false }).disabled).toBe(3);
  const { names, text } = shown({ position: { ...position, over: true, moves: [] } });
  expect(names).toStrictEqual([]);
  expect(text).toMatch(/^ooo/);
});
