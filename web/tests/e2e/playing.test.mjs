// What helps while a game is played, and what makes it harder: hints, strength, clock, remarks, sound.
import assert from "node:assert/strict";
import test from "node:test";
import { ask, at, click, counted, explain, gameOf, line, moves, open, position, turn } from "./browser.mjs";

const hex = gameOf("hex");
const othello = gameOf("othello");
const columns = gameOf("connect-four");
const button = (page, name) => page.getByRole("button", { name, exact: true });

/** A legal move that is worse than the best one. */
const worse = ({ moves: all, value }) => all.find((one) => one.value !== null && one.value < value);

test("values are hidden while one plays, and shown by a key, by a button and in the other views", async (t) => {
  const page = await open(t, at(hex));
  await turn(page);
  await page.locator(".dot").first().waitFor();
  await counted(page.locator(".badge, .status"), 0);
  await page.keyboard.press("v");
  await page.locator(".badge").first().waitFor();
  await button(page, "Values").click();
  await page.locator(".badge").first().waitFor({ state: "detached" });
  await explain(page);
  await page.getByRole("link", { name: "Proof" }).click();
  await page.locator(".badge").first().waitFor();
});

test("hints come one at a time, and are gone with the move", async (t) => {
  const page = await open(t, at(hex));
  await turn(page);
  const here = await position(hex, page);
  const keeping = here.moves.filter((one) => one.value === here.value);
  assert.ok(keeping.length > 1 && keeping.length < here.moves.length);
  const told = page.locator(".hints p");
  const hinted = () =>
    page.locator(".hinted").evaluateAll((all) => all.map((one) => Number(one.closest("[data-at]").dataset.at)).sort());
  await button(page, "Hint").click();
  await told.first().waitFor();
  assert.deepEqual(await told.allTextContents(), ["You can win."]);
  assert.deepEqual(await hinted(), []);
  await page.keyboard.press("h");
  await told.nth(1).waitFor();
  const names = (await told.nth(1).textContent()).match(/^(\d+) moves keep that: (.*)\.$/);
  assert.equal(Number(names[1]), keeping.length);
  assert.deepEqual(names[2].split(", ").sort(), keeping.map((one) => one.move).sort());
  assert.deepEqual(await hinted(), keeping.map((one) => one.cell).sort());
  await page.keyboard.press("h");
  await told.nth(2).waitFor();
  const { chosen_move: best } = await ask(`games/${encodeURIComponent(hex.game)}/move`);
  assert.equal(await told.nth(2).textContent(), `Solveig would play ${best.move}.`);
  assert.deepEqual(await hinted(), [best.cell]);
  assert.ok(await button(page, "Hint").isDisabled());
  await click(page, best);
  await moves(page, 2);
  await turn(page);
  await counted(page.locator(".hints, .hinted"), 0);
});

test("a program that is to err in every move plays a worse one, and says that it errs", async (t) => {
  const page = await open(t, at(hex, { side: "second" }), { settings: { errors: 100 } });
  await moves(page, 1);
  await turn(page);
  const start = await position(hex, await open(t, at(hex, { side: "both" })));
  const played = start.moves.find((one) => one.move === line(page).moves[0]);
  assert.ok(played.value < start.value);
  assert.match(await page.locator(".errs").textContent(), /errs on purpose/);
  await page.getByText("Strength and clock").click();
  await page.getByLabel("Solveig errs").selectOption("never");
  await page.locator(".errs").waitFor({ state: "detached" });
  await button(page, "New game").click();
  const { chosen_move } = await ask(`games/${encodeURIComponent(hex.game)}/move`);
  await page.waitForFunction((best) => location.hash.includes(`moves=${best}`), chosen_move.move);
});

test("where the artifact has a best move alone, hints say what is known, and errors are searched for", async (t) => {
  // Yellow to move, where the artifact stores one of its moves.
  const here = { moves: "2 1" };
  const path = `games/${encodeURIComponent(columns.game)}/position`;
  const [stored, searched] = await Promise.all(
    ["above-cut", "anywhere"].map((search) => ask(path, { ...here, search })),
  );
  assert.ok(stored.moves.some((one) => one.value === null) && worse(searched));
  const page = await open(t, at(columns, here), { settings: { searchesOutside: false } });
  await turn(page);
  await page.keyboard.press("h");
  await page.keyboard.press("h");
  await page.getByText(`One move is known to keep that: column ${stored.best_move}.`).waitFor();
  const other = await open(t, at(columns, { ...here, side: "second" }), {
    settings: { errors: 100, searchesOutside: false },
  });
  await moves(other, 3);
  const played = searched.moves.find((one) => one.move === line(other).moves[2]);
  assert.ok(played.value < searched.value);
});

