/** The operations of the HTTP API: their types, and their addresses. */

import type { paths } from "./contract.ts";

type Json<T> = { content: { "application/json": T } };

/** The type of the answer to an operation. */
export type AnswerOf<Operation> = Operation extends { responses: { 200: Json<infer T> } } ? T : never;
/** The type of its query. */
export type QueryOf<Operation> = Operation extends { parameters: { query?: infer T } } ? T : never;
/** The type of its body. */
export type BodyOf<Operation> = Operation extends { requestBody: Json<infer T> } ? T : never;

/** A path of the API, as in `/v1/games/{game}/position`. */
export type Path = keyof paths;

/** The path for a game of this name. */
export function pathOf(path: Path, game: string): string {
  return path.replace("{game}", encodeURIComponent(game));
}

/** The text of a query, without its question mark. */
export function queryOf(query: object | undefined): string {
  const fields = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  return String(new URLSearchParams(fields.map(([name, value]) => [name, String(value)])));
}
