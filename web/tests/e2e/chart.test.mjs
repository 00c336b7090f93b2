// The graph of values: by mouse and by keyboard, in the review and while playing.
import assert from "node:assert/strict";
import test from "node:test";
import { SHOWN, ask, at, gameOf, open, turn } from "./browser.mjs";

const shown = (page, ply) =>
  page.waitForFunction((wanted) => {
    const query = new URLSearchParams(location.hash.split("?").slice(1).join("?"));
    return (query.get("at") ?? query.get("moves").split(" ").length.toString()) === String(wanted);
  }, ply);

test("the graph of a review is a slider for keys, and a click leads to a position", async (t) => {
  const game = gameOf("connect-four");
  const page = await open(t, at(game, { view: "review", moves: "1 2 1 2 1 2" }));
  const slider = page.getByRole("slider", { name: "Value for Yellow after each move" });
  await slider.waitFor();
  assert.equal(await slider.getAttribute("aria-valuemax"), "6");
  assert.equal(await slider.getAttribute("aria-valuenow"), "6");
  await slider.focus();
  await page.keyboard.press("Home");
  await shown(page, 0);
  assert.match(await slider.getAttribute("aria-valuetext"), /^Start: /);
  for (const [key, ply] of [
    ["ArrowRight", 1],
    ["ArrowUp", 2],
    ["ArrowLeft", 1],
    ["End", 6],
    ["ArrowRight", 6],
    ["PageDown", 0],
  ]) {
    await page.keyboard.press(key);
    await shown(page, ply);
    assert.equal(await slider.getAttribute("aria-valuenow"), String(ply), key);
    assert.ok(await slider.evaluate((node) => node === document.activeElement), `${key} lost the focus`);
  }
  const outline = await slider.evaluate((node) => getComputedStyle(node).outlineStyle);
  assert.equal(outline, "solid", "the focus is not visible");
  const box = await slider.boundingBox();
  await slider.click({ position: { x: box.width / 2, y: box.height / 2 } });
  await shown(page, 3);
});

test("while playing, a graph shows the value after each move, and leads back to it", async (t) => {
  const game = gameOf("othello");
  const played = ["b1", "a1", "c4"];
  const page = await open(t, at(game, { side: "both", moves: played.join(" ") }), { settings: SHOWN });
  await turn(page);
  const graph = page.locator(".graph");
  await graph.locator(".point").nth(played.length).waitFor();
  const values = [];
  for (let ply = 0; ply <= played.length; ply += 1) {
    const here = await ask(`games/${encodeURIComponent(game.game)}/position`, {
      moves: played.slice(0, ply).join(" "),
    });
    values.push(here.view === "first" ? here.value : -here.value);
  }
  const told = await graph.locator(".point title").allTextContents();
  const signed = (value) => (value > 0 ? `+${value}` : value < 0 ? `\u2212${-value}` : "0");
  assert.deepEqual(
    told,
    values.map((value, ply) => `${ply === 0 ? "Start" : `Move ${ply}: ${played[ply - 1]}`}: ${signed(value)}`),
  );
  await graph.getByRole("slider").focus();
  await page.keyboard.press("ArrowLeft");
  await shown(page, 2);
  await turn(page);
  // A move from here drops the one that was undone from the graph.
  const here = await ask(`games/${encodeURIComponent(game.game)}/position`, { moves: "b1 a1" });
  const other = here.moves.find((one) => one.move !== "c4");
  await page.locator(`.board [data-cell="${other.cell}"]`).click();
  await graph.locator(".point title").getByText(`Move 3: ${other.move}: `).waitFor({ state: "attached" });
  await page.getByRole("button", { name: "Values" }).click();
  await graph.waitFor({ state: "detached" });
});
