import { Body } from "./body.js";

/** What is known of an object from the answers before. */
export interface Known {
  /** The version of the last answer, and when that was. */
  version: string;
  answered: number;
  /** The log that told so. Two logs are two servers', whose clocks need not agree. */
  source: number;
  /** More than one log has written it: what this one does not tell, another may. */
  isShared: boolean;
  /** It was written since, and the log does not have the answer. */
  isOvertaken: boolean;
  /** The object as it was answered. */
  readonly body: Body;
  /** The last PUT, while it is not known what became of it. */
  readonly pending: Pending | undefined;
  /** Of the last request whose answer is not in the log: a digest of who sent it, and of its body. */
  request: string | undefined;
  /** The memory's clock when it was last asked for. */
  touched: number;
  /** What it takes up beside its body. */
  readonly bytes: number;
}

type Entry = { -readonly [Name in keyof Known]: Known[Name] };

/** A PUT that succeeded over this version. */
export interface Pending {
  readonly over: string;
  readonly answered: number;
  readonly source: number;
  /** Books it, as one that left the object as it was, or as one of which that is not known. */
  readonly book: (isIdle: boolean) => void;
}

/** What an entry is taken to cost beside its body and its key; and what a write that waits does, with the names in it. */
const ENTRY_BYTES = 700;
const PENDING_BYTES = 1500;

/** Larger ones are not kept: the server takes requests of 3 MB, and to compare two takes many times their size. */
const LARGEST_BODY = 3 << 20;

/** How much of the room is made free at once, so that it is not looked for at each write. */
const SWEPT = 1 / 16;

/**
 * Keeps what is known of objects, in so many bytes: of those that were longest not written, first the bodies go, by which a change is told, and
 * then, where they take up half of it, the versions, by which a no-op is.
 */
export class Memory {
  readonly #known = new Map<string, Entry>();
  readonly #bytes: number;
  #clock = 0;
  /** By entries, and by their bodies. */
  #entries = 0;
  #bodies = 0;
  /** Objects that had to go. */
  forgotten = 0;

  constructor(bytes: number) {
    this.#bytes = bytes;
  }

  /** What is known of it, which is the latest used from now on. */
  of(key: string): Known | undefined {
    const known = this.#known.get(key);
    if (known !== undefined) known.touched = ++this.#clock;
    return known;
  }

  /** An entry that knows nothing, of an object without one. */
  add(key: string): Known {
    const known: Entry = {
      version: "",
      answered: Number.NEGATIVE_INFINITY,
      source: -1,
      isShared: false,
      isOvertaken: false,
      body: new Body(),
      pending: undefined,
      request: undefined,
      touched: ++this.#clock,
      bytes: ENTRY_BYTES + 2 * key.length,
    };
    this.#known.set(key, known);
    this.#entries += known.bytes;
    if (this.#entries > this.#bytes / 2) this.#forgetOldest();
    return known;
  }

  /** Lets a write wait for the object's next one; undefined: it waits no more. */
  wait(known: Known, pending: Pending | undefined): void {
    const more =
      (pending === undefined ? 0 : PENDING_BYTES) - (known.pending === undefined ? 0 : PENDING_BYTES);
    const entry: Entry = known;
    entry.pending = pending;
    entry.bytes += more;
    this.#entries += more;
    if (more > 0 && this.#entries > this.#bytes / 2) this.#forgetOldest();
  }

  /** Keeps a copy of the object for its entry. */
  keep(known: Known, bytes: Buffer, start: number, end: number): void {
    this.#bodies -= known.body.size;
    if (end - start > LARGEST_BODY) known.body.drop();
    else known.body.copy(bytes, start, end);
    this.#bodies += known.body.size;
    if (this.#bodies + this.#entries > this.#bytes) this.#dropOldest();
  }

  /** The object is gone. */
  forget(key: string): void {
    const known = this.#known.get(key);
    if (known === undefined) return;
    this.#known.delete(key);
    known.pending?.book(false);
    this.#entries -= known.bytes;
    this.#bodies -= known.body.size;
  }

  /** Nothing more comes: books what waits. */
  settle(): void {
    for (const known of this.#known.values()) {
      known.pending?.book(false);
      known.pending = undefined;
    }
  }

  #dropOldest(): void {
    const free = this.#bytes * (1 - SWEPT);
    // The newest stays: it is in use.
    const bodies = this.#byAge().filter(([, { body }]) => body.size > 0);
    for (const [, { body }] of bodies.slice(0, -1)) {
      if (this.#bodies + this.#entries <= free) break;
      this.#bodies -= body.size;
      body.drop();
      this.forgotten += 1;
    }
  }

  #forgetOldest(): void {
    const free = (this.#bytes / 2) * (1 - SWEPT);
    for (const [key] of this.#byAge().slice(0, -1)) {
      if (this.#entries <= free) break;
      this.forget(key);
      this.forgotten += 1;
    }
  }

  /** Those that were longest not asked for come first. */
  #byAge(): [string, Entry][] {
    return [...this.#known].sort(([, a], [, b]) => a.touched - b.touched);
  }
}
