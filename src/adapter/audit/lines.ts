/** Told of a line: its bytes from `start` to `end`, which a line feed follows, and its number from 1. They hold until it returns. */
export type OnLine = (bytes: Buffer, start: number, end: number, number: number) => void;

/** Bytes that are asked for at once. */
const READ = 1 << 20;

/** The longest line that is looked at: the server takes requests of 3 MB, and its answers come to less than twice that. */
export const LONGEST_LINE = 16 << 20;

const LINE_FEED = 0x0a;

/**
 * Cuts a stream of bytes into lines, in one buffer. What is longer than `longest` is passed over, and told of by its number alone; a byte order
 * mark at the beginning is dropped.
 */
export class Lines {
  readonly #onLine: OnLine;
  readonly #onTooLong: (number: number) => void;
  readonly #longest: number;
  #buffer: Buffer;
  /** What the buffer holds: the beginning of a line. */
  #held = 0;
  #number = 0;
  /** Within a line that is too long. */
  #isPassing = false;

  constructor(onLine: OnLine, onTooLong: (number: number) => void, longest = LONGEST_LINE) {
    this.#onLine = onLine;
    this.#onTooLong = onTooLong;
    this.#longest = longest;
    this.#buffer = Buffer.allocUnsafeSlow(Math.min(longest, READ) + READ);
  }

  /** Where the next bytes may be put, for `filled` to take them. */
  get room(): Buffer {
    return this.#buffer.subarray(this.#held);
  }

  /** Takes the first `length` bytes of `room`. */
  filled(length: number): void {
    const end = this.#held + length;
    let start = 0;
    let from = this.#held;
    for (;;) {
      const feed = this.#buffer.indexOf(LINE_FEED, from);
      if (feed === -1 || feed >= end) break;
      this.#line(start, feed);
      start = feed + 1;
      from = start;
    }
    this.#keep(start, end);
  }

  /** Takes bytes. */
  push(bytes: Uint8Array): void {
    for (let taken = 0; taken < bytes.length; ) {
      const { room } = this;
      const part = bytes.subarray(taken, taken + room.length);
      room.set(part);
      this.filled(part.length);
      taken += part.length;
    }
  }

  /** The stream has ended: what it ended with is a line, though no line feed follows it. */
  end(): void {
    if (this.#held === 0 && !this.#isPassing) return;
    this.#buffer[this.#held] = LINE_FEED;
    this.#line(0, this.#held);
    this.#held = 0;
  }

  #line(start: number, end: number): void {
    this.#number += 1;
    if (this.#isPassing) {
      this.#isPassing = false;
      this.#onTooLong(this.#number);
      return;
    }
    const hasMark = this.#number === 1 && this.#buffer.subarray(start, start + 3).equals(BYTE_ORDER_MARK);
    this.#onLine(this.#buffer, hasMark ? start + 3 : start, end, this.#number);
  }

  /** Puts the beginning of the next line to the front, and makes room behind it. */
  #keep(start: number, end: number): void {
    const length = end - start;
    if (this.#isPassing || length > this.#longest) {
      this.#isPassing = true;
      this.#held = 0;
      return;
    }
    if (length + READ > this.#buffer.length) {
      const larger = Buffer.allocUnsafeSlow(Math.min(2 * length, this.#longest) + READ);
      this.#buffer.copy(larger, 0, start, end);
      this.#buffer = larger;
    } else this.#buffer.copyWithin(0, start, end);
    this.#held = length;
  }
}

const BYTE_ORDER_MARK = Buffer.of(0xef, 0xbb, 0xbf);
