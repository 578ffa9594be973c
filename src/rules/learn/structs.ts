import type { TypeFacts } from "../../core/facts.js";
import { type Json, textOf } from "../../core/json.js";

/** A struct type before it has a name: its fields refer to others by `id`. */
export interface Struct {
  readonly id: string;
  readonly facts: TypeFacts;
  /** The first version that has it. */
  readonly version: string;
  /** Where it occurs in that version: the kind, then field names. */
  readonly paths: (readonly string[])[];
}

/** Collects the struct types of a group by content, so that a type which occurs in many places stands once. */
export class Structs {
  readonly #byContent = new Map<string, Struct>();

  /** The id of a struct with these facts; those of the structs inside are in it. */
  add(facts: TypeFacts, version: string, path: readonly string[]): string {
    const content = textOf(facts as unknown as Json);
    let struct = this.#byContent.get(content);
    if (struct === undefined) {
      struct = { id: `#${this.#byContent.size}`, facts, version, paths: [] };
      this.#byContent.set(content, struct);
    }
    if (struct.version === version) struct.paths.push(path);
    return struct.id;
  }

  all(): readonly Struct[] {
    return [...this.#byContent.values()];
  }
}