test("a clock runs from the first move on, stands still in a hidden tab, and ends the game", async (t) => {
  const page = await open(t, at(columns, { side: "both" }), { settings: { clock: "10+5" } });
  await page.clock.install();
  await page.reload();
  await turn(page);
  const [first, second] = [page.locator(".clock").first(), page.locator(".clock").last()];
  const seconds = async (clock) => {
    const [minutes, rest] = (await clock.textContent()).split(":").map(Number);
    return 60 * minutes + rest;
  };
  await page.clock.fastForward(30_000);
  assert.deepEqual([await seconds(first), await seconds(second)], [600, 600]);
  await page.locator('[data-cell="0"]').click();
  await page.locator(".clock.running").waitFor();
  assert.equal(await second.getAttribute("class"), "clock running");
  await page.clock.fastForward(60_000);
  await page.waitForFunction(() => /^[0-8]:|^9:00/.test(document.querySelector(".clock.running").textContent));
  const before = await seconds(second);
  assert.ok(before <= 540);

  const hide = (isHidden) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, isHidden);
  await hide(true);
  await page.locator(".clock.running").waitFor({ state: "detached" });
  const stopped = await seconds(second);
  await page.clock.fastForward(600_000);
  assert.equal(await seconds(second), stopped);
  await hide(false);
  await page.locator(".clock.running").waitFor();

  await page.locator('[data-cell="1"]').click();
  await moves(page, 2);
  await page.waitForFunction(() => document.querySelector(".clock").classList.contains("running"));
  assert.ok((await seconds(second)) > stopped, "the move brought no increment");

  await page.clock.fastForward(620_000);
  await page.locator('.turn[data-turn="time"]').waitFor();
  assert.equal(await page.locator(".turn").textContent(), "The time of Yellow is up: Red wins on time.");
  await page.getByTestId("announcement").getByText("The time of Yellow is up").waitFor();
  assert.equal(await first.textContent(), "0:00.0");
  await page.locator('[data-cell="2"]').dispatchEvent("click");
  await counted(page.locator(".cell.playable"), 0);
  assert.equal(line(page).moves.length, 2);
  await button(page, "New game").click();
  await moves(page, 0);
  await turn(page);
  assert.deepEqual([await seconds(first), await seconds(second)], [600, 600]);
});

test("the program does not move after its time is up", async (t) => {
  const page = await open(t, at(columns), { settings: { clock: "1+0" } });
  await page.clock.install();
  await page.reload();
  await turn(page);
  // The answer is held until the flag has fallen.
  const held = [];
  await page.route("**/position?*", (route) => held.push(route));
  await page.locator('[data-cell="0"]').click();
  await moves(page, 1);
  await page.locator(".clock.running").waitFor();
  await page.clock.fastForward(61_000);
  await page.locator(".clock.fallen").waitFor();
  for (const route of held) await route.continue();
  await page.locator('.turn[data-turn="time"]').waitFor();
  await page.clock.fastForward(5_000);
  assert.equal(line(page).moves.length, 1);
});

test("a move that loses value is remarked on at once, can be taken back, and remarks can be off", async (t) => {
  const page = await open(t, at(othello, { side: "both", moves: "b1 a1" }));
  await turn(page);
  const bad = worse(await position(othello, page));
  await click(page, bad);
  const remark = page.locator(".remark");
  await remark.waitFor();
  assert.match(await remark.textContent(), new RegExp(`^${bad.move} `));
  await remark.getByRole("button", { name: "Take it back" }).click();
  await remark.waitFor({ state: "detached" });
  assert.equal(line(page).at, "2");
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByLabel("Remark at once on a move that loses value").uncheck();
  await page.keyboard.press("Escape");
  await turn(page);
  await click(page, bad);
  await turn(page);
  await counted(remark, 0);
});

test("sounds are made of tones, and only when they are switched on", async (t) => {
  const page = await open(t, at(columns, { side: "both" }));
  await page.addInitScript(() => {
    globalThis.tones = 0;
    const create = AudioContext.prototype.createOscillator;
    AudioContext.prototype.createOscillator = function createOscillator() {
      globalThis.tones += 1;
      return create.call(this);
    };
  });
  await page.reload();
  await turn(page);
  const tones = () => page.evaluate(() => globalThis.tones);
  await page.locator('[data-cell="0"]').click();
  await moves(page, 1);
  await turn(page);
  assert.equal(await tones(), 0);
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByLabel("Sound").check();
  await page.keyboard.press("Escape");
  await page.locator('[data-cell="1"]').click();
  await page.waitForFunction(() => globalThis.tones === 1);
});

test("strength and clock are kept for the next visit", async (t) => {
  const page = await open(t, at(columns));
  await turn(page);
  await page.getByText("Strength and clock").click();
  await page.getByLabel("Solveig errs").selectOption("in 25 of 100 moves");
  await page.getByLabel("Clock").selectOption("3 min + 2 s a move");
  await page.locator(".clock").first().waitFor();
  await page.reload();
  await turn(page);
  assert.equal(await page.locator(".clock").first().textContent(), "3:00");
  assert.match(await page.locator(".errs").textContent(), /25 of 100 moves/);
});

test("the program's move does not wait for the values of all moves", async (t) => {
  const game = gameOf("go");
  const page = await open(t, at(game));
  await turn(page);
  const held = [];
  // What a search says of the position after the person's move.
  await page.route(/\/position\?.*moves=A1&/, (asked) => {
    if (asked.request().url().includes("search=never")) return asked.continue();
    held.push(asked);
  });
  await page.locator('[data-cell="0"]').click();
  await moves(page, 2);
  assert.equal(held.length, 1);
});
