/** What was noted or asked for last, by key; beyond `size` what was so longest ago is forgotten. */
export class Recent<Value> {
  private readonly byKey = new Map<string, Value>();

  constructor(private readonly size: number) {}

  get(key: string): Value | undefined {
    const value = this.byKey.get(key);
    if (value === undefined) return undefined;
    this.byKey.delete(key);
    this.byKey.set(key, value);
    return value;
  }

  set(key: string, value: Value): void {
    this.byKey.delete(key);
    this.byKey.set(key, value);
    if (this.byKey.size <= this.size) return;
    for (const oldest of this.byKey.keys()) {
      this.byKey.delete(oldest);
      return;
    }
  }

  delete(key: string): void {
    this.byKey.delete(key);
  }
}
