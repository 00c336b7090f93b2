/** An instance of the engine in WebAssembly: calls of its functions, and bytes across its boundary. */

interface Exports {
  memory: WebAssembly.Memory;
  solveig_allocate(length: number): number;
  solveig_add(artifact: number, length: number): void;
  solveig_open(
    opening: number,
    openingLength: number,
    solution: number,
    solutionLength: number,
    certificate: number,
    certificateLength: number,
  ): number;
  solveig_ask(question: number, length: number): number;
  solveig_answer(): number;
  solveig_answer_length(): number;
}

/** What a server of the HTTP API would answer. */
export interface Answer {
  /** The status of HTTP. */
  status: number;
  json: string;
}

const NOTHING = new Uint8Array();

/** Answers about one game. A call that throws leaves it unusable: all later ones throw the same. */
export class Instance {
  readonly #exports: Exports;
  #end: { error: unknown } | null = null;

  private constructor(exports: Exports) {
    this.#exports = exports;
  }

  static async of(program: WebAssembly.Module): Promise<Instance> {
    const panicked = (start: number, length: number) => {
      throw new Error(text(exports.memory, start, length));
    };
    const imports = { solveig: { milliseconds: () => performance.now(), panicked } };
    const instance = await WebAssembly.instantiate(program, imports);
    const exports = instance.exports as unknown as Exports;
    return new Instance(exports);
  }

  open(
    opening: object,
    solution: Uint8Array = NOTHING,
    certificate: Uint8Array = NOTHING,
    further: Uint8Array[] = [],
  ): Answer {
    return this.#answer(() => {
      for (const artifact of further) this.#exports.solveig_add(...this.#sent(artifact));
      const sent = [encoded(opening), solution, certificate].map((bytes) => this.#sent(bytes));
      const [[a, b], [c, d], [e, f]] = sent as [Sent, Sent, Sent];
      return this.#exports.solveig_open(a, b, c, d, e, f);
    });
  }

  ask(question: object): Answer {
    return this.#answer(() => this.#exports.solveig_ask(...this.#sent(encoded(question))));
  }

  /** Copies bytes into a buffer of the engine, which the function called frees. */
  #sent(bytes: Uint8Array): Sent {
    const start = this.#exports.solveig_allocate(bytes.length);
    new Uint8Array(this.#exports.memory.buffer, start, bytes.length).set(bytes);
    return [start, bytes.length];
  }

  #answer(call: () => number): Answer {
    if (this.#end) throw this.#end.error;
    try {
      const status = call();
      const [start, length] = [this.#exports.solveig_answer(), this.#exports.solveig_answer_length()];
      return { status, json: text(this.#exports.memory, start, length) };
    } catch (error) {
      this.#end = { error };
      throw error;
    }
  }
}

function text(memory: WebAssembly.Memory, start: number, length: number): string {
  return new TextDecoder().decode(new Uint8Array(memory.buffer, start, length));
}

/** Where bytes begin in the engine's memory, and how many they are. */
type Sent = [start: number, length: number];

function encoded(value: object): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}
