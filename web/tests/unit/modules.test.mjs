import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { posix } from "node:path";
import test from "node:test";

const src = new URL("../../src/", import.meta.url);

/** Which modules each module imports, types included, by their paths in src. */
async function imports() {
  const paths = (await readdir(src, { recursive: true })).filter((path) => /\.tsx?$/.test(path));
  const read = async (path) => {
    const text = await readFile(new URL(path, src), "utf8");
    const found = [...text.matchAll(/(?:from|import)\s*\(?"(\.[^"]+\.tsx?)"/g)];
    return [path, found.map(([, to]) => posix.join(posix.dirname(path), to))];
  };
  return new Map(await Promise.all(paths.map(read)));
}

/** A way from a node back to itself, if there is one. */
function circle(graph) {
  const done = new Set();
  const visit = (node, way) => {
    if (way.includes(node)) return [...way.slice(way.indexOf(node)), node];
    if (done.has(node)) return null;
    for (const next of graph.get(node) ?? []) {
      const found = visit(next, [...way, node]);
      if (found) return found;
    }
    done.add(node);
    return null;
  };
  for (const node of graph.keys()) {
    const found = visit(node, []);
    if (found) return found.join(" -> ");
  }
  return null;
}

/** The same graph with each folder as one node. */
function folders(graph) {
  const folder = (path) => path.split("/")[0];
  const merged = new Map();
  for (const [from, all] of graph) {
    const others = all.map(folder).filter((to) => to !== folder(from));
    merged.set(folder(from), [...(merged.get(folder(from)) ?? []), ...others]);
  }
  return merged;
}

test("circles are found", () => {
  const tree = [["a", ["b", "c"]], ["b", ["c"]], ["c", []]];
  assert.equal(circle(new Map(tree)), null);
  assert.equal(circle(new Map([...tree, ["c", ["b"]]])), "b -> c -> b");
  const across = new Map([["x/a", ["y/a"]], ["y/a", []], ["y/b", ["x/b"]], ["x/b", []]]);
  assert.equal(circle(across), null);
  assert.equal(circle(folders(across)), "x -> y -> x");
});

test("no module and no folder imports itself by way of others", async () => {
  const graph = await imports();
  assert.ok(graph.get("main.tsx").includes("app.tsx"));
  for (const [from, all] of graph) for (const to of all) assert.ok(graph.has(to), `${from} imports ${to}`);
  assert.equal(circle(graph), null);
  assert.equal(circle(folders(graph)), null);
});
