/** The worker that runs the engine, so that a search does not hold up the page. */

import { Engine } from "./engine.ts";
import type { Game } from "../contract.ts";
import { digestOf, type FromWorker, type Opening, type ToWorker } from "./messages.ts";

let opened: Promise<Engine> | null = null;

self.onmessage = async ({ data }: MessageEvent<ToWorker>) => {
  if ("opening" in data) {
    opened = open(data.opening);
    // What went wrong is said in answer to the first question.
    opened.catch(() => undefined);
    return;
  }
  let answer: FromWorker;
  try {
    const engine = await opened;
    if (!engine) throw new Error("no game has been opened");
    answer = { ...engine.ask(data.question), broken: false };
  } catch (error) {
    answer = { ...failure(error), broken: true };
  }
  self.postMessage(answer);
};

async function open({ engine, solution, certificate, further, digest, ...opening }: Opening): Promise<Engine> {
  const files = [engine, solution, certificate].map((address) => (address ? bytes(address) : undefined));
  const [program, stored, stated] = await Promise.all(files);
  const others = await Promise.all(further.map(bytes));
  if (!program) throw new Error("the engine has no address");
  const instance = await Engine.of(program);
  const name = (address: string) => decodeURIComponent(address.split("/").at(-1) ?? "");
  const names = { certificate: certificate === null ? null : name(certificate), further: further.map(name) };
  const answer = instance.open({ ...opening, ...names }, stored, stated, others);
  if (answer.status !== 200) throw new Refused(answer.json);
  const { games }: { games: Game[] } = JSON.parse(answer.json);
  const found = games[0] ? digestOf(games[0]) : null;
  if (found !== digest) throw new Error(`${solution}: another file than the list of games says, reload the page`);
  return instance;
}

/** A refusal of the engine, as the JSON of an error. */
class Refused extends Error {}

async function bytes(address: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

function failure(error: unknown): { status: number; json: string } {
  if (error instanceof Refused) return { status: 500, json: error.message };
  const message = error instanceof Error ? error.message : String(error);
  return { status: 500, json: JSON.stringify({ error: { code: "internal", message } }) };
}
