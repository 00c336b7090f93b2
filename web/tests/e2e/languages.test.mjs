// The page in the languages it has.
import assert from "node:assert/strict";
import test from "node:test";
import { at, gameOf, open, PHONE, turn } from "./browser.mjs";

const othello = gameOf("othello");

test("the page speaks the first language of the browser that it has, and the settings change that", async (t) => {
  const page = await open(t, at(othello, { side: "both" }), { locale: "de-AT" });
  await turn(page);
  const lang = () => page.evaluate(() => document.documentElement.lang);
  assert.equal(await lang(), "de");
  await page.locator(".turn", { hasText: "Schwarz ist am Zug." }).waitFor();
  await page.getByRole("button", { name: "Einstellungen" }).click();
  await page.getByLabel("Sprache").selectOption("ja");
  await page.getByRole("heading", { name: "設定" }).waitFor();
  await page.keyboard.press("Escape");
  await page.locator(".turn", { hasText: "黒の手番です。" }).waitFor();
  assert.equal(await lang(), "ja");
  await page.reload();
  await turn(page);
  await page.locator(".turn", { hasText: "黒の手番です。" }).waitFor();
  await page.getByRole("button", { name: "設定" }).click();
  await page.getByLabel("言語").selectOption("auto");
  await page.getByRole("heading", { name: "Einstellungen" }).waitFor();
});

test("where the texts of a language cannot be loaded, the page speaks English", async (t) => {
  const page = await open(t, at(othello, { side: "both" }), { locale: "de", allowed: /ERR_|Failed to/ });
  await page.locator(".turn", { hasText: "Schwarz ist am Zug." }).waitFor();
  await page.route("**/assets/de-*.js", (route) => route.abort());
  await page.reload();
  await page.locator(".turn", { hasText: "Black to move." }).waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.lang), "en");
});

test("no language is too wide for a phone, and none is left untranslated", async (t) => {
  const views = [
    "#/",
    at(othello, { side: "both" }),
    at(othello, { view: "review", moves: "b1 a1 c4" }),
    at(othello, { view: "proof" }),
    at(othello, { view: "region" }),
  ];
  for (const locale of ["de", "ja"]) {
    const page = await open(t, "", { locale, viewport: PHONE });
    for (const view of views) {
      await page.goto(`${page.url().split("#")[0]}${view}`);
      await page.locator(".card, .views").first().waitFor();
      await page.waitForFunction(() => !document.querySelector("[aria-busy=true]"));
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(excess <= 0, `${locale} ${view}: ${excess} pixels wider than a phone's window`);
      // The text of a board is the server's.
      const text = await page.evaluate(() => {
        for (const board of document.querySelectorAll(".board-text")) board.textContent = "";
        // biome-ignore lint/performance/useDomNodeTextContent: hidden text is no text of the page
        return document.body.innerText;
      });
      assert.doesNotMatch(text, /\b(the|moves?|undefined)\b/i, `${locale} ${view}`);
    }
  }
});
