// @ts-check
// The facts of the value that steps lead to.

/**
 * @param {string} root a type
 * @param {import("./types.js").Steps} steps
 * @param {import("./types.js").Types} types
 * @returns {import("./types.js").Place["facts"] | undefined} undefined where the types end before the steps do
 */
export function factsAt(root, steps, types) {
  /** @type {import("./types.js").Place["facts"] | undefined} */
  let facts = { type: "struct", ref: root };
  for (const step of steps) {
    if (facts?.type === "struct" && typeof step === "string") facts = own(types.fieldsOf(facts.ref), step);
    else if (facts?.type === "list" && typeof step === "number") facts = facts.of;
    else if (facts?.type === "map") facts = facts.of;
    else return undefined;
  }
  return facts;
}

/** @template T @param {Readonly<Record<string, T>>} record @param {string} key @returns {T | undefined} */
function own(record, key) {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
