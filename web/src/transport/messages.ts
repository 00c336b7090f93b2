/** What the page and its worker say to each other. */

import type { Game } from "../../engine/src/contract.ts";
import type { Question } from "../../engine/src/engine.ts";

/** The game that a worker opens before its first answer. */
export interface Opening {
  /** Its name in paths. */
  name: string;
  spec: string;
  /** Addresses of the engine, of the artifacts or the proof, and of the certificate. */
  engine: string;
  files: string[];
  certificate: string | null;
  /** The digest of the artifact or proof in the list of games. */
  digest: string | null;
  /** The memory of searches in bytes. */
  memory: number;
}

/** The digest of the file that a game is answered from. */
export function digestOf({ artifact, proof }: Game): string | null {
  return (artifact ?? proof)?.digest ?? null;
}

export type ToWorker = { opening: Opening } | { question: Question };

/** The answer to the last question; `broken` where the worker cannot be asked again. */
export interface FromWorker {
  status: number;
  json: string;
  broken: boolean;
}
