import { eachMember, type Member, NONE } from "./scan.js";
import { nowhere, type Span, spells } from "./text.js";

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
    return eachMember(bytes, at, this.#member);
  }

  #spanOf(start: number, end: number): Span | undefined {
    for (let index = 0; index < this.#names.length; index += 1) {
      if (spells(this.#bytes, start, end, this.#names[index] as Name)) return this.#spans[index];
    }
    const backslash = this.#bytes.indexOf(0x5c, start);
    if (backslash === -1 || backslash >= end) return undefined;
    const key: unknown = JSON.parse(this.#bytes.toString("utf8", start - 1, end + 1));
    const index = this.#names.indexOf(key as Name);
    return index === -1 ? undefined : this.#spans[index];
  }
}
