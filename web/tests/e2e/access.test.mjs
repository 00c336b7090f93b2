// axe on every view, light and dark, on a phone and a desktop; nothing is wider than the window.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import test from "node:test";
import { at, DESKTOP, gameOf, games, moves, open, PHONE, SHOWN, turn } from "./browser.mjs";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const proven = games.find((one) => one.proof !== null);

const shots = process.env.SCREENSHOTS;

/** Games that a review shows from the position after the first move on. */
const PLAYED = {
  othello: "b1 a1 c4",
  "connect-four": "1 2 1 2",
  mnk: "a1 b1 c3",
  hex: "b2 a1 c3",
  go: "A1 pass B2",
};

const sights = [
  ["games", "", (page) => page.locator(".card").first().waitFor()],
  ...["othello", "connect-four", "mnk", "hex", "go"].map((family) => [
    family,
    at(gameOf(family), { side: "both" }),
    turn,
  ]),
  [
    "playing",
    at(gameOf("othello"), { side: "both", moves: "b1 a1" }),
    async (page) => {
      await turn(page);
      await page.locator('[data-cell="11"]').click();
      await moves(page, 3);
      await turn(page);
      await page.locator(".remark").waitFor();
      for (const step of [1, 2]) {
        await page.getByRole("button", { name: "Hint" }).click();
        await page
          .locator(".hints p")
          .nth(step - 1)
          .waitFor();
      }
      await page.getByText("Strength and clock").click();
    },
    { clock: "3+2", errors: 25, remarks: true },
  ],
  [
    "won",
    at(gameOf("connect-four"), { side: "both", moves: "1 2 1 2 1 2 1" }),
    (page) => page.locator(".won-line").waitFor({ state: "attached" }),
  ],
  [
    "review",
    at(gameOf("connect-four"), { view: "review", moves: "1 2 1 2 1 2" }),
    (page) => page.locator(".review tbody tr:not(.start)").first().waitFor(),
  ],
  ...["othello", "connect-four", "mnk", "hex", "go"].map((family) => [
    `marks of ${family}`,
    at(gameOf(family), { view: "review", moves: PLAYED[family], at: "1" }),
    async (page) => {
      await page.locator(".review tbody tr:not(.start)").first().waitFor();
      await page.getByLabel("Number the stones").check();
      await page.getByLabel("Show the best line on the board").check();
      await page.locator(".line-mark").first().waitFor();
      await page.getByText("Save this game").click();
    },
  ]),
  [
    "swap",
    at(gameOf("hex"), { swap: "on", side: "both", moves: "b2" }),
    async (page) => {
      await turn(page);
      await page.locator(".graph").waitFor();
      await page.locator(".swap-rule p").waitFor();
    },
  ],
  ["plain", at(gameOf("tree"), { side: "both" }), turn],
  ["proof", at(gameOf("hex"), { view: "proof" }), (page) => page.locator(".proof tbody tr").first().waitFor()],
  [
    "proof-file",
    at(proven, { view: "proof", moves: "B2" }),
    (page) => page.locator(".proof tbody tr").first().waitFor(),
  ],
  ["proof-facts", at(proven, { view: "region" }), (page) => page.locator(".region .digest").waitFor()],
  [
    "go-areas",
    at(proven, { side: "both", moves: "B1 C1 B2 C2 B3 pass pass" }),
    (page) => page.locator(".areas").waitFor(),
  ],
  [
    "go-forbidden",
    at(gameOf("go"), { side: "both", moves: "A1 B1 A2 B2 A1 A2" }),
    async (page) => {
      await turn(page);
      await page.locator('.board [data-cell="0"]').click({ force: true });
      await page.locator(".refused").waitFor();
    },
  ],
  ["region", at(gameOf("othello"), { view: "region" }), (page) => page.locator(".region tbody tr").first().waitFor()],
  [
    "setup",
    at(gameOf("othello")),
    async (page) => {
      await turn(page);
      await page.getByRole("button", { name: "Set up" }).click();
      await page.getByLabel("Position or moves").fill("x9");
      await page.getByRole("button", { name: "Go there" }).click();
      await page.locator("#pasted-position-error").waitFor();
    },
  ],
  [
    "settings",
    at(gameOf("mnk")),
    async (page) => {
      await turn(page);
      await page.getByRole("button", { name: "Settings" }).click();
    },
  ],
  [
    "help",
    at(gameOf("mnk")),
    async (page) => {
      await turn(page);
      await page.getByRole("button", { name: "Help" }).click();
    },
  ],
  ["wrong", at(gameOf("othello"), { moves: "z9" }), (page) => page.getByRole("alert").waitFor()],
];

