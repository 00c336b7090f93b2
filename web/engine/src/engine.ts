/** The engine: answers to the questions of the HTTP API about one game, on the thread that asks. */

import type {
  BatchAnswer,
  Choice,
  Failure,
  FailureBody,
  Game,
  GameList,
  Item,
  paths,
  Position,
  SearchScope,
  Style,
  ValueAnswer,
  Variation,
} from "./contract.ts";
import { contents, type StoredFile } from "./files.ts";
import { type Answer, Instance } from "./instance.ts";
import { type AnswerOf, type BodyOf, type Path, pathOf, type QueryOf, queryOf } from "./operations.ts";

/** A game, and what it is answered from. */
export interface Opening {
  /** Its spec; with a single file, that of the file. */
  spec?: string;
  /** Artifacts in the order in which they are asked, or one proof. Without files, all answers are searched. */
  files?: readonly StoredFile[];
  /** The certificate of a single artifact. */
  certificate?: StoredFile;
  /** The memory of searches in bytes, by default 64 MiB. */
  memory?: number;
  /** The name of the game in paths and answers. */
  name?: string;
}

/** A question of the API, as its transport has it. */
export interface Question {
  path: string;
  query: string;
  body: string | null;
  /** How long a search may take, in seconds. */
  seconds: number;
  /** For a random position where the query has no seed. */
  seed: number;
}

/** What a search may take. */
export interface Effort {
  /** Which positions are searched if they are not stored: by default any. */
  search?: SearchScope;
  /** Seconds that it may take, by default as many as it needs. An answer that it ends has `interrupted`. */
  timeLimit?: number;
}

/** A question about a position. */
export interface PositionOptions extends Effort {
  /** The board that the moves are played from, by default the start. */
  from?: string;
  /** Whether best moves must be the canonical ones. */
  canonical?: boolean;
}

/** Names of moves, in a text or one by one. */
export type Moves = string | readonly string[];

/** A refusal in the words of the API. */
export class EngineError extends Error {
  override readonly name = "EngineError";
  /** What is wrong, for programs: `bad_position`, for instance. */
  readonly code: string;

  constructor({ code, message }: Failure) {
    super(message);
    this.code = code;
  }
}

const MEMORY = 64 * 2 ** 20;

/** As good as no limit: three years. */
const UNLIMITED = 1e8;

/** A game that answers. Each call holds up its thread until it has the answer. */
export class Engine {
  /** The game as the API describes it. */
  readonly game: Game;
  readonly #instance: Instance;

  private constructor(instance: Instance, game: Game) {
    this.#instance = instance;
    this.game = game;
  }

  /** Opens a game in an instance of its own. Fails if a file cannot be loaded or is damaged. */
  static async open(program: WebAssembly.Module, opening: Opening): Promise<Engine> {
    const [solution, ...further] = await Promise.all((opening.files ?? []).map(contents));
    const certificate = opening.certificate && (await contents(opening.certificate));
    const instance = await Instance.of(program);
    const { spec = "", memory = MEMORY } = opening;
    const target = solution?.name ?? spec;
    const names = { certificate: certificate?.name ?? null, further: further.map(({ name }) => name) };
    const answer = instance.open(
      { name: opening.name ?? nameOf(spec || target), target, spec, memory, ...names },
      solution?.bytes,
      certificate?.bytes,
      further.map(({ bytes }) => bytes),
    );
    // The list of one game.
    const [game] = read<GameList>(answer).games as [Game];
    return new Engine(instance, game);
  }

  /** The value of a position for its side to move. */
  value(moves: Moves = "", options: PositionOptions = {}): ValueAnswer {
    const { from = "-", ...effort } = options;
    const [answer] = this.values([{ from, moves: joined(moves) }], effort) as [BatchAnswer];
    if ("error" in answer) throw new EngineError(answer.error);
    return answer as ValueAnswer;
  }

  /** The values of many positions: an error in the place of one that cannot be read. */
  values(positions: Item[], { timeLimit, ...options }: Effort & { canonical?: boolean } = {}): BatchAnswer[] {
    const body = { search: "anywhere", ...options, positions, values_only: true } as const;
    return this.post("/v1/games/{game}/positions", body, timeLimit).positions;
  }

  /** A position and the values of its moves, best first. */
  analyse(moves: Moves = "", options: PositionOptions = {}): Position {
    return this.get("/v1/games/{game}/position", ...question(moves, options));
  }

  /** The move that the program plays: of best ones that which wins soonest or loses latest. */
  move(moves: Moves = "", options: Omit<PositionOptions, "canonical"> & { style?: Style } = {}): Choice {
    return this.get("/v1/games/{game}/move", ...question(moves, options));
  }

  /** Best play from a position, as far as it is known. */
  line(moves: Moves = "", options: PositionOptions = {}): Variation {
    return this.get("/v1/games/{game}/line", ...question(moves, options));
  }

  /** Asks any path of the API that has a query. */
  get<P extends Path>(path: P, query?: QueryOf<paths[P]["get"]>, timeLimit?: number): AnswerOf<paths[P]["get"]> {
    return this.#ask(pathOf(path, this.game.game), queryOf(query as object | undefined), null, timeLimit);
  }

  /** Asks any path of the API that has a body. */
  post<P extends Path>(path: P, body: BodyOf<paths[P]["post"]>, timeLimit?: number): AnswerOf<paths[P]["post"]> {
    return this.#ask(pathOf(path, this.game.game), "", JSON.stringify(body), timeLimit);
  }

  /** Asks a question as a client of a server does. */
  ask(question: Question): Answer {
    return this.#instance.ask(question);
  }

  #ask<T>(path: string, query: string, body: string | null, seconds = UNLIMITED): T {
    const seed = Math.floor(Math.random() * 2 ** 32);
    return read<T>(this.ask({ path, query, body, seconds: Math.min(seconds, UNLIMITED), seed }));
  }
}

function read<T>({ status, json }: Answer): T {
  if (status !== 200) throw new EngineError((JSON.parse(json) as FailureBody).error);
  return JSON.parse(json) as T;
}

function joined(moves: Moves): string {
  return typeof moves === "string" ? moves : moves.join(" ");
}

function question<Options extends Effort>(moves: Moves, { timeLimit, ...options }: Options) {
  return [{ search: "anywhere" as const, ...options, moves: joined(moves) }, timeLimit] as const;
}

/** A spec as the name of a game in paths. */
function nameOf(spec: string): string {
  return spec.toLowerCase().replace(/[^\w.]/g, "-");
}
