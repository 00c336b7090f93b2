// The board of a page as a picture of its own: without styles, moves, and what only a screen reader reads.

/** The board that a page shows, as the text of an SVG file. */
export async function drawing(page) {
  const text = await page.evaluate(() => {
    const DEFAULTS = {
      fill: "rgb(0, 0, 0)",
      "fill-opacity": "1",
      stroke: "none",
      "stroke-width": "1px",
      "stroke-linecap": "butt",
      "stroke-linejoin": "miter",
      "font-size": "",
      "font-weight": "400",
      "text-anchor": "start",
    };
    const KEPT = new Set("viewBox d points x y x1 x2 y1 y2 cx cy r rx ry width height transform".split(" "));
    const board = document.querySelector("svg.board");
    const copy = board.cloneNode(true);
    const left = [...copy.querySelectorAll(".move-marks, [role=row]")];
    // Both alike, so that what is copied has the style of what is shown.
    const [shown, copied] = [board, copy].map((one) => [...one.querySelectorAll("*")]);
    for (const [index, one] of copied.entries()) {
      for (const { name } of [...one.attributes]) if (!KEPT.has(name)) one.removeAttribute(name);
      if (one.localName === "g") continue;
      const style = getComputedStyle(shown[index]);
      for (const [name, usual] of Object.entries(DEFAULTS)) {
        const isFont = name.startsWith("font") || name === "text-anchor";
        const value = style.getPropertyValue(name);
        if (value !== usual && isFont <= (one.localName === "text")) one.setAttribute(name, value.replace(/px$/, ""));
      }
    }
    for (const one of left) one.remove();
    for (const { name } of [...copy.attributes]) if (!KEPT.has(name)) copy.removeAttribute(name);
    for (const group of [...copy.querySelectorAll("g")].reverse()) {
      if (group.children.length === 0) group.remove();
    }
    const [, , width, height] = copy.getAttribute("viewBox").split(" ").map(Number);
    const scale = 150 / Math.max(width, height);
    copy.setAttribute("width", Math.round(width * scale));
    copy.setAttribute("height", Math.round(height * scale));
    copy.setAttribute("font-family", "sans-serif");
    return new XMLSerializer().serializeToString(copy);
  });
  const rgba = /fill="color\(srgb ([\d.]+) ([\d.]+) ([\d.]+) \/ ([\d.]+)\)"/g;
  const plain = text.replaceAll(rgba, (_, red, green, blue, opacity) => {
    const parts = [red, green, blue].map((part) => Math.round(255 * part));
    return `fill="rgb(${parts.join(", ")})" fill-opacity="${opacity}"`;
  });
  return `${plain.replaceAll(/></g, ">\n<")}\n`;
}
