// The graph of values: by mouse and by keyboard, in the review and while playing.
import assert from "node:assert/strict";
import test from "node:test";
import { at, gameOf, line, open, turn } from "./browser.mjs";

const shown = (page, ply) => page.waitForFunction((wanted) => {
  const query = new URLSearchParams(location.hash.split("?").slice(1).join("?"));
  return (query.get("at") ?? query.get("moves").split(" ").length.toString()) === String(wanted);
}, ply);

test("the graph of a review is a slider for keys, and a click leads to a position", async (t) => {
  const game = gameOf("connect-four");
  const page = await open(t, at(game, { view: "review", moves: "1 2 1 2 1 2" }), {});
  const slider = page.getByRole("slider", { name: "Value for Yellow after each move" });
  await slider.waitFor();
  assert.equal(await slider.getAttribute("aria-valuemax"), "6");
  assert.equal(await slider.getAttribute("aria-valuenow"), "6");
  await slider.focus();
  await page.keyboard.press("Home");
  await shown(page, 0);
  assert.match(await slider.getAttribute("aria-valuetext"), /^Start: /);
  for (const [key, ply] of [["ArrowRight", 1], ["ArrowUp", 2], ["ArrowLeft", 1], ["End", 6], ["ArrowRight", 6], ["PageDown", 0]]) {
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
