"use strict";
(() => {
  const trace = JSON.parse(document.getElementById("trace").textContent);
  const { tree: nodes, steps } = trace;
  const byId = (id) => document.getElementById(id);
  const reducedMotion = window.matchMedia?.("(prefers-reduced-motion: reduce)").matches;

  // Bounds are numbers, or the strings that the module `trace` documents.
  const WORDS = { "-inf": -Infinity, "+inf": Infinity, "-inf+1": -2147483647, "+inf-1": 2147483646 };
  const number = (bound) => (typeof bound === "string" ? WORDS[bound] : bound);
  const word = (bound) => {
    if (bound === -Infinity) return "−∞";
    if (bound === Infinity) return "+∞";
    if (bound === WORDS["-inf+1"]) return "−∞+1";
    if (bound === WORDS["+inf-1"]) return "+∞−1";
    return String(bound).replace("-", "−");
  };
  const say = (bound) => word(number(bound));

  const children = nodes.map(() => []);
  for (const { node, parent } of nodes) if (parent !== undefined) children[parent].push(node);
  const named = (node) => (nodes[node].name ? `node ${node} (${nodes[node].name})` : `node ${node}`);
  const kind = (node) => nodes[node].player ?? "terminal";
  const isList = steps.some(({ event }) => event === "list");

  // Positions of nodes: leaves equally spaced, parents centred above their children.
  const GAP = 58;
  const LEVEL = 104;
  const SIZE = 17;
  const place = nodes.map(() => [0, 0]);
  const order = [];
  (() => {
    let leaves = 0;
    const stack = [0];
    while (stack.length) {
      const at = stack.pop();
      order.push(at);
      if (!children[at].length) place[at][0] = leaves++ * GAP;
      stack.push(...[...children[at]].reverse());
    }
    for (const at of [...order].reverse()) {
      place[at][1] = nodes[at].depth * LEVEL;
      const [first, last] = [children[at][0], children[at].slice(-1)[0]];
      if (first !== undefined) place[at][0] = (place[first][0] + place[last][0]) / 2;
    }
  })();
  const rank = nodes.map(() => 0);
  order.forEach((node, at) => (rank[node] = at));

  // State of the search after the first `at` steps.
  let state;
  const restart = () => {
    state = {
      at: 0,
      lower: nodes.map(() => -Infinity),
      upper: nodes.map(() => Infinity),
      stored: nodes.map(() => null),
      expanded: nodes.map(() => false),
      stack: [],
      list: isList ? [{ node: 0, open: true, merit: Infinity }] : [],
      current: null,
    };
  };
  const isUnder = (node, above) => {
    while (node !== undefined && node !== above) node = nodes[node].parent;
    return node === above;
  };
  // Figure 7 of Pijls, de Bruin and Plaat (1996); LIST is kept by merit, then from left to right.
  const replaceTriple = ({ case: which, node, merit }) => {
    const parent = nodes[node].parent;
    const add = (node, open, merit) => state.list.push({ node, open, merit });
    merit = number(merit);
    state.list = state.list.filter((triple) => triple.node !== node);
    if (which === 1) state.list = state.list.filter((triple) => !isUnder(triple.node, parent));
    if (which === 1 || which === 3) add(parent, false, merit);
    if (which === 2) add(children[parent].find((brother) => brother > node), true, merit);
    if (which === 4) add(node, false, Math.min(merit, number(nodes[node].payoff)));
    if (which === 5) add(children[node][0], true, merit);
    if (which === 6) for (const child of children[node]) add(child, true, merit);
    state.list.sort((a, b) => (a.merit === b.merit ? rank[a.node] - rank[b.node] : b.merit - a.merit));
  };
  const forward = () => {
    const step = steps[state.at++];
    state.current = step.node;
    if (step.event === "visit") state.stack.push(step.node);
    if (step.event === "leave") state.stack.pop();
    if (step.event === "expand") state.expanded[step.node] = true;
    if (step.event === "store") state.stored[step.node] = [number(step.lower), number(step.upper)];
    if (step.event === "list") replaceTriple(step);
    for (const { node, lower, upper } of step.changes) {
      state.lower[node] = number(lower);
      state.upper[node] = number(upper);
    }
  };
  const goTo = (step) => {
    const target = Math.max(0, Math.min(steps.length, step));
    if (target < state.at) restart();
    while (state.at < target) forward();
    draw();
  };
  // h- and h+ by Theorem 4.1.
  const through = () => {
    const [lower, upper] = [[...state.lower], [...state.upper]];
    for (const { node, parent } of nodes) {
      if (parent === undefined) continue;
      lower[node] = Math.max(lower[node], lower[parent]);
      upper[node] = Math.min(upper[node], upper[parent]);
    }
    return [lower, upper];
  };

  const CASES = [
    "",
    "it is solved and its parent is a max node: the parent is solved, and all triples under it leave LIST",
    "it is solved and its parent is a min node with a next child: that child comes to LIST",
    "it is solved and the last child of a min node: the parent is solved",
    "it is a terminal: its payoff bounds the merit from now on",
    "it is a min node: its first child comes to LIST",
    "it is a max node: all its children come to LIST",
  ];
  const sentence = () => {
    if (state.at === 0) return `${trace.algorithm} is about to begin; the root alone is open.`;
    const step = steps[state.at - 1];
    const { event, node, changes } = step;
    const at = named(node);
    const player = nodes[node].player;
    let text = "";
    if (event === "visit") {
      const [alpha, beta] = [number(step.alpha), number(step.beta)];
      const isNull = alpha === beta - 1 || (step.alpha === "+inf-1" && step.beta === "+inf")
        || (step.alpha === "-inf" && step.beta === "-inf+1");
      text = isNull
        ? `Visits ${at}, a ${kind(node)}${player ? " node" : ""}: is it worth ${word(beta)} or more?`
        : `Visits ${at}, a ${kind(node)}${player ? " node" : ""}, with the window from ${word(alpha)} to ${word(beta)}.`;
    } else if (event === "expand") {
      text = player
        ? `Expands ${at}: its ${children[node].length} children are generated.`
        : `Expands ${at}: the payoff of the terminal is ${say(nodes[node].payoff)}.`;
    } else if (event === "cutoff") {
      const bound = player === "max" ? "at least" : "at most";
      text = `Cutoff at ${at} (${player}): child ${step.child} is worth ${bound} ${say(step.value)}, which meets the`
        + ` limit ${say(step.limit)}: what is right of it is left out.`;
    } else if (event === "skip") {
      text = `Passes over ${at}: its stored bound ${say(step.value)} lies outside the window.`;
    } else if (event === "store") {
      text = `Stores bounds of ${at}: from ${say(step.lower)} to ${say(step.upper)}.`;
    } else if (event === "leave") {
      text = `Leaves ${at} with ${say(step.value)}.`;
    } else if (event === "list") {
      text = `Takes the triple of ${at} with the merit ${say(step.merit)} from LIST (case ${step.case}):`
        + ` ${CASES[step.case]}.`;
    }
    if (changes.length) {
      const told = changes.map(({ node, lower, upper }) => `${node} [${say(lower)} ${say(upper)}]`);
      text += ` New bounds: ${told.join(", ")}.`;
    }
    if (state.at === steps.length) text += ` The value of the root is ${say(trace.outcome.value)}.`;
    return text;
  };

  const svg = byId("tree");
  const make = (name, attributes, parent) => {
    const element = document.createElementNS(svg.namespaceURI, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    parent.append(element);
    return element;
  };
  const width = Math.max(...place.map(([x]) => x)) + 2 * GAP;
  const height = Math.max(...place.map(([, y]) => y)) + 96;
  svg.setAttribute("viewBox", `${-GAP} -30 ${width} ${height}`);
  const links = nodes.map(({ node, parent, name }) => {
    if (parent === undefined) return null;
    const [[x, y], [px, py]] = [place[node], place[parent]];
    const link = make("path", { d: `M${px} ${py}L${x} ${y}` }, svg);
    return { link, name, x: px + (x - px) * 0.6, y: py + (y - py) * 0.6 };
  });
  for (const link of links) {
    if (link?.name) make("text", { class: "move", x: link.x, y: link.y + 4 }, svg).textContent = link.name;
  }
  const drawn = nodes.map(({ node, payoff }) => {
    const [x, y] = place[node];
    const group = make("g", { transform: `translate(${x} ${y})`, role: "button", tabindex: 0 }, svg);
    const title = make("title", {}, group);
    const box = (more, high, attributes) => make("rect", {
      x: -SIZE - more, y: -high - more, width: 2 * (SIZE + more), height: 2 * (high + more), ...attributes,
    }, group);
    if (kind(node) === "min") {
      make("circle", { class: "ring", r: SIZE + 6 }, group);
      make("circle", { class: "shape", r: SIZE }, group);
    } else {
      const high = kind(node) === "max" ? SIZE : SIZE * 0.72;
      box(5, high, { class: "ring", rx: 6 });
      box(0, high, { class: "shape", rx: 2 });
    }
    const isLeaf = payoff !== undefined;
    make("text", { class: "inside", y: 5 }, group).textContent = isLeaf ? say(payoff) : node;
    if (isLeaf) make("text", { class: "number", y: -SIZE - 5 }, group).textContent = node;
    const bounds = make("text", { class: "bounds", y: SIZE + 15 }, group);
    const stored = make("text", { class: "stored", y: SIZE + 29 }, group);
    group.addEventListener("click", () => nextAt(node));
    group.addEventListener("keydown", (event) => {
      if (event.key === "Enter") nextAt(node);
    });
    return { group, title, bounds, stored };
  });

  const status = (node) => {
    const { parent } = nodes[node];
    if (state.expanded[node]) return "expanded";
    return parent === undefined || state.expanded[parent] ? "open" : "unseen";
  };
  const draw = () => {
    const [lower, upper] = through();
    const listed = new Set(state.list.map(({ node }) => node));
    const path = new Set();
    for (let node = state.current ?? undefined; node !== undefined; node = nodes[node].parent) path.add(node);
    for (const { node, value } of nodes) {
      const { group, title, bounds, stored } = drawn[node];
      const is = status(node);
      const isDead = is !== "unseen" && lower[node] >= upper[node];
      const isCurrent = node === state.current;
      group.setAttribute("class", ["node", kind(node), is, isDead && "dead", isCurrent && "current",
        listed.has(node) && "listed"].filter(Boolean).join(" "));
      if (isCurrent) group.setAttribute("aria-current", "step");
      else group.removeAttribute("aria-current");
      const [low, high] = [state.lower[node], state.upper[node]];
      const known = low !== -Infinity || high !== Infinity;
      bounds.textContent = is !== "unseen" && known ? `[${word(low)} ${word(high)}]` : "";
      const kept = state.stored[node];
      stored.textContent = kept ? `{${word(kept[0])} ${word(kept[1])}}` : "";
      const label = `${named(node)}, ${kind(node)}, ${is === "unseen" ? "not generated" : is}${isDead ? ", dead" : ""},`
        + ` f from ${word(low)} to ${word(high)}, h from ${word(lower[node])} to ${word(upper[node])}`;
      group.setAttribute("aria-label", label);
      title.textContent = `${label}, minimax value ${say(value)}`;
      if (links[node]) {
        links[node].link.setAttribute("class", ["link", is === "unseen" && "unseen", path.has(node) && "path"]
          .filter(Boolean).join(" "));
      }
    }
    byId("says").textContent = sentence();
    byId("step").value = state.at;
    byId("step").setAttribute("aria-valuetext", `step ${state.at} of ${steps.length}`);
    byId("at").textContent = `${state.at} of ${steps.length}`;
    byId("first").disabled = byId("back").disabled = state.at === 0;
    byId("last").disabled = byId("forward").disabled = state.at === steps.length;
    byId("list").replaceChildren(...state.list.map(({ node, open, merit }) => {
      const item = document.createElement("li");
      item.className = open ? "open" : "closed";
      item.textContent = `⟨${node}, ${open ? "open" : "closed"}, ${word(merit)}⟩`;
      return item;
    }));
    tell(lower, upper);
    if (state.current !== null) reveal(state.current);
  };
  // Details of the current node.
  const tell = (lower, upper) => {
    const node = state.current ?? 0;
    byId("node-title").textContent = named(node).replace(/^n/, "N");
    const kept = state.stored[node];
    const rows = [
      ["kind", kind(node)],
      ["f⁻, f⁺", `${word(state.lower[node])}, ${word(state.upper[node])}`],
      ["h⁻, h⁺", `${word(lower[node])}, ${word(upper[node])}: ${lower[node] >= upper[node] ? "dead" : "alive"}`],
      ["stored", kept ? `${word(kept[0])}, ${word(kept[1])}` : "nothing"],
      ["minimax value", say(nodes[node].value)],
      ["on the way", state.stack.length ? state.stack.join(" → ") : "–"],
    ];
    if (isList) rows.pop();
    byId("node").replaceChildren(...rows.flatMap(([term, what]) => {
      const [dt, dd] = [document.createElement("dt"), document.createElement("dd")];
      dt.textContent = term;
      dd.textContent = what;
      return [dt, dd];
    }));
  };

  // Fits the tree into the window while it stays readable; a larger tree scrolls.
  const scroller = byId("scroller");
  let zoom = null;
  const scale = () => zoom ?? Math.max(0.5, Math.min(1.4, (scroller.clientWidth - 2) / width));
  const size = () => {
    svg.setAttribute("width", Math.round(width * scale()));
    svg.setAttribute("height", Math.round(height * scale()));
    if (state.current !== null) reveal(state.current);
  };
  const reveal = (node) => {
    const [x, y] = place[node];
    const left = (x + GAP) * scale() - scroller.clientWidth / 2;
    const top = (y + 30) * scale() - scroller.clientHeight / 2;
    scroller.scrollTo?.({ left, top, behavior: reducedMotion || playing ? "auto" : "smooth" });
  };

  let playing = null;
  const pause = () => {
    clearTimeout(playing);
    playing = null;
    byId("play").textContent = "▶ Play";
    byId("play").setAttribute("aria-pressed", "false");
    byId("play").setAttribute("aria-label", "Play (space)");
    byId("says").setAttribute("aria-live", "polite");
  };
  const tick = () => {
    goTo(state.at + 1);
    if (state.at === steps.length) pause();
    else playing = setTimeout(tick, Number(byId("speed").value));
  };
  const play = () => {
    if (playing) return pause();
    if (state.at === steps.length) restart();
    byId("play").textContent = "❚❚ Pause";
    byId("play").setAttribute("aria-pressed", "true");
    byId("play").setAttribute("aria-label", "Pause (space)");
    // Screen readers cannot keep up with the steps while they play.
    byId("says").setAttribute("aria-live", "off");
    playing = setTimeout(tick, 0);
  };
  const jump = (step) => {
    pause();
    goTo(step);
  };
  const nextAt = (node) => {
    const isAt = (step) => step.node === node || step.child === node;
    let next = steps.findIndex((step, at) => at >= state.at && isAt(step));
    if (next < 0) next = steps.findIndex(isAt);
    if (next < 0) {
      pause();
      byId("says").textContent = `No step is at ${named(node)}: it was left out.`;
    } else {
      jump(next + 1);
    }
  };

  byId("first").addEventListener("click", () => jump(0));
  byId("back").addEventListener("click", () => jump(state.at - 1));
  byId("play").addEventListener("click", play);
  byId("forward").addEventListener("click", () => jump(state.at + 1));
  byId("last").addEventListener("click", () => jump(steps.length));
  byId("step").addEventListener("input", (event) => jump(Number(event.target.value)));
  const zoomBy = (factor) => () => {
    zoom = Math.max(0.15, Math.min(4, scale() * factor));
    size();
  };
  byId("smaller").addEventListener("click", zoomBy(0.8));
  byId("larger").addEventListener("click", zoomBy(1.25));
  byId("fit").addEventListener("click", () => {
    zoom = Math.min(1.4, (scroller.clientWidth - 2) / width);
    size();
  });
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target.tagName === "SELECT") return;
    const isButton = event.target.tagName === "BUTTON";
    const actions = {
      ArrowLeft: () => jump(state.at - 1),
      ArrowRight: () => jump(state.at + 1),
      Home: () => jump(0),
      End: () => jump(steps.length),
      " ": isButton ? undefined : play,
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
  const follow = () => {
    const asked = /(?:^#|&)step=(\d+)/.exec(window.location.hash);
    if (asked) jump(Number(asked[1]));
  };
  window.addEventListener("hashchange", follow);
  window.addEventListener("resize", size);

  const { leaves, expansions, visits } = trace.outcome.counts;
  document.title = `${trace.algorithm} on a tree of ${nodes.length} nodes`;
  byId("title").textContent = document.title;
  byId("summary").textContent = `Value ${say(trace.outcome.value)}; ${leaves} terminals computed, ${expansions} nodes`
    + ` expanded, ${visits} visits, ${steps.length} steps.`;
  byId("step").max = steps.length;
  byId("list-section").hidden = byId("listed").hidden = !isList;
  restart();
  draw();
  size();
  follow();
})();
