// A server for tests, at a free port.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** Starts `solveig serve` and gives its address, and what stops it. */
export function serve(solveig, games, ...options) {
  const server = spawn(solveig, ["serve", ...games, "--listen", "127.0.0.1:0", ...options], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const stop = () =>
    new Promise((resolve) => {
      if (server.exitCode !== null) return resolve();
      server.on("exit", resolve);
      server.kill("SIGTERM");
    });
  return new Promise((resolve, reject) => {
    const heard = [];
    const listen = (line) => {
      heard.push(line);
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(line);
      if (found) resolve({ url: found[0], stop });
    };
    createInterface({ input: server.stdout }).on("line", listen);
    createInterface({ input: server.stderr }).on("line", listen);
    server.on("error", reject);
    server.on("exit", (code) => reject(new Error(`the server ended with ${code}:\n${heard.join("\n")}`)));
  });
}
