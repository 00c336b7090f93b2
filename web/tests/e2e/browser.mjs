// A browser at the page of the server under test.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { after } from "node:test";
import { setTimeout } from "node:timers/promises";
import { chromium } from "playwright-core";

/** Where Debian has its Chromium. */
export const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";

const ARGUMENTS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** The address of the server under test, without a slash at the end. */
export const url = process.env.SOLVEIG_URL;
if (!url) throw new Error("SOLVEIG_URL is not set: run `npm test`, which starts a server");
if (!existsSync(CHROMIUM)) throw new Error(`there is no ${CHROMIUM}: apt-get install chromium`);

const browser = await chromium.launch({ executablePath: CHROMIUM, args: ARGUMENTS });
after(() => browser.close());

export const DESKTOP = { width: 1280, height: 860 };
export const PHONE = { width: 390, height: 844 };

/**
 * Opens an address in a window of its own. Any error on the console, any request to elsewhere and
 * any breach of the server's content policy fails the test; `allowed` is for errors a test provokes,
 * `base` for a page that lies elsewhere, and `settings` are what the browser has kept from before.
 */
export async function open(test, address = "", { allowed, base = url, settings, ...options } = {}) {
  const context = await browser.newContext({ viewport: DESKTOP, reducedMotion: "reduce", ...options });
  // Machines differ: what has not come by then never comes, and the error names it.
  context.setDefaultTimeout(120_000);
  await context.addInitScript((kept) => {
    if (kept && localStorage.getItem("solveig") === null) localStorage.setItem("solveig", JSON.stringify(kept));
  }, settings);
  const page = await context.newPage();
  const wrongs = [];
  page.on("console", (message) => {
    if (message.type() === "error" && !allowed?.test(message.text())) wrongs.push(message.text());
  });
  page.on("pageerror", (error) => wrongs.push(error.message));
  page.on("request", (request) => {
    if (!request.url().startsWith(`${base}/`)) wrongs.push(`a request to ${request.url()}`);
  });
  await page.goto(`${base}/${address}`);
  test.after(async () => {
    // The routes of a test may still wait for answers of the server.
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await context.close();
    if (wrongs.length > 0) throw new Error(wrongs.join("\n"));
  });
  return page;
}

/** Settings with which values are shown while a game is played. */
export const SHOWN = { showsValues: true };

/** Unfolds where values come from. */
export async function explain(page) {
  await page.getByText("How do we know?", { exact: true }).click();
  return page.locator(".evidence");
}

/** Asks the API. */
export async function ask(path, parameters = {}) {
  const response = await fetch(`${url}/v1/${path}?${new URLSearchParams(parameters)}`);
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

export const { games } = await ask("games");

/** The game of a family that the server under test has. */
export function gameOf(family) {
  const game = games.find((one) => one.family === family && one.columns * one.rows <= 16);
  if (!game) throw new Error(`the server has no small game of the family ${family}`);
  return game;
}

/** The address of a page of a game. */
export function at(game, parameters = {}) {
  const query = new URLSearchParams(parameters).toString();
  return `#/${encodeURIComponent(game.game)}${query === "" ? "" : `?${query}`}`;
}

/** What the address says. */
export function line(page) {
  const query = new URLSearchParams(page.url().split("#")[1]?.split("?").slice(1).join("?") ?? "");
  const moves = (query.get("moves") ?? "").split(" ").filter((move) => move !== "");
  return { from: query.get("from") ?? "-", moves, at: query.get("at"), side: query.get("side") };
}

/** Waits until the person is to move or the game is over, and says which. */
export async function turn(page) {
  const found = await page.waitForFunction(() => {
    const query = new URLSearchParams(location.hash.split("?").slice(1).join("?"));
    const made = (query.get("moves") ?? "").split(" ").filter((move) => move !== "").length;
    const shown = document.querySelector(".turn");
    const { turn, ply } = shown?.dataset ?? {};
    // What is shown may still be the position before.
    return ["person", "over"].includes(turn) && Number(ply) === Number(query.get("at") ?? made) ? turn : null;
  });
  return found.jsonValue();
}

/** The position that the page shows, as the API has it. */
export function position(game, page, search = "short") {
  const { from, moves } = line(page);
  return ask(`games/${encodeURIComponent(game.game)}/position`, { from, moves: moves.join(" "), search });
}

/** Waits until the address has this many moves. */
export async function moves(page, count) {
  await page.waitForFunction((wanted) => {
    const query = new URLSearchParams(location.hash.split("?").slice(1).join("?"));
    return (query.get("moves") ?? "").split(" ").filter((move) => move !== "").length === wanted;
  }, count);
}

/** Plays a move by a click on the board, or on the button for a pass. */
export async function click(page, move) {
  if (move.pass) await page.locator("button.pass").click();
  else await page.locator(`.board [data-cell="${move.cell}"]`).click();
}

/** Waits until the board shows `count` stones: the address changes before the board does. */
export async function stones(page, count) {
  await page.waitForFunction((wanted) => document.querySelectorAll(".pieces .disc").length === wanted, count);
}

/** Waits until as many elements are on the page as expected: what is shown follows the address and the answers. */
export async function counted(locator, expected) {
  const end = Date.now() + 60_000;
  let found = await locator.count();
  while (found !== expected && Date.now() < end) {
    await setTimeout(20);
    found = await locator.count();
  }
  assert.equal(found, expected, `elements of ${locator}`);
}
