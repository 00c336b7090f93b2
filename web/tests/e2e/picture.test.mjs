// The picture of the page in README, docs/images/board.png: a position of which one move wins,
// three draw and two lose. The test compares what a screen reader finds on the page with board.txt;
//
//   UPDATE_PICTURES=1 node web/tests/run.mjs --solveig target/debug/solveig --only picture
//
// writes the picture and the text anew.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { indexed } from "../png.mjs";
import { serve } from "../serve.mjs";
import { counted, open, turn } from "./browser.mjs";

const images = fileURLToPath(new URL("../../../docs/images", import.meta.url));
const solveig = process.env.SOLVEIG;

/** From its start to the move by which Red loses the draw, and two moves more. */
const PLAYED = "3 3 4 5 4 4 3 6 1 2";
/** Deeper positions are searched: to store them as well takes many times as long. */
const CUT = String(PLAYED.split(" ").length);

test("the picture in README is what the page shows", { skip: solveig ? false : "no program to start" }, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "solveig-picture-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const [artifact, certificate] = [join(folder, "c65.sol"), join(folder, "c65.cert")];
  const solve = ["solve", "connect-four:6x5", "--cut", CUT, "--out", artifact, "--certificate", certificate];
  await promisify(execFile)(solveig, solve);
  const { url: base, stop } = await serve(solveig, [artifact], "--certificate", certificate, "--check");
  t.after(stop);
  const page = await open(t, `#/connect-four-6x5?${new URLSearchParams({ side: "both", moves: PLAYED })}`, {
    base,
    colorScheme: "light",
    settings: { showsValues: true, searchesOutside: true },
  });
  await turn(page);
  await counted(page.locator(".badge"), 6);
  await counted(page.locator(".badge.tone-unknown"), 0);
  await page.getByText("the checker confirmed the artifact with its certificate").waitFor({ state: "attached" });
  await page.getByText("Best move 4.").first().waitFor({ state: "attached" });

  const shown = `${await page.locator("body").ariaSnapshot()}\n`;
  if (process.env.UPDATE_PICTURES) {
    const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 1280, height: 804 } });
    await writeFile(join(images, "board.png"), await indexed(page, picture));
    await writeFile(join(images, "board.txt"), shown);
  }
  const message = "docs/images/board.png is old: the head of this test has the command that makes it anew";
  // A slow machine may not find in how many moves the game is won.
  const values = (text) => text.replaceAll(/ in \d+ moves/g, "");
  assert.equal(values(shown), values(await readFile(join(images, "board.txt"), "utf8")), message);
});
