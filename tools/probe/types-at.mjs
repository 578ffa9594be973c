// @ts-check
// The facts of the value that steps lead to.

/** @typedef {Pick<import("./types.js").Place, "facts" | "field">} Found */

/**
 * @param {string} root a type
 * @param {import("./types.js").Steps} steps
 * @param {import("./types.js").Types} types
 * @returns {Found | undefined} undefined where the types end before the steps do
 */
export function factsAt(root, steps, types) {
  /** @type {Found | undefined} */
  let found = { facts: { type: "struct", ref: root } };
  for (const step of steps) {
    const facts = found?.facts;
    if (facts?.type === "struct" && typeof step === "string") found = fieldOf(facts.ref, step, types);
    else if (facts?.type === "list" && typeof step === "number") found = { facts: facts.of };
    else if (facts?.type === "map") found = { facts: facts.of };
    else return undefined;
  }
  return found;
}

/** @param {string} ref @param {string} name @param {import("./types.js").Types} types @returns {Found | undefined} */
function fieldOf(ref, name, types) {
  const fields = types.fieldsOf(ref);
  const facts = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return facts === undefined ? undefined : { facts, field: { type: ref, name } };
}
