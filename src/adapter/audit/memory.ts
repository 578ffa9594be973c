/** What is known of an object from the answers before. */
export interface Known {
  /** The version of the last answer, and when that was. */
  version: string;
  answered: number;
  /** The log that told so. Two logs are two servers', whose clocks need not agree. */
  source: number;
  /** The object as it was answered, as JSON. */
  body: Buffer | undefined;
  /** The last PUT, while it is not known what became of it. */
  pending: Pending | undefined;
  /** Of the last request whose answer is not in the log: who sent it, and a digest of its body. */
  request: string | undefined;
}

/** A PUT that succeeded over this version. */
export interface Pending {
  readonly over: string;
  readonly answered: number;
  readonly source: number;
  /** Books it, as one that left the object as it was, or as one of which that is not known. */
  readonly book: (isIdle: boolean) => void;
}

/** What an entry is taken to cost beside its body. */
const ENTRY_BYTES = 500;

/** Keeps what is known of objects, in so many bytes: who was longest not written goes first. */
export class Memory {
  readonly #known = new Map<string, Known>();
  readonly #bytes: number;
  #used = 0;
  /** Objects that had to go. */
  forgotten = 0;

  constructor(bytes: number) {
    this.#bytes = bytes;
  }

  /** What is known of it, which is the latest used from now on. */
  of(key: string): Known | undefined {
    const known = this.#known.get(key);
    if (known === undefined) return undefined;
    this.#known.delete(key);
    this.#known.set(key, known);
    return known;
  }

  /** The same, and an entry that knows nothing where there is none. */
  at(key: string): Known {
    const found = this.of(key);
    if (found !== undefined) return found;
    const known: Known = {
      version: "",
      answered: Number.NEGATIVE_INFINITY,
      source: -1,
      body: undefined,
      pending: undefined,
      request: undefined,
    };
    this.#known.set(key, known);
    this.#used += ENTRY_BYTES;
    this.#shrink();
    return known;
  }

  /** Keeps a copy of the body for an entry. */
  keep(known: Known, body: Buffer | undefined): void {
    this.#used -= known.body?.length ?? 0;
    // Not out of the pool, whose pages would stay for one body in them.
    const copy = body === undefined ? undefined : Buffer.allocUnsafeSlow(body.length);
    if (copy !== undefined) body?.copy(copy);
    known.body = copy;
    this.#used += copy?.length ?? 0;
    this.#shrink();
  }

  /** The object is gone. */
  forget(key: string): void {
    const known = this.#known.get(key);
    if (known === undefined) return;
    this.#known.delete(key);
    known.pending?.book(false);
    this.#used -= ENTRY_BYTES + (known.body?.length ?? 0);
  }

  /** Nothing more comes: books what waits. */
  settle(): void {
    for (const known of this.#known.values()) {
      known.pending?.book(false);
      known.pending = undefined;
    }
  }

  #shrink(): void {
    for (const [key] of this.#known) {
      // The newest stays, or its own entry would not be found.
      if (this.#used <= this.#bytes || this.#known.size === 1) return;
      this.forget(key);
      this.forgotten += 1;
    }
  }
}
