/** What a text takes up besides its characters: the key, the map's place. */
const EACH = 256;

/** Any character that makes an engine keep the text with two bytes each. */
const WIDE = /[\u0100-\uffff]/;

/**
 * The last version of each object, as text, which takes a fraction of what parsed objects do. At most so many bytes: beyond that, what was
 * updated longest ago is let go of, so that what is updated again and again stays.
 */
export class LastVersions {
  private readonly byKey = new Map<string, string>();
  /** Roughly what they take up. */
  bytes = 0;
  /** How many were let go of. */
  forgotten = 0;

  constructor(private readonly maxBytes: number) {}

  get(key: string): string | undefined {
    return this.byKey.get(key);
  }

  set(key: string, text: string): void {
    this.delete(key);
    this.byKey.set(key, text);
    this.bytes += sizeOf(key, text);
    for (const oldest of this.byKey.keys()) {
      if (this.bytes <= this.maxBytes) return;
      this.delete(oldest);
      this.forgotten++;
    }
  }

  delete(key: string): void {
    const text = this.byKey.get(key);
    if (text === undefined) return;
    this.byKey.delete(key);
    this.bytes -= sizeOf(key, text);
  }
}

function sizeOf(key: string, text: string): number {
  return EACH + key.length + text.length * (WIDE.test(text) ? 2 : 1);
}
