import type { FailureBody, Game, Level, Position, Proof, Review, Search, Variation, paths } from "./contract.ts";
import { isFolder, transport } from "./transport/chosen.ts";
import type { Reply } from "./transport/transport.ts";
import { words } from "./words/languages.ts";

/** The server's refusal, or that there is no server. */
export class Refusal extends Error {
  /** The error code of the server; `unreachable` where none answered. */
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }

  /** Whether the same question may be answered later. */
  get mayPass(): boolean {
    return ["unreachable", "busy", "timeout", "shutting_down", "internal"].includes(this.code);
  }
}

async function ask(path: string, signal?: AbortSignal, body?: unknown): Promise<unknown> {
  let reply: Reply;
  try {
    reply = await transport().ask(path, signal, body);
  } catch (error) {
    if (signal?.aborted) throw error;
    const { problems } = words();
    throw new Refusal("unreachable", isFolder() ? problems.noFile : problems.unreachable);
  }
  if (reply.status === 200) return reply.answer;
  const { error } = reply.answer as Partial<FailureBody>;
  const code = error?.code ?? (reply.status >= 500 ? "internal" : "bad_request");
  const said = error?.message ?? words().problems.status({ status: reply.status });
  throw new Refusal(code, explained(code, said));
}

/** What went wrong, in the language that is shown, with the server's own words. */
function explained(code: string, said: string): string {
  const { problems } = words();
  return code === "busy" ? problems.busy({ said }) : code === "timeout" ? problems.timeout({ said }) : said;
}

type Json<T> = { content: { "application/json": T } };

/** The types of answer, query and body of an operation in the contract. */
type AnswerOf<Operation> = Operation extends { responses: { 200: Json<infer T> } } ? T : never;
type QueryOf<Operation> = Operation extends { parameters: { query?: infer T } } ? T : never;
type BodyOf<Operation> = Operation extends { requestBody: Json<infer T> } ? T : never;

async function get<Path extends keyof paths>(
  path: Path,
  game: string,
  query: QueryOf<paths[Path]["get"]> | undefined,
  signal?: AbortSignal,
): Promise<AnswerOf<paths[Path]["get"]>> {
  const fields = Object.entries(query ?? {}).map(([name, value]) => [name, String(value)]);
  const asked = fields.length === 0 ? "" : `?${new URLSearchParams(fields)}`;
  return (await ask(named(path, game) + asked, signal)) as AnswerOf<paths[Path]["get"]>;
}

async function post<Path extends keyof paths>(
  path: Path,
  game: string,
  body: BodyOf<paths[Path]["post"]>,
  signal?: AbortSignal,
): Promise<AnswerOf<paths[Path]["post"]>> {
  return (await ask(named(path, game), signal, body)) as AnswerOf<paths[Path]["post"]>;
}

function named(path: string, game: string): string {
  return path.replace("{game}", encodeURIComponent(game));
}

/** A board, and the moves played from it. */
export interface Line {
  from: string;
  moves: readonly string[];
}

function question({ from, moves }: Line, search: Search): { from: string; moves: string; search: Search } {
  return { from, moves: moves.join(" "), search };
}

/** The positions along a line, from its beginning to its end. */
export function along({ from, moves }: Line): Line[] {
  return Array.from({ length: moves.length + 1 }, (_, ply) => ({ from, moves: moves.slice(0, ply) }));
}

export const server = {
  async games(signal?: AbortSignal): Promise<Game[]> {
    return (await get("/v1/games", "", undefined, signal)).games;
  },
  position(game: string, line: Line, search: Search, signal?: AbortSignal): Promise<Position> {
    return get("/v1/games/{game}/position", game, question(line, search), signal);
  },
  /** What is stored of many positions; no search is made. */
  async positions(game: string, lines: readonly Line[], signal?: AbortSignal): Promise<Position[]> {
    const positions = lines.map((one) => ({ from: one.from, moves: one.moves.join(" ") }));
    const answers = await post("/v1/games/{game}/positions", game, { positions, search: "never" }, signal);
    return answers.positions.map((one) => {
      if ("error" in one) throw new Refusal(one.error.code, one.error.message);
      return one;
    });
  },
  proof(game: string, line: Line, search: Search, signal?: AbortSignal): Promise<Proof> {
    return get("/v1/games/{game}/proof", game, question(line, search), signal);
  },
  review(game: string, line: Line, search: Search, signal?: AbortSignal): Promise<Review> {
    return post("/v1/games/{game}/review", game, question(line, search), signal);
  },
  /** Best play from a position to the end, as far as it is known. */
  variation(game: string, line: Line, search: Search, signal?: AbortSignal): Promise<Variation> {
    return get("/v1/games/{game}/line", game, question(line, search), signal);
  },
  async levels(game: string, signal?: AbortSignal): Promise<Level[]> {
    return (await get("/v1/games/{game}/levels", game, undefined, signal)).levels;
  },
  random(game: string, seed: number, signal?: AbortSignal): Promise<Position> {
    return get("/v1/games/{game}/random", game, { seed }, signal);
  },
};
