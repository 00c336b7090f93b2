import type { Game, Level, Position, Proof, Review, Search, Variation } from "./contract.ts";

/** Why there is no answer. */
export class Refusal extends Error {
  /** The server's code, or `unreachable` where no server answered. */
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }

  /** Whether the same question may be answered later. */
  get mayPass(): boolean {
    return ["unreachable", "busy", "timeout", "shutting_down", "internal"].includes(this.code);
  }

  /** Whether the question was wrong, so that asking again is of no use. */
  get isAskers(): boolean {
    return !this.mayPass;
  }
}

const UNREACHABLE = "The server does not answer. Is solveig serve still running?";

const EXPLAINED: Record<string, string> = {
  busy: "The server is busy with other searches.",
  timeout: "The search took longer than the server allows.",
};

async function ask<T>(path: string, signal?: AbortSignal, body?: unknown): Promise<T> {
  const request: RequestInit = { headers: { accept: "application/json" } };
  if (signal) request.signal = signal;
  if (body !== undefined) {
    request.method = "POST";
    request.headers = { ...request.headers, "content-type": "application/json" };
    request.body = JSON.stringify(body);
  }
  let response: Response;
  try {
    response = await fetch(`v1/${path}`, request);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Refusal("unreachable", UNREACHABLE);
  }
  let answer: unknown;
  try {
    answer = await response.json();
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Refusal("unreachable", UNREACHABLE);
  }
  if (response.ok) return answer as T;
  const { error } = answer as { error?: { code?: string; message?: string } };
  const code = error?.code ?? (response.status >= 500 ? "internal" : "bad_request");
  const explained = EXPLAINED[code];
  const said = error?.message ?? `The server answered ${response.status}.`;
  throw new Refusal(code, explained ? `${explained} (${said})` : said);
}

/** A place in a game: a board and the moves played from it. */
export interface Line {
  from: string;
  moves: readonly string[];
}

function query(line: Line, search: Search): string {
  return new URLSearchParams({ from: line.from, moves: line.moves.join(" "), search }).toString();
}

function of(game: string): string {
  return `games/${encodeURIComponent(game)}`;
}

export const server = {
  async games(signal?: AbortSignal): Promise<Game[]> {
    return (await ask<{ games: Game[] }>("games", signal)).games;
  },
  position(game: string, line: Line, search: Search, signal?: AbortSignal): Promise<Position> {
    return ask(`${of(game)}/position?${query(line, search)}`, signal);
  },
  proof(game: string, line: Line, search: Search, signal?: AbortSignal): Promise<Proof> {
    return ask(`${of(game)}/proof?${query(line, search)}`, signal);
  },
  review(game: string, line: Line, search: Search, signal?: AbortSignal): Promise<Review> {
    const body = { from: line.from, moves: line.moves.join(" "), search };
    return ask(`${of(game)}/review`, signal, body);
  },
  /** Best play from a position to the end, as far as it is known. */
  variation(game: string, line: Line, search: Search, signal?: AbortSignal): Promise<Variation> {
    return ask(`${of(game)}/line?${query(line, search)}`, signal);
  },
  async levels(game: string, signal?: AbortSignal): Promise<Level[]> {
    return (await ask<{ levels: Level[] }>(`${of(game)}/levels`, signal)).levels;
  },
  random(game: string, seed: number, signal?: AbortSignal): Promise<Position> {
    return ask(`${of(game)}/random?seed=${seed}`, signal);
  },
};
