import { Body } from "./body.js";

/** What is known of an object from the answers before. */
export interface Known {
  /** The version of the last answer, and when that was. */
  version: string;
  answered: number;
  /** The log that told so. Two logs are two servers', whose clocks need not agree. */
  source: number;
  /** The object as it was answered. */
  readonly body: Body;
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

/**
 * Keeps what is known of objects, in so many bytes: of those that were longest not written, first the bodies go, by which a change is told, and
 * then, where they take up half of it, the versions, by which a no-op is.
 */
export class Memory {
  readonly #known = new Map<string, Known>();
  /** Those with a body, in the order in which it was kept. */
  readonly #bodies = new Map<string, Known>();
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

  /** An entry that knows nothing, of an object without one. */
  add(key: string): Known {
    const known: Known = {
      version: "",
      answered: Number.NEGATIVE_INFINITY,
      source: -1,
      body: new Body(),
      pending: undefined,
      request: undefined,
    };
    this.#known.set(key, known);
    this.#used += ENTRY_BYTES;
    this.#shrink();
    return known;
  }

  /** Keeps a copy of the object for its entry. */
  keep(key: string, known: Known, bytes: Buffer, start: number, end: number): void {
    this.#bodies.delete(key);
    this.#used -= known.body.size;
    known.body.copy(bytes, start, end);
    this.#used += known.body.size;
    this.#bodies.set(key, known);
    this.#shrink();
  }

  /** The object is gone. */
  forget(key: string): void {
    const known = this.#known.get(key);
    if (known === undefined) return;
    this.#known.delete(key);
    this.#bodies.delete(key);
    known.pending?.book(false);
    this.#used -= ENTRY_BYTES + known.body.size;
  }

  /** Nothing more comes: books what waits. */
  settle(): void {
    for (const known of this.#known.values()) {
      known.pending?.book(false);
      known.pending = undefined;
    }
  }

  #shrink(): void {
    for (const [key, known] of this.#bodies) {
      // The newest stays: it is in use.
      if (this.#used <= this.#bytes || this.#bodies.size === 1) break;
      this.#bodies.delete(key);
      this.#used -= known.body.size;
      known.body.drop();
      this.forgotten += 1;
    }
    for (const [key] of this.#known) {
      if (this.#known.size * ENTRY_BYTES <= this.#bytes / 2 || this.#known.size === 1) break;
      this.forget(key);
      this.forgotten += 1;
    }
  }
}