for (const [name, address, ready, settings = SHOWN] of sights) {
  test(`axe finds nothing to fix: ${name}`, async (t) => {
    const page = await open(t, address, { allowed: /400/, settings });
    await ready(page);
    // A script that is evaluated, not put into the page, is not the page's own.
    await page.evaluate(axe);
    for (const [width, viewport] of [
      ["desktop", DESKTOP],
      ["phone", PHONE],
    ]) {
      await page.setViewportSize(viewport);
      for (const colorScheme of ["light", "dark"]) {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        if (shots) {
          await page.screenshot({ path: `${shots}/${name}-${width}-${colorScheme}.png`, fullPage: true });
        }
        const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
        const told = violations.map(
          (one) =>
            `${one.id}: ${one.help}: ${one.nodes
              .map((node) => node.html)
              .slice(0, 3)
              .join(" | ")}`,
        );
        assert.deepEqual(told, [], `${width}, ${colorScheme}`);
      }
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(excess <= 0, `${excess} pixels wider than a ${width}'s window`);
    }
  });
}

test("where the system chooses the colours, turn, sides and choices can be told apart", async (t) => {
  const page = await open(t, at(gameOf("hex"), { side: "both", moves: "b2" }), { settings: SHOWN });
  await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
  await turn(page);
  const style = (selector, name) =>
    page
      .locator(selector)
      .first()
      .evaluate((element, property) => getComputedStyle(element)[property], name);
  const differ = async (name, one, two) =>
    assert.notEqual(await style(one, name), await style(two, name), `${one}, ${two}`);
  await differ("borderBottomColor", ".side-name.to-move", ".side-name:not(.to-move)");
  await differ("backgroundColor", ".stone.first", ".stone.second");
  await differ("backgroundColor", ".segments input:checked + span", ".segments input:not(:checked) + span");
  await differ("backgroundColor", ".views a[aria-current]", ".views a:not([aria-current])");
  await differ("backgroundColor", 'button[aria-pressed="true"]', ".controls button:not([aria-pressed])");
  await differ("backgroundColor", ".moves button[aria-current]", ".moves button:not([aria-current])");
});

test("at 320 pixels the title of a game is seen as a whole, and no table is cut without a hint", async (t) => {
  const page = await open(t, at(gameOf("othello"), { view: "review", moves: "b1 a1 c4 d4" }), {
    viewport: { width: 320, height: 700 },
  });
  await page.locator(".review tbody tr:not(.start)").first().waitFor();
  const room = await page.locator(".game-choice").evaluate((element) => {
    const pen = document.createElement("canvas").getContext("2d");
    pen.font = getComputedStyle(element).font;
    return element.clientWidth - pen.measureText(element.selectedOptions[0].text).width;
  });
  assert.ok(room > 40, `${room} pixels are left beside the title`);
  const table = page.locator(".review .scroll");
  assert.ok(
    await table.evaluate((element) => element.scrollWidth <= element.clientWidth),
    "the table is wider than its frame",
  );
  assert.match(await table.evaluate((element) => getComputedStyle(element).backgroundAttachment), /local.*scroll/);
  // Nothing in the panel reaches over its edge.
  const over = await page.locator(".panel").evaluate((panel) => {
    const { right } = panel.getBoundingClientRect();
    const inner = right - Number.parseFloat(getComputedStyle(panel).paddingRight);
    const all = [...panel.querySelectorAll("textarea, fieldset, .scroll, p")];
    return all.filter((one) => one.getBoundingClientRect().right > inner + 1).map((one) => one.outerHTML.slice(0, 60));
  });
  assert.deepEqual(over, []);
});

test("what one window sets is not undone by another, and is followed there", async (t) => {
  const one = await open(t, at(gameOf("mnk"), { side: "both" }));
  await turn(one);
  const two = await one.context().newPage();
  await two.goto(one.url());
  await turn(two);
  await one.getByRole("button", { name: "Settings" }).click();
  await one.locator("dialog select").selectOption("de");
  // The other window follows, and then changes something else.
  await two.getByRole("button", { name: "Werte" }).click();
  await one.getByRole("button", { name: "Werte", pressed: true, includeHidden: true }).waitFor({ state: "attached" });
  const kept = JSON.parse(await two.evaluate(() => localStorage.getItem("solveig")));
  assert.deepEqual([kept.language, kept.showsValues], ["de", true]);
  // A window that has not heard of a change keeps it nevertheless.
  await two.evaluate(() => localStorage.setItem("solveig", JSON.stringify({ language: "de", hasSound: true })));
  await two.keyboard.press("v");
  await two.getByRole("button", { name: "Werte", pressed: false }).waitFor();
  const later = JSON.parse(await two.evaluate(() => localStorage.getItem("solveig")));
  assert.deepEqual(later, { language: "de", hasSound: true, showsValues: false });
});

test("the switch of colours goes round, and is remembered", async (t) => {
  const page = await open(t, at(gameOf("mnk")), { colorScheme: "light" });
  await turn(page);
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  await page.getByRole("button", { name: "Colours: as the system" }).click();
  await page.getByRole("button", { name: "Colours: light" }).click();
  await page.getByRole("button", { name: "Colours: dark" }).waitFor();
  const dark = await ground();
  assert.notEqual(dark, light);
  await page.reload();
  await page.getByRole("button", { name: "Colours: dark" }).waitFor();
  assert.equal(await ground(), dark);
});
