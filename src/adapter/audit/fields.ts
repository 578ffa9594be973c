import { eachMember, type Member, NONE } from "./scan.js";
import { nowhere, type Span, spells } from "./span.js";

/**
 * Finds the members of some names in an object: where a name stands twice, the last, as JSON.parse does. One instance is used again and
 * again, so that reading a line makes nothing.
 */
export class Fields<Name extends string> {
  readonly at: Readonly<Record<Name, Span>>;
  readonly #names: readonly Name[];
  readonly #spans: readonly Span[];
  readonly #member: Member;
  #bytes: Buffer = Buffer.alloc(0);
  #next = 0;

  constructor(names: readonly Name[]) {
    const spans = names.map(nowhere);
    this.#names = names;
    this.#spans = spans;
    this.at = Object.fromEntries(names.map((name, index) => [name, spans[index]])) as Record<Name, Span>;
    this.#member = (keyStart, keyEnd, start, end) => {
      const span = this.#spanOf(keyStart, keyEnd);
      if (span === undefined) return;
      span.start = start;
      span.end = end;
    };
  }

  /** Reads the object at `at`. @returns the place after it; NONE where it is no object */
  read(bytes: Buffer, at: number): number {
    for (const span of this.#spans) {
      span.start = NONE;
      span.end = NONE;
    }
    if (at === NONE) return NONE;
    this.#bytes = bytes;
    this.#next = 0;
    return eachMember(bytes, at, this.#member);
  }

  /** A writer states members in one order: the one after the last that was found is looked for first. */
  #spanOf(start: number, end: number): Span | undefined {
    const next = this.#next;
    if (next < this.#names.length && spells(this.#bytes, start, end, this.#names[next] as Name)) {
      this.#next = next + 1;
      return this.#spans[next];
    }
    const index = this.#indexOf(start, end);
    if (index === -1) return undefined;
    this.#next = index + 1;
    return this.#spans[index];
  }

  #indexOf(start: number, end: number): number {
    for (let index = 0; index < this.#names.length; index += 1) {
      if (spells(this.#bytes, start, end, this.#names[index] as Name)) return index;
    }
    for (let place = start; place < end; place += 1) {
      if (this.#bytes[place] !== BACKSLASH) continue;
      const key: unknown = JSON.parse(this.#bytes.toString("utf8", start - 1, end + 1));
      return this.#names.indexOf(key as Name);
    }
    return -1;
  }
}

const BACKSLASH = 0x5c;
