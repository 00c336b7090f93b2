import { expect, test } from "vitest";

/** The modules of the page and of the engine's package, by their addresses from here. */
const sources = import.meta.glob<string>(["../../src/**/*.{ts,tsx}", "../../engine/src/*.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});

type Graph = Map<string, string[]>;

/** Which modules each module imports, types included, by their paths in src, or after `engine`. */
function imports(): Graph {
  const modules = Object.entries(sources).map(([address, text]): [string, string[]] => {
    const found = [...text.matchAll(/(?:from|import)\s*\(?"(\.[^"]+\.tsx?)"/g)];
    const placed = new URL(address, "file:///tests/unit/");
    const path = ({ pathname }: URL) => pathname.slice(1).replace(/^src\/|(?<=^engine\/)src\//, "");
    return [path(placed), found.map(([, to = ""]) => path(new URL(to, placed)))];
  });
  return new Map(modules);
}

/** A way from a node back to itself, if there is one. */
function circle(graph: Graph): string | null {
  const done = new Set<string>();
  const visit = (node: string, way: string[]): string[] | null => {
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
function folders(graph: Graph): Graph {
  const folder = (path: string): string => path.split("/")[0] ?? "";
  const merged: Graph = new Map();
  for (const [from, all] of graph) {
    const others = all.map(folder).filter((to) => to !== folder(from));
    merged.set(folder(from), [...(merged.get(folder(from)) ?? []), ...others]);
  }
  return merged;
}

test("circles are found", () => {
  const tree: [string, string[]][] = [
    ["a", ["b", "c"]],
    ["b", ["c"]],
    ["c", []],
  ];
  expect(circle(new Map(tree))).toBeNull();
  expect(circle(new Map([...tree, ["c", ["b"]]]))).toBe("b -> c -> b");
  const across = new Map([
    ["x/a", ["y/a"]],
    ["y/a", []],
    ["y/b", ["x/b"]],
    ["x/b", []],
  ]);
  expect(circle(across)).toBeNull();
  expect(circle(folders(across))).toBe("x -> y -> x");
});

test("no module and no folder imports itself by way of others", () => {
  const graph = imports();
  expect(graph.get("main.tsx")?.includes("app.tsx")).toBe(true);
  expect(graph.get("transport/worker.ts")?.includes("engine/engine.ts")).toBe(true);
  for (const [from, all] of graph) for (const to of all) expect(graph.has(to), `${from} imports ${to}`).toBe(true);
  expect(circle(graph)).toBeNull();
  expect(circle(folders(graph))).toBeNull();
});
