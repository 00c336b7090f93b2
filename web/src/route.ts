/** Which page is shown, as the address says it after the `#`. */

export type View = "play" | "review" | "proof" | "region";
/** The side that the person plays; the program plays the other. */
export type Player = "first" | "second" | "both";

export interface Route {
  /** The name of the game in addresses; null for the list of games. */
  game: string | null;
  view: View;
  /** A board string, or "-" for the start. */
  from: string;
  moves: readonly string[];
  /** How many of the moves have been made; the others were undone and can be redone. */
  at: number;
  player: Player;
  /** Whether the second player may exchange colours after the first stone; in Hex alone. */
  hasSwap: boolean;
}

const VIEWS: readonly string[] = ["play", "review", "proof", "region"];
const PLAYERS: readonly string[] = ["first", "second", "both"];

export const HOME: Route = {
  game: null,
  view: "play",
  from: "-",
  moves: [],
  at: 0,
  player: "first",
  hasSwap: false,
};

/** Reads an address. A part that is missing or wrong is as in a new game. */
export function parseRoute(hash: string): Route {
  const text = hash.replace(/^#?\/?/, "");
  const mark = text.indexOf("?");
  const path = mark < 0 ? text : text.slice(0, mark);
  const parameters = new URLSearchParams(mark < 0 ? "" : text.slice(mark + 1));
  const game = decoded(path.replace(/\/+$/, ""));
  const moves = (parameters.get("moves") ?? "").split(/[\s,]+/).filter((name) => name !== "");
  const view = parameters.get("view") ?? "";
  const player = parameters.get("side") ?? "";
  const at = Number.parseInt(parameters.get("at") ?? "", 10);
  return {
    game: game === "" ? null : game,
    view: VIEWS.includes(view) ? (view as View) : HOME.view,
    from: parameters.get("from")?.trim() || "-",
    moves,
    at: at >= 0 && at < moves.length ? at : moves.length,
    player: PLAYERS.includes(player) ? (player as Player) : HOME.player,
    hasSwap: parameters.get("swap") === "on",
  };
}

/** The address of a page. Parts that are as in a new game are left out. */
export function formatRoute(route: Route): string {
  if (route.game === null) return "#/";
  const parameters = new URLSearchParams();
  if (route.view !== HOME.view) parameters.set("view", route.view);
  if (route.from !== "-") parameters.set("from", route.from);
  if (route.moves.length > 0) parameters.set("moves", route.moves.join(" "));
  if (route.at < route.moves.length) parameters.set("at", String(route.at));
  if (route.player !== HOME.player) parameters.set("side", route.player);
  if (route.hasSwap) parameters.set("swap", "on");
  const query = parameters.toString();
  return `#/${encodeURIComponent(route.game)}${query === "" ? "" : `?${query}`}`;
}

/** The change of the route when moves are played in the position that is shown. */
export function played(route: Route, ...moves: string[]): Pick<Route, "moves" | "at"> {
  const line = [...route.moves.slice(0, route.at), ...moves];
  return { moves: line, at: line.length };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
