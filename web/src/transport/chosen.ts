import { folder } from "./folder.ts";
import { http } from "./http.ts";
import type { Transport } from "./transport.ts";

/** The address of the list of games, in pages that `solveig serve --static` writes. */
function listed(): string | null {
  if (typeof document === "undefined") return null;
  return document.querySelector<HTMLMetaElement>('meta[name="solveig-games"]')?.content ?? null;
}

let chosen: Transport | null = null;

/** The server, or the folder of static files that the page lies in. */
export function transport(): Transport {
  const list = listed();
  chosen ??= list === null ? http : folder(list);
  return chosen;
}

/** Whether answers come from the page's own folder and need no server. */
export function isFolder(): boolean {
  return listed() !== null;
}
