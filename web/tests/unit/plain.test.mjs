import assert from "node:assert/strict";
import test from "node:test";
import { h } from "preact";
import { render } from "preact-render-to-string";
import { game, plain } from "./load.mjs";

const chomp = game("chomp:3x2", { sides: ["Ann", "Bob"], draws: false });
const unknown = { status: "unknown", source: null, value: null, at_least: null, at_most: null, plies: null };
const move = (name, changes = {}) => ({ ...unknown, move: name, cell: null, pass: true, view: "first", ...changes });
const position = {
  ...unknown,
  board_text: "ooo\n<oo  Ann to move",
  to_move: "first",
  over: false,
  best_move: "10",
  moves: [
    move("10", { status: "exact", source: "searched", value: 1, plies: 3 }),
    move("9", { status: "exact", source: "searched", value: -1, plies: 2 }),
    move("8"),
  ],
};

/** The parts of the plain board, as the page shows it. */
function shown(changes = {}) {
  const given = { game: chomp, position, showsValues: true, isOpen: true, label: "the board", onPlay() {} };
  const html = render(h(plain.PlainBoard, { ...given, ...changes }));
  const buttons = [...html.matchAll(/<button[^>]*>(.*?)<\/button>/g)];
  return {
    html,
    text: /<pre[^>]*>([^]*?)<\/pre>/.exec(html)?.[1],
    names: buttons.map(([, inner]) => /chip-move">([^<]*)/.exec(inner)[1]),
    values: buttons.map(([, inner]) => /chip-value">([^<]*)/.exec(inner)?.[1] ?? null),
    spoken: buttons.map(([, inner]) => /visually-hidden">([^<]*)/.exec(inner)?.[1] ?? null),
    disabled: buttons.filter(([all]) => / disabled/.test(all)).length,
  };
}

test("a game of an unknown family has its text as the board, as it is", () => {
  const { html, text } = shown();
  assert.equal(text, "ooo\n&lt;oo  Ann to move");
  assert.match(html, /<pre[^>]* aria-label="the board"/);
  assert.doesNotMatch(html, /<svg[^>]*class="board/);
});

test("every legal move is a button with its value, best first; cells and passes do not matter", () => {
  const { names, values, spoken, disabled, html } = shown();
  assert.deepEqual(names, ["10", "9", "8"]);
  assert.deepEqual(values, ["+1", "\u22121", "?"]);
  assert.deepEqual(spoken, ["win in 3 plies, a best move", "loss in 2 plies", "unknown"]);
  assert.equal(disabled, 0);
  assert.match(html, /Values are for Ann/);
});

test("hidden or unknown values leave the moves, in an order that tells nothing", () => {
  const blank = { ...position, best_move: null, moves: ["10", "9", "8"].map((name) => move(name)) };
  for (const changes of [{ showsValues: false }, { position: blank }]) {
    const { names, values, html } = shown(changes);
    assert.deepEqual(names, ["8", "9", "10"]);
    assert.deepEqual(values, [null, null, null]);
    assert.doesNotMatch(html, /★|Values are|win|loss/);
  }
});

test("while others are to move, no button can be pressed; after the end there is none", () => {
  assert.equal(shown({ isOpen: false }).disabled, 3);
  const { names, text } = shown({ position: { ...position, over: true, moves: [] } });
  assert.deepEqual(names, []);
  assert.match(text, /^ooo/);
});
