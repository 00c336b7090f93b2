/** Exact values of two-player games: the engine of Solveig in WebAssembly. */

import { Engine, type Opening } from "./engine.ts";
import { contents } from "./files.ts";
import { OPENINGS } from "./openings.ts";

export type * from "./contract.ts";
export { Engine, EngineError, type Effort, type Moves, type Opening, type PositionOptions } from "./engine.ts";
export type { NamedBytes, StoredFile } from "./files.ts";

const PROGRAM = new URL("./solveig.wasm", import.meta.url);

let program: Promise<WebAssembly.Module> | null = null;

/** The program is compiled once for all games. */
function compiled(): Promise<WebAssembly.Module> {
  program ??= contents(PROGRAM).then(({ bytes }) => WebAssembly.compile(bytes));
  // Loaded again after a failure.
  program.catch(() => (program = null));
  return program;
}

/**
 * Opens a game by its spec, as in `connect-four:7x6`, or by its files. A spec that Solveig has openings of is answered
 * from these and by search.
 *
 * @throws {EngineError} if no game has this spec, or a file is damaged.
 */
export async function open(game: string | Opening): Promise<Engine> {
  const opening = typeof game === "string" ? { spec: game } : game;
  const engine = await Engine.open(await compiled(), opening);
  // The engine states the spec as the openings have it, however it was written.
  const files = opening.files ? undefined : OPENINGS[engine.game.spec];
  return files ? Engine.open(await compiled(), { ...opening, files }) : engine;
}
