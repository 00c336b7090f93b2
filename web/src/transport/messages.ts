/** What the page and its worker say to each other. */

import type { Game } from "../contract.ts";

/** The game that a worker opens before its first answer. */
export interface Opening {
  /** Its name in paths. */
  name: string;
  /** Its spec, or the name of its artifact or proof. */
  target: string;
  /** Addresses of the engine, the artifact or proof, and the certificate. */
  engine: string;
  solution: string | null;
  certificate: string | null;
  /** Its spec, and the addresses of the artifacts that are asked after the first. */
  spec: string;
  further: string[];
  /** The digest of the artifact or proof in the list of games. */
  digest: string | null;
  /** The memory of searches in bytes. */
  memory: number;
}

/** The digest of the file that a game is answered from. */
export function digestOf({ artifact, proof }: Game): string | null {
  return (artifact ?? proof)?.digest ?? null;
}

export interface Question {
  path: string;
  query: string;
  body: string | null;
  /** How long a search may take. */
  seconds: number;
  seed: number;
}

export type ToWorker = { opening: Opening } | { question: Question };

/** The answer to the last question; `broken` where the worker cannot be asked again. */
export interface FromWorker {
  status: number;
  json: string;
  broken: boolean;
}
