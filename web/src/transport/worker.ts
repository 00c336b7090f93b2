/** The worker that runs the engine, so that a search does not hold up the page. */

import { Engine, EngineError } from "../../engine/src/engine.ts";
import { contents } from "../../engine/src/files.ts";
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

async function open({ engine, files, certificate, digest, ...opening }: Opening): Promise<Engine> {
  const [program, ...stored] = [engine, ...files].map((address) => new URL(address)) as [URL, ...URL[]];
  const { bytes } = await contents(program);
  const stated = certificate === null ? {} : { certificate: new URL(certificate) };
  const opened = await Engine.open(await WebAssembly.compile(bytes), { ...opening, files: stored, ...stated });
  if (digestOf(opened.game) !== digest) {
    throw new Error(`${files[0]}: another file than the list of games says, reload the page`);
  }
  return opened;
}

function failure(error: unknown): { status: number; json: string } {
  const code = error instanceof EngineError ? error.code : "internal";
  const message = error instanceof Error ? error.message : String(error);
  return { status: 500, json: JSON.stringify({ error: { code, message } }) };
}
