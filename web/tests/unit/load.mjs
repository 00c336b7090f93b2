// Vite compiles the modules of the page, which are TypeScript, for node.
import { fileURLToPath } from "node:url";
import { createServer } from "vite";

const root = fileURLToPath(new URL("../..", import.meta.url));
const vite = await createServer({
  root,
  appType: "custom",
  logLevel: "error",
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
});

/** The modules of the page that need no browser. */
export const route = await vite.ssrLoadModule("/src/route.ts");
export const notation = await vite.ssrLoadModule("/src/notation.ts");
export const swap = await vite.ssrLoadModule("/src/swap.ts");
export const turns = await vite.ssrLoadModule("/src/turns.ts");
export const words = await vite.ssrLoadModule("/src/words.ts");
export const languages = await vite.ssrLoadModule("/src/words/languages.ts");
export const layout = await vite.ssrLoadModule("/src/boards/layout.ts");
export const clock = await vite.ssrLoadModule("/src/playing/clock.ts");
export const hints = await vite.ssrLoadModule("/src/playing/hints.ts");
export const loss = await vite.ssrLoadModule("/src/loss.ts");
export const remarks = await vite.ssrLoadModule("/src/playing/remarks.ts");
export const strength = await vite.ssrLoadModule("/src/playing/strength.ts");
export const winning = await vite.ssrLoadModule("/src/boards/winning.ts");
export const plain = await vite.ssrLoadModule("/src/boards/plain.tsx");
export const marks = await vite.ssrLoadModule("/src/boards/marks.tsx");
const formats = ["record", "obf", "read"].map((name) => vite.ssrLoadModule(`/src/formats/${name}.ts`));
/** All that the formats of records have. */
export const records = Object.assign({}, ...(await Promise.all(formats)));
export const engine = await vite.ssrLoadModule("/src/transport/engine.ts");
await vite.close();

/** A game as the server describes it. */
export function game(spec, changes = {}) {
  const [family, size] = spec.split(":");
  const [columns, rows] = size.split("?")[0].split("x").map(Number);
  const names = {
    go: [..."ABCDEFGHJKLMNOPQRST"],
    "connect-four": [..."123456789"],
  }[family] ?? [..."abcdefghijklmnop"];
  return {
    game: spec.replace(":", "-"),
    spec,
    family,
    columns,
    rows,
    first_row_at_top: family !== "go" && family !== "connect-four",
    column_names: names.slice(0, columns),
    row_names: Array.from({ length: rows }, (_, row) => String(row + 1)),
    sides: ["Black", "White"],
    least_value: -1,
    greatest_value: 1,
    draws: true,
    artifact: null,
    ...changes,
  };
}
