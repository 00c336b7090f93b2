/** Which page is shown, as it is written behind the `#` of the address. */

export type View = "play" | "review" | "proof" | "region";
/** The moves that the person makes; the program makes the others. */
export type Player = "first" | "second" | "both";

export interface Route {
  /** The game's name in addresses; null for the list of games. */
  game: string | null;
  view: View;
  /** A board string, or "-" for the start. */
  from: string;
  moves: readonly string[];
  /** How many of the moves have been made; the others can be redone. */
  at: number;
  player: Player;
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
};

/** What an address says. What it leaves out, or says wrongly, is as in a new game. */
export function parseRoute(hash: string): Route {
  const text = hash.replace(/^#?\/?/, "");
  const mark = text.indexOf("?");
  const path = mark < 0 ? text : text.slice(0, mark);
  const asked = new URLSearchParams(mark < 0 ? "" : text.slice(mark + 1));
  const game = decoded(path.replace(/\/+$/, ""));
  const moves = (asked.get("moves") ?? "").split(/[\s,]+/).filter((name) => name !== "");
  const view = asked.get("view") ?? "";
  const player = asked.get("side") ?? "";
  const at = Number.parseInt(asked.get("at") ?? "", 10);
  return {
    game: game === "" ? null : game,
    view: VIEWS.includes(view) ? (view as View) : HOME.view,
    from: asked.get("from")?.trim() || "-",
    moves,
    at: at >= 0 && at < moves.length ? at : moves.length,
    player: PLAYERS.includes(player) ? (player as Player) : HOME.player,
  };
}

/** The address of a page; what is as in a new game is left out. */
export function formatRoute(route: Route): string {
  if (route.game === null) return "#/";
  const asked = new URLSearchParams();
  if (route.view !== HOME.view) asked.set("view", route.view);
  if (route.from !== "-") asked.set("from", route.from);
  if (route.moves.length > 0) asked.set("moves", route.moves.join(" "));
  if (route.at < route.moves.length) asked.set("at", String(route.at));
  if (route.player !== HOME.player) asked.set("side", route.player);
  const query = asked.toString();
  return `#/${encodeURIComponent(route.game)}${query === "" ? "" : `?${query}`}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
