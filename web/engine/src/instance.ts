/** The engine in WebAssembly: calls of its functions, and bytes across its boundary. */

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

export interface Answer {
  /** The status that a server would answer with. */
  status: number;
  json: string;
}

const NOTHING = new Uint8Array();

/** One instance, which answers about one game. A call that throws leaves it unusable. */
export class Engine {
  readonly #exports: Exports;

  private constructor(exports: Exports) {
    this.#exports = exports;
  }

  static async of(program: BufferSource): Promise<Engine> {
    const panicked = (start: number, length: number) => {
      throw new Error(text(exports.memory, start, length));
    };
    const imports = { solveig: { milliseconds: () => performance.now(), panicked } };
    const { instance } = await WebAssembly.instantiate(program, imports);
    const exports = instance.exports as unknown as Exports;
    return new Engine(exports);
  }

  open(
    opening: object,
    solution: Uint8Array = NOTHING,
    certificate: Uint8Array = NOTHING,
    further: Uint8Array[] = [],
  ): Answer {
    for (const artifact of further) this.#exports.solveig_add(...this.#sent(artifact));
    const sent = [encoded(opening), solution, certificate].map((bytes) => this.#sent(bytes));
    const [[a, b], [c, d], [e, f]] = sent as [Sent, Sent, Sent];
    return this.#answer(this.#exports.solveig_open(a, b, c, d, e, f));
  }

  ask(question: object): Answer {
    return this.#answer(this.#exports.solveig_ask(...this.#sent(encoded(question))));
  }

  /** Copies bytes into a buffer of the engine, which the function called frees. */
  #sent(bytes: Uint8Array): Sent {
    const start = this.#exports.solveig_allocate(bytes.length);
    new Uint8Array(this.#exports.memory.buffer, start, bytes.length).set(bytes);
    return [start, bytes.length];
  }

  #answer(status: number): Answer {
    const [start, length] = [this.#exports.solveig_answer(), this.#exports.solveig_answer_length()];
    return { status, json: text(this.#exports.memory, start, length) };
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
