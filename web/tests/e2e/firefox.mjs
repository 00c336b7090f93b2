// Firefox by Marionette, its own protocol: JSON behind its length in bytes, over TCP. It offers the few
// methods of a page of Playwright that tests of keys need; Playwright has no protocol for a stock Firefox.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { setTimeout } from "node:timers/promises";

/** Where Debian has its Firefox. */
const FIREFOX = process.env.FIREFOX ?? "/usr/bin/firefox-esr";

/** Why there are no tests in Firefox; false where there are. */
export const withoutFirefox = existsSync(FIREFOX) ? false : `there is no ${FIREFOX}: apt-get install firefox-esr`;

/** Port 0 is any free one, which Firefox writes into its profile. */
const PREFERENCES = `user_pref("marionette.port", 0);\nuser_pref("ui.prefersReducedMotion", 1);\n`;

/** The keys that are no characters, as WebDriver has them. */
const KEYS = {
  Shift: "\uE008",
  Control: "\uE009",
  Tab: "\uE004",
  Enter: "\uE007",
  Escape: "\uE00C",
  End: "\uE010",
  Home: "\uE011",
  ArrowLeft: "\uE012",
  ArrowUp: "\uE013",
  ArrowRight: "\uE014",
  ArrowDown: "\uE015",
};

class Marionette {
  #socket;
  #read = Buffer.alloc(0);
  #waiting = new Map();
  #last = 0;

  constructor(socket) {
    this.#socket = socket;
    socket.on("data", (bytes) => {
      this.#read = Buffer.concat([this.#read, bytes]);
      while (this.#next());
    });
    socket.on("close", () => {
      for (const { reject } of this.#waiting.values()) reject(new Error("Firefox has ended"));
    });
  }

  /** Takes one message from what was read; false where it is not whole yet. */
  #next() {
    const colon = this.#read.indexOf(":");
    const end = colon + 1 + Number(this.#read.subarray(0, Math.max(0, colon)));
    if (colon < 0 || this.#read.length < end) return false;
    const message = JSON.parse(this.#read.subarray(colon + 1, end));
    this.#read = this.#read.subarray(end);
    // The first message is a greeting, and no answer.
    if (!Array.isArray(message)) return true;
    const [, id, error, result] = message;
    const { resolve, reject } = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error) reject(new Error(`${error.error}: ${error.message}`));
    else resolve(result);
    return true;
  }

  send(command, parameters = {}) {
    this.#last += 1;
    const id = this.#last;
    const text = JSON.stringify([0, id, command, parameters]);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#socket.write(`${Buffer.byteLength(text)}:${text}`);
    });
  }
}

let started = null;
const cleanUp = [];
// Here, and not where Firefox starts: that would be after the first test.
after(async () => {
  for (const task of cleanUp) await task();
});

/** Starts Firefox, once for all tests of a file. */
async function start() {
  const profile = await mkdtemp(join(tmpdir(), "solveig-firefox-"));
  await writeFile(join(profile, "user.js"), PREFERENCES);
  const firefox = spawn(FIREFOX, ["--marionette", "--headless", "--no-remote", "--profile", profile], {
    stdio: "ignore",
  });
  const ended = new Promise((resolve) => firefox.on("exit", resolve));
  cleanUp.push(async () => {
    firefox.kill();
    await ended;
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  });
  const portFile = join(profile, "MarionetteActivePort");
  while (!existsSync(portFile) || (await readFile(portFile, "utf8")) === "") await setTimeout(50);
  const socket = connect(Number(await readFile(portFile, "utf8")), "127.0.0.1");
  await new Promise((resolve, reject) => socket.on("connect", resolve).on("error", reject));
  cleanUp.unshift(() => socket.destroy());
  const marionette = new Marionette(socket);
  await marionette.send("WebDriver:NewSession", {});
  return marionette;
}

/** Opens an address with these settings. */
export async function openFirefox(address, settings = {}) {
  started ??= start();
  const marionette = await started;
  const page = new Page(marionette);
  // From elsewhere: another address after the same # would load nothing.
  await marionette.send("WebDriver:Navigate", { url: "about:blank" });
  await marionette.send("WebDriver:Navigate", { url: address });
  await page.evaluate((kept) => localStorage.setItem("solveig", JSON.stringify(kept)), settings);
  await marionette.send("WebDriver:Refresh");
  return page;
}

class Page {
  #marionette;

  constructor(marionette) {
    this.#marionette = marionette;
  }

  async evaluate(work, given = null) {
    const script = `return (${work})(arguments[0])`;
    return (await this.#marionette.send("WebDriver:ExecuteScript", { script, args: [given] })).value;
  }

  async waitForFunction(work, given = null) {
    let found = await this.evaluate(work, given);
    while (!found) {
      await setTimeout(20);
      found = await this.evaluate(work, given);
    }
    return { jsonValue: async () => found };
  }

  keyboard = {
    /** Presses a key, or several as in `Shift+Tab`. */
    press: async (names) => {
      const keys = names.split("+").map((name) => KEYS[name] ?? name);
      const downs = keys.map((value) => ({ type: "keyDown", value }));
      const ups = keys.toReversed().map((value) => ({ type: "keyUp", value }));
      const actions = [{ type: "key", id: "keyboard", actions: [...downs, ...ups] }];
      await this.#marionette.send("WebDriver:PerformActions", { actions });
    },
  };

  mouse = {
    /** Clicks at a place of the window. */
    click: async (x, y) => {
      const place = { x: Math.round(x), y: Math.round(y), origin: "viewport" };
      const steps = [
        { type: "pointerMove", ...place },
        { type: "pointerDown", button: 0 },
        { type: "pointerUp", button: 0 },
      ];
      const actions = [{ type: "pointer", id: "mouse", actions: steps }];
      await this.#marionette.send("WebDriver:PerformActions", { actions });
    },
  };

  async screenshot({ path }) {
    const { value } = await this.#marionette.send("WebDriver:TakeScreenshot", { full: true });
    await writeFile(path, Buffer.from(value, "base64"));
  }
}
