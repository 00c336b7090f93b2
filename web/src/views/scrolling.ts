/** Scrolls a box, never the page, until a part of it is in sight, below the head of a table. */
export function showWithin(box: HTMLElement, part: HTMLElement): void {
  const [outer, inner] = [box.getBoundingClientRect(), part.getBoundingClientRect()];
  const top = outer.top + (box.querySelector("thead")?.clientHeight ?? 0);
  if (inner.top < top || inner.bottom > outer.bottom) box.scrollTop += inner.top - outer.top - box.clientHeight / 2;
}
