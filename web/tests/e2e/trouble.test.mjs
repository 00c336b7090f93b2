// A server that is away, busy or slow.
import assert from "node:assert/strict";
import test from "node:test";
import { at, counted, gameOf, line, moves, open, position, stones, turn } from "./browser.mjs";

const game = gameOf("connect-four");
const POSITION = "**/position?*";
const allowed = /503|ERR_|Failed to load/;

test("a server that is gone is told, and asked again on request", async (t) => {
  const page = await open(t, at(game), { allowed });
  await turn(page);
  await page.route(POSITION, (route) => route.abort());
  const here = await position(game, page);
  await page.locator(`[data-cell="${here.moves[0].cell}"]`).click();
  const alert = page.getByRole("alert");
  await alert.waitFor();
  assert.match(await alert.textContent(), /does not answer/);
  // The board is still there.
  await counted(page.locator("[role=gridcell]"), game.columns * game.rows);
  await page.unroute(POSITION);
  await page.getByRole("button", { name: "Try again" }).click();
  await moves(page, 2);
  await alert.waitFor({ state: "detached" });
});

test("a busy server is told with its own words", async (t) => {
  const page = await open(t, "", { allowed });
  await page.locator(".card").first().waitFor();
  let isBusy = true;
  await page.route(POSITION, (route) => {
    if (!isBusy) return route.continue();
    const error = { code: "busy", message: "no search became free in 2 s" };
    return route.fulfill({ status: 503, contentType: "application/json", body: JSON.stringify({ error }) });
  });
  await page.goto(`${page.url().split("#")[0]}${at(game)}`);
  const alert = page.getByRole("alert").first();
  await alert.waitFor();
  assert.match(await alert.textContent(), /busy.*no search became free in 2 s/);
  isBusy = false;
  await page.getByRole("button", { name: "Try again" }).first().click();
  await turn(page);
});

test("a server that is starting up is asked again without a click", async (t) => {
  const page = await open(t, "docs-or-anything", { allowed: /./ });
  let asked = 0;
  await page.route("**/v1/games", (route) => {
    asked += 1;
    if (asked > 2) return route.continue();
    const error = { code: "not_ready", message: "the server checks its files; /v1/ready tells when it is done" };
    return route.fulfill({ status: 503, contentType: "application/json", body: JSON.stringify({ error }) });
  });
  await page.goto(`${new URL(page.url()).origin}/#/`);
  await page.getByRole("alert").getByText("The server is starting and checks its files.").waitFor();
  await page.locator(".card").first().waitFor();
  assert.equal(asked, 3);
  await counted(page.getByRole("alert"), 0);
});

test("an answer that comes too late is not shown", async (t) => {
  const page = await open(t, at(game, { side: "both" }));
  await turn(page);
  let held = null;
  await page.route(POSITION, async (route) => {
    if (new URL(route.request().url()).searchParams.get("moves") === "1" && held === null) {
      held = route;
    } else {
      await route.continue();
    }
  });
  await page.locator('[data-cell="0"]').click();
  await moves(page, 1);
  await page.getByRole("button", { name: "New game" }).click();
  await moves(page, 0);
  await turn(page);
  await held?.continue().catch(() => {});
  await page.waitForTimeout(200);
  assert.ok(held !== null, "the first move was not asked about");
  await stones(page, 0);
  assert.deepEqual(line(page).moves, []);
});

test("a link with a move that is not legal leads to the position before it, and says once what is wrong", async (t) => {
  for (const [view, given] of [
    ["play", {}],
    ["review", {}],
    ["review", { at: "1" }],
    ["proof", {}],
  ]) {
    const page = await open(t, at(game, { view, side: "both", moves: "1 2 1 9 2", ...given }), { allowed: /400/ });
    await moves(page, 3);
    assert.deepEqual(line(page).moves, ["1", "2", "1"]);
    await stones(page, given.at ? 1 : 3);
    const alerts = page.getByRole("alert");
    await alerts.getByText("A move of this line is not legal.").waitFor();
    assert.match(await alerts.textContent(), /9/, view);
    if (view === "review") await counted(page.locator(".review tbody tr:not(.start)"), 3);
    else await counted(page.locator(".line .moves li"), 4);
  }
  // A board that is wrong has no such position.
  const page = await open(t, at(game, { view: "review", from: "nonsense", moves: "1" }), { allowed: /400/ });
  await page.getByRole("alert").waitFor();
  await counted(page.getByRole("alert"), 1);
});

test("a list of games that does not come can be asked for again", async (t) => {
  const page = await open(t, "docs-or-anything", { allowed: /./ });
  let isAway = true;
  await page.route("**/v1/games", (route) => (isAway ? route.abort() : route.continue()));
  await page.goto(`${new URL(page.url()).origin}/#/`);
  await page.getByRole("alert").waitFor();
  isAway = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await page.locator(".card").first().waitFor();
});

test("while the first answer is awaited, the page says that it loads", async (t) => {
  const page = await open(t);
  let release = () => undefined;
  const released = new Promise((resolve) => {
    release = resolve;
  });
  await page.route(POSITION, (asked) => released.then(() => asked.continue()));
  await page.goto(`${page.url().split("#")[0]}${at(gameOf("mnk"), { moves: "b2" })}`);
  await page.locator(".turn").getByText("Loading…").waitFor();
  release();
  await turn(page);
});

test("an address that changes before the page has its first frame is followed", async (t) => {
  const page = await open(t, "docs-or-anything", { allowed: /./ });
  await page.addInitScript(
    (address) => {
      // No frames meanwhile, as on a page in the background.
      const { requestAnimationFrame } = window;
      window.requestAnimationFrame = () => 0;
      addEventListener("hashchange", () => Object.assign(window, { requestAnimationFrame }));
      const drawn = new MutationObserver(() => {
        if (!document.querySelector("header.top")) return;
        drawn.disconnect();
        location.hash = address;
      });
      drawn.observe(document, { childList: true, subtree: true });
    },
    at(gameOf("mnk"), { moves: "b2" }),
  );
  await page.goto(new URL(page.url()).origin);
  await turn(page);
});
