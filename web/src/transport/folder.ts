/** A folder of static files as the opponent: games in a list, answers from the engine in workers. */

import type { FailureBody, Game } from "../../engine/src/contract.ts";
import type { Question } from "../../engine/src/engine.ts";
import { digestOf, type FromWorker, type Opening, type ToWorker } from "./messages.ts";
import type { Reply, Transport } from "./transport.ts";

/** The list of games that `solveig serve --static` writes. */
interface List {
  games: Game[];
  /** The files of each game, by its name. */
  files: Record<string, { solution: string | null; certificate: string | null; further: string[] }>;
  /** The file of the engine. */
  engine: string;
  search_seconds: number;
  /** The memory of searches of a game in bytes. */
  memory: number;
}

/** Answers about one game, one at a time, from a worker that starts with the first question. */
class Answerer {
  readonly #opening: Opening;
  #worker: Worker | null = null;
  #last: Promise<unknown> = Promise.resolve();

  constructor(opening: Opening) {
    this.#opening = opening;
  }

  /** A question that is aborted while it is answered ends its worker: a search hears nothing. */
  ask(question: Question, signal?: AbortSignal): Promise<Reply> {
    const answer = this.#last.then(() => this.#answer(question, signal));
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  #answer(question: Question, signal?: AbortSignal): Promise<Reply> {
    signal?.throwIfAborted();
    this.#worker ??= this.#started();
    const worker = this.#worker;
    return new Promise((resolve, reject) => {
      const end = () => {
        signal?.removeEventListener("abort", abort);
        worker.onmessage = worker.onerror = null;
      };
      const abandon = () => {
        end();
        worker.terminate();
        this.#worker = null;
      };
      const abort = () => {
        abandon();
        reject(signal?.reason);
      };
      signal?.addEventListener("abort", abort);
      worker.onmessage = ({ data: { status, json, broken } }: MessageEvent<FromWorker>) => {
        if (broken) abandon();
        else end();
        resolve({ status, answer: JSON.parse(json) });
      };
      worker.onerror = (event) => {
        abandon();
        reject(new Error(event.message));
      };
      worker.postMessage({ question } satisfies ToWorker);
    });
  }

  #started(): Worker {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    worker.postMessage({ opening: this.#opening } satisfies ToWorker);
    return worker;
  }
}

/** The folder whose list of games is at this address. */
export function folder(address: string): Transport {
  let list: Promise<List> | null = null;
  const answerers = new Map<string, Answerer>();
  const read = async (): Promise<List> => {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${address}: ${response.status}`);
    return response.json() as Promise<List>;
  };

  /** A search holds up neither what is stored nor the program's move: they have workers of their own. */
  const answerer = (
    { engine, files, games, memory }: List,
    name: string,
    purpose: "stored" | "move" | "search",
  ): Answerer | null => {
    const game = games.find((one) => one.game === name);
    const of = files[name];
    if (!game || !of) return null;
    const key = `${purpose} ${name}`;
    const existing = answerers.get(key);
    if (existing) return existing;
    const inFolder = (file: string) => new URL(encodeURIComponent(file), base).href;
    const base = new URL(address, document.baseURI);
    const fresh = new Answerer({
      name,
      spec: game.spec,
      engine: new URL(engine, base).href,
      files: [of.solution ?? [], of.further].flat().map(inFolder),
      certificate: of.certificate === null ? null : inFolder(of.certificate),
      digest: digestOf(game),
      memory,
    });
    answerers.set(key, fresh);
    return fresh;
  };

  return {
    async ask(path, signal, body) {
      list ??= read();
      // Asked again after a failure.
      list.catch(() => (list = null));
      const games = await list;
      signal?.throwIfAborted();
      const [place = "", query = ""] = path.split("?");
      if (place === "/v1/games") return { status: 200, answer: { games: games.games } };
      const posted = body as { game?: string; search?: string } | undefined;
      const name = posted?.game ?? decodeURIComponent(place.split("/")[3] ?? "");
      const search = new URLSearchParams(query).get("search") ?? posted?.search;
      const isStored = search === "never" || /\/(levels|random|records)$/.test(place);
      const purpose = isStored ? "stored" : place.endsWith("/move") ? "move" : "search";
      const answering = answerer(games, name, purpose);
      if (!answering) return unknown(name);
      const question: Question = {
        path: place,
        query,
        body: body === undefined ? null : JSON.stringify(body),
        seconds: games.search_seconds,
        seed: Math.floor(Math.random() * 2 ** 32),
      };
      return answering.ask(question, signal);
    },
  };
}

function unknown(name: string): Reply {
  const answer: FailureBody = { error: { code: "no_such_game", message: `there is no game "${name}" in this folder` } };
  return { status: 404, answer };
}
