import type {
  Choice,
  FailureBody,
  Game,
  GameRecord,
  ArtifactLevel,
  Position,
  Proof,
  Review,
  SearchScope,
  Variation,
  paths,
} from "../engine/src/contract.ts";
import { type AnswerOf, type BodyOf, type Path, pathOf, type QueryOf, queryOf } from "../engine/src/operations.ts";
import { isFolder, transport } from "./transport/chosen.ts";
import type { Reply } from "./transport/transport.ts";
import type { Message } from "./words/catalogue.ts";
import { en } from "./words/en.ts";

/** The server's refusal, or that there is no server. */
export class Refusal extends Error {
  /** The error code of the server; `unreachable` where none answered. */
  readonly code: string;
  /** What went wrong. */
  readonly said: Message;

  constructor(code: string, said: Message) {
    super(said(en));
    this.code = code;
    this.said = said;
  }

  /** Whether the server is starting up: it answers as soon as it has checked its files. */
  get isEarly(): boolean {
    return this.code === "not_ready";
  }

  /** Whether the question itself is wrong: its board, or one of its moves. */
  get isOfPosition(): boolean {
    return this.code === "bad_position";
  }

  /** Whether the same question may be answered later. */
  get mayPass(): boolean {
    return ["unreachable", "busy", "timeout", "internal"].includes(this.code) || this.isEarly;
  }
}

async function ask(path: string, signal?: AbortSignal, body?: unknown): Promise<unknown> {
  let reply: Reply;
  try {
    reply = await transport().ask(path, signal, body);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Refusal("unreachable", ({ problems }) => (isFolder() ? problems.noFile : problems.unreachable));
  }
  if (reply.status === 200) return reply.answer;
  const { error } = reply.answer as Partial<FailureBody>;
  const code = error?.code ?? (reply.status >= 500 ? "internal" : "bad_request");
  const { status } = reply;
  if (!error) throw new Refusal(code, ({ problems }) => problems.status({ status }));
  throw new Refusal(code, explained(code, error.message));
}

/** What went wrong, with the server's own words. */
function explained(code: string, said: string): Message {
  return ({ problems }) => {
    if (code === "not_ready") return problems.notReady;
    if (code === "busy") return problems.busy({ said });
    return code === "timeout" ? problems.timeout({ said }) : said;
  };
}

async function get<P extends Path>(
  path: P,
  game: string,
  query: QueryOf<paths[P]["get"]> | undefined,
  signal?: AbortSignal,
): Promise<AnswerOf<paths[P]["get"]>> {
  const queryText = queryOf(query as object | undefined);
  const address = pathOf(path, game) + (queryText && `?${queryText}`);
  return (await ask(address, signal)) as AnswerOf<paths[P]["get"]>;
}

async function post<P extends Path>(
  path: P,
  game: string,
  body: BodyOf<paths[P]["post"]>,
  signal?: AbortSignal,
): Promise<AnswerOf<paths[P]["post"]>> {
  return (await ask(pathOf(path, game), signal, body)) as AnswerOf<paths[P]["post"]>;
}

/** A board, and the moves played from it. */
export interface Line {
  from: string;
  moves: readonly string[];
}

function question({ from, moves }: Line, search: SearchScope): { from: string; moves: string; search: SearchScope } {
  return { from, moves: moves.join(" "), search };
}

/** The positions along a line, from its beginning to its end. */
export function along({ from, moves }: Line): Line[] {
  return Array.from({ length: moves.length + 1 }, (_, ply) => ({ from, moves: moves.slice(0, ply) }));
}

type Answers = AnswerOf<paths["/v1/games/{game}/positions"]["post"]>["positions"];

/** What is stored of many positions, or why it cannot be told. */
async function each(game: string, lines: readonly Line[], signal?: AbortSignal): Promise<Answers> {
  const positions = lines.map((one) => ({ from: one.from, moves: one.moves.join(" ") }));
  return (await post("/v1/games/{game}/positions", game, { positions, search: "never" }, signal)).positions;
}

export const server = {
  async games(signal?: AbortSignal): Promise<Game[]> {
    return (await get("/v1/games", "", undefined, signal)).games;
  },
  position(game: string, line: Line, search: SearchScope, signal?: AbortSignal): Promise<Position> {
    return get("/v1/games/{game}/position", game, question(line, search), signal);
  },
  /** The move that the program plays. */
  move(game: string, line: Line, search: SearchScope, signal?: AbortSignal): Promise<Choice> {
    return get("/v1/games/{game}/move", game, question(line, search), signal);
  },
  /** What is stored of many positions; no search is made. */
  async positions(game: string, lines: readonly Line[], signal?: AbortSignal): Promise<Position[]> {
    return (await each(game, lines, signal)).map((one) => {
      if ("error" in one) {
        const { code, message } = one.error;
        throw new Refusal(code, () => message);
      }
      // The batch did not ask for values alone.
      return one as Position;
    });
  },
  /** How many moves of a line can be played before one that is not legal; null where its board is wrong. */
  async legalMoves(game: string, line: Line, signal?: AbortSignal): Promise<number | null> {
    let [legal, tried] = [0, line.moves.length];
    const isLegal = async (plies: number): Promise<boolean> => {
      const [answer] = await each(game, [{ from: line.from, moves: line.moves.slice(0, plies) }], signal);
      return answer !== undefined && !("error" in answer);
    };
    if (!(await isLegal(0))) return null;
    while (tried - legal > 1) {
      const middle = legal + Math.floor((tried - legal) / 2);
      if (await isLegal(middle)) legal = middle;
      else tried = middle;
    }
    return legal;
  },
  /** Reads a board, moves, or a record of a game; `swap` among the moves is the exchange of colours. */
  record(game: string, text: string): Promise<GameRecord> {
    return post("/v1/records", "", { game, text });
  },
  proof(game: string, line: Line, search: SearchScope, signal?: AbortSignal): Promise<Proof> {
    return get("/v1/games/{game}/proof", game, question(line, search), signal);
  },
  review(game: string, line: Line, search: SearchScope, signal?: AbortSignal): Promise<Review> {
    return post("/v1/games/{game}/review", game, question(line, search), signal);
  },
  /**
   * Best play from a position to the end, as far as it is known. It begins with the best move that the
   * position has; the line alone might begin with another.
   */
  async bestPlay(game: string, line: Line, search: SearchScope, signal?: AbortSignal): Promise<Variation> {
    const { best_move } = await server.position(game, line, search, signal);
    const after = best_move === null ? line : { ...line, moves: [...line.moves, best_move] };
    const rest = await get("/v1/games/{game}/line", game, question(after, search), signal);
    return best_move === null ? rest : { ...rest, moves: [best_move, ...rest.moves] };
  },
  async levels(game: string, signal?: AbortSignal): Promise<ArtifactLevel[]> {
    return (await get("/v1/games/{game}/levels", game, undefined, signal)).levels;
  },
  random(game: string, seed: number, signal?: AbortSignal): Promise<Position> {
    return get("/v1/games/{game}/random", game, { seed }, signal);
  },
};
