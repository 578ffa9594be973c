/** How much of the room a sweep frees. */
const SWEPT = 1 / 4;

/** What an entry is taken to cost beside its key and value. */
const ENTRY_BYTES = 150;

export interface BoundedOptions<Value> {
  /** How many are kept, and in how many bytes. */
  readonly size: number;
  readonly bytes?: number;
  readonly weight: (value: Value) => number;
  /** What a value takes up. It may grow until another key is asked for. */
  readonly bytesOf?: (value: Value) => number;
}

/**
 * Counts by key, of which the heaviest are kept: when it is full, a quarter goes, those with the least weight, and of
 * two of one weight the one that was touched longest ago. What went starts at nothing when it comes back, so that no count is ever too high.
 */
export class Bounded<Value> {
  private readonly byKey = new Map<string, Entry<Value>>();
  private readonly size: number;
  private readonly most: number;
  private readonly weight: (value: Value) => number;
  private readonly bytesOf: (value: Value) => number;
  /** Counts touches: a place in a map's order for each would cost more than all else here. */
  private clock = 0;
  private bytes = 0;
  private latest: Entry<Value> | undefined;
  /** How many were let go of. */
  forgotten = 0;

  constructor({ size, bytes, weight, bytesOf }: BoundedOptions<Value>) {
    this.size = size;
    this.most = bytes ?? Number.POSITIVE_INFINITY;
    this.weight = weight;
    this.bytesOf = bytesOf ?? (() => 0);
  }

  get(key: string): Value | undefined {
    return this.byKey.get(key)?.value;
  }

  /** The value of a key, made where there is none. */
  at(key: string, make: () => Value): Value {
    if (this.latest !== undefined) this.measure(this.latest);
    if (this.bytes > this.most) this.sweep(this.byKey.size);
    const touched = ++this.clock;
    const known = this.byKey.get(key);
    if (known !== undefined) {
      known.touched = touched;
      this.latest = known;
      return known.value;
    }
    if (this.byKey.size >= this.size) this.sweep(this.size - Math.max(1, Math.floor(this.size * SWEPT)));
    const value = make();
    const entry = { key, value, touched, bytes: 0 };
    this.byKey.set(key, entry);
    this.latest = entry;
    return value;
  }

  *values(): Generator<Value> {
    for (const { value } of this.byKey.values()) yield value;
  }

  private measure(entry: Entry<Value>): void {
    const bytes = ENTRY_BYTES + 2 * entry.key.length + this.bytesOf(entry.value);
    this.bytes += bytes - entry.bytes;
    entry.bytes = bytes;
  }

  /** @param count how many may stay, as far as there is room for them */
  private sweep(count: number): void {
    this.latest = undefined;
    const room = this.most * (1 - SWEPT);
    const weighed = [...this.byKey.values()].map((entry) => ({ entry, weight: this.weight(entry.value) }));
    weighed.sort((a, b) => a.weight - b.weight || a.entry.touched - b.entry.touched);
    for (const { entry } of weighed) {
      if (this.byKey.size <= count && this.bytes <= room) break;
      this.byKey.delete(entry.key);
      this.bytes -= entry.bytes;
      this.forgotten += 1;
    }
  }
}

interface Entry<Value> {
  readonly key: string;
  readonly value: Value;
  /** The clock's count when it was last asked for. */
  touched: number;
  /** As it was last measured. */
  bytes: number;
}
