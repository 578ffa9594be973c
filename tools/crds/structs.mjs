// @ts-check
// Collects struct types by content, so that a type which occurs in many places stands once.

/** @typedef {import("./types.js").Struct} Struct */

export class Structs {
  /** @type {Map<string, Struct>} */
  #byContent = new Map();

  /**
   * The id of a struct with these facts; those of the structs inside are in it.
   * @param {import("./types.js").TypeFacts} facts
   * @param {readonly string[]} path
   */
  add(facts, path) {
    const content = JSON.stringify(facts);
    let struct = this.#byContent.get(content);
    if (struct === undefined) {
      struct = { id: `#${this.#byContent.size}`, facts, paths: [] };
      this.#byContent.set(content, struct);
    }
    struct.paths.push(path);
    return struct.id;
  }

  /** @returns {readonly Struct[]} */
  all() {
    return [...this.#byContent.values()];
  }
}
