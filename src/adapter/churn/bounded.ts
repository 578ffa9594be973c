/** How much of the room a sweep frees. */
const SWEPT = 1 / 4;

/**
 * Counts by key, of which the heaviest are kept: when it is full, a quarter goes, those with the least weight, and of
 * two of one weight the one that was touched longest ago. What went starts at nothing when it comes back, so that no count is ever too high.
 */
export class Bounded<Value> {
  private readonly byKey = new Map<string, Value>();
  /** How many were let go of. */
  forgotten = 0;

  constructor(
    private readonly size: number,
    private readonly weight: (value: Value) => number,
  ) {}

  get(key: string): Value | undefined {
    return this.byKey.get(key);
  }

  /** The value of a key, made where there is none. */
  at(key: string, make: () => Value): Value {
    const known = this.byKey.get(key);
    if (known !== undefined) {
      // Last touched, last in the map's order.
      this.byKey.delete(key);
      this.byKey.set(key, known);
      return known;
    }
    if (this.byKey.size >= this.size) this.sweep();
    const made = make();
    this.byKey.set(key, made);
    return made;
  }

  values(): IterableIterator<Value> {
    return this.byKey.values();
  }

  private sweep(): void {
    // The sort is stable, so that the order of the map decides between equals.
    const weighed = [...this.byKey].map(([key, value]) => ({ key, weight: this.weight(value) }));
    const gone = weighed
      .sort((a, b) => a.weight - b.weight)
      .slice(0, Math.max(1, Math.floor(this.size * SWEPT)));
    for (const { key } of gone) this.byKey.delete(key);
    this.forgotten += gone.length;
  }
}
