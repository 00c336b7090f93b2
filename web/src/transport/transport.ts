/** The status of HTTP and the JSON that answer a question. */
export interface Reply {
  status: number;
  answer: unknown;
}

/** A way by which questions of the API reach what answers them. */
export interface Transport {
  /** Fails where nothing answers, and with the reason of `signal` where that is aborted. */
  ask(path: string, signal?: AbortSignal, body?: unknown): Promise<Reply>;
}
