/** How much of the room a sweep frees. */
const SWEPT = 1 / 4;

/**
 * Counts by key, of which the heaviest are kept: when it is full, a quarter goes, those with the least weight, and of
 * two of one weight the one that was touched longest ago. What went starts at nothing when it comes back, so that no count is ever too high.
 */
export class Bounded<Value> {
  private readonly byKey = new Map<string, Entry<Value>>();
  /** Counts touches: a place in a map's order for each would cost more than all else here. */
  private clock = 0;
  /** How many were let go of. */
  forgotten = 0;

  constructor(
    private readonly size: number,
    private readonly weight: (value: Value) => number,
  ) {}

  get(key: string): Value | undefined {
    return this.byKey.get(key)?.value;
  }

  /** The value of a key, made where there is none. */
  at(key: string, make: () => Value): Value {
    const touched = ++this.clock;
    const known = this.byKey.get(key);
    if (known !== undefined) {
      known.touched = touched;
      return known.value;
    }
    if (this.byKey.size >= this.size) this.sweep();
    const value = make();
    this.byKey.set(key, { value, touched });
    return value;
  }

  *values(): Generator<Value> {
    for (const { value } of this.byKey.values()) yield value;
  }

  private sweep(): void {
    const weighed = [...this.byKey].map(([key, { value, touched }]) => ({
      key,
      weight: this.weight(value),
      touched,
    }));
    const gone = weighed
      .sort((a, b) => a.weight - b.weight || a.touched - b.touched)
      .slice(0, Math.max(1, Math.floor(this.size * SWEPT)));
    for (const { key } of gone) this.byKey.delete(key);
    this.forgotten += gone.length;
  }
}

interface Entry<Value> {
  readonly value: Value;
  /** The clock's count when it was last asked for. */
  touched: number;
}
