import type { Span } from "./span.js";

/** Room for half a million events in 4 MB: more than two files of a rotated log have. */
const SETS = 1 << 16;
const IN_SET = 8;

/** Remembers the latest events by 64 bits of each, so that one that is sent, or read, again is counted once. */
export class Seen {
  readonly #low = new Uint32Array(SETS * IN_SET);
  readonly #high = new Uint32Array(SETS * IN_SET);
  /** Of each set, the place that is taken next. */
  readonly #next = new Uint8Array(SETS);

  /** Remembers an event by its texts at these places. @returns whether it was remembered */
  take(bytes: Buffer, id: Span, received: Span, stage: number): boolean {
    let low = 0x811c9dc5 ^ stage;
    let high = 0x9747b28c ^ stage;
    for (let place = id.start; place < id.end; place += 1) {
      const byte = bytes[place] as number;
      low = Math.imul(low ^ byte, 0x01000193);
      high = Math.imul(((high << 5) | (high >>> 27)) ^ byte, 0x9e3779b1);
    }
    for (let place = received.start; place < received.end; place += 1) {
      const byte = bytes[place] as number;
      low = Math.imul(low ^ byte, 0x01000193);
      high = Math.imul(((high << 5) | (high >>> 27)) ^ byte, 0x9e3779b1);
    }
    return this.#remember(mixed(low), (mixed(high) | 1) >>> 0);
  }

  /** `high` is not 0, which an empty place has. */
  #remember(low: number, high: number): boolean {
    const set = low % SETS;
    const first = set * IN_SET;
    for (let place = first; place < first + IN_SET; place += 1) {
      if (this.#high[place] === high && this.#low[place] === low) return true;
    }
    const place = first + ((this.#next[set] as number) % IN_SET);
    this.#low[place] = low;
    this.#high[place] = high;
    this.#next[set] = (this.#next[set] as number) + 1;
    return false;
  }
}

/** Each bit of the hash moves with each of the text (the end of MurmurHash3). */
function mixed(hash: number): number {
  let value = hash;
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
