import type { Json } from "./json.js";

/**
 * A value that must not be shown: JSON.stringify and console.log give its digest only.
 * `reveal()` gives the value itself.
 */
export class Sensitive {
  readonly #value: Json;
  /** A short digest, so that two values can be told apart: `sha256:1f3a5c7e`. */
  readonly digest: string;

  constructor(value: Json, digest: string) {
    this.#value = value;
    this.digest = digest;
  }

  reveal(): Json {
    return this.#value;
  }

  toJSON(): string {
    return `<secret ${this.digest}>`;
  }

  toString(): string {
    return this.toJSON();
  }
}
