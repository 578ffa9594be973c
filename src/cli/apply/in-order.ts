/** Hands things on in the order of a list, each as soon as all before it are there. */
export class InOrder<Key, Value> {
  private readonly ready = new Map<Key, Value>();
  private next = 0;

  constructor(
    private readonly order: readonly Key[],
    private readonly hand: (value: Value) => void,
  ) {}

  add(key: Key, value: Value): void {
    this.ready.set(key, value);
    for (;;) {
      const due = this.order[this.next];
      const found = due === undefined ? undefined : this.ready.get(due);
      if (found === undefined) return;
      this.next++;
      this.hand(found);
    }
  }
}
