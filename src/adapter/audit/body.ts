/** Room for a version to become longer. */
const SLACK = 1.125;

/** What a buffer is taken to cost beside its bytes. */
const BUFFER_BYTES = 600;

/** A copy of an object's JSON, in memory that is used again for its next version. */
export class Body {
  #bytes = NOTHING;
  #length = 0;

  /** What it takes up. */
  get size(): number {
    return this.#bytes === NOTHING ? 0 : this.#bytes.length + BUFFER_BYTES;
  }

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  copy(bytes: Buffer, start: number, end: number): void {
    const length = end - start;
    // Not out of the pool, whose pages would stay for one body in them.
    if (length > this.#bytes.length || length < this.#bytes.length / 4)
      this.#bytes = Buffer.allocUnsafeSlow(Math.ceil(length * SLACK));
    bytes.copy(this.#bytes, 0, start, end);
    this.#length = length;
  }

  clear(): void {
    this.#length = 0;
  }

  /** Gives the memory back. */
  drop(): void {
    this.#bytes = NOTHING;
    this.#length = 0;
  }

  text(): string {
    return this.#bytes.toString("utf8", 0, this.#length);
  }
}

const NOTHING = Buffer.alloc(0);
