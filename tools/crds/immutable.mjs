// @ts-check
// Finds what a CRD's validation rules refuse to change.

/** @typedef {import("./types.js").Schema} Schema */

/**
 * The paths that an update can neither change nor remove, from rules of the forms `self == oldSelf`, and
 * `self.field == oldSelf.field` on what holds the field. A rule is not asked where the value is absent on either
 * side, so the first form counts only on what cannot be absent; nothing in lists and maps counts.
 * @param {Schema} schema the root's
 * @returns {import("./types.js").ConditionalPath[]}
 */
export function immutablePaths(schema) {
  /** @type {Set<string>} */
  const found = new Set();
  visit(schema, [], found);
  return [...found].sort().map((path) => ({ path, source: "x-kubernetes-validations" }));
}

/**
 * @param {Schema} schema of a value that is always there
 * @param {readonly string[]} path
 * @param {Set<string>} found
 */
function visit(schema, path, found) {
  for (const { rule, optionalOldSelf } of schema["x-kubernetes-validations"] ?? []) {
    if (optionalOldSelf) continue;
    const member = fixedMember(rule);
    if (member === undefined || path.length + member.length === 0) continue;
    if (member.every((name, index) => isName(schema, member.slice(0, index), name)))
      found.add([...path, ...member].join("."));
  }
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (isPresent(schema, name) && !/[^A-Za-z0-9_-]/.test(name)) visit(property, [...path, name], found);
  }
}

/** The field names of `self.a.b == oldSelf.a.b`; none for `self == oldSelf`. @param {string} rule */
function fixedMember(rule) {
  const match = /^\s*self((?:\.[A-Za-z_][A-Za-z0-9_]*)*)\s*==\s*oldSelf\1\s*$/.exec(rule);
  return match === null ? undefined : (match[1] ?? "").split(".").slice(1);
}

/** @param {Schema} schema @param {readonly string[]} parents @param {string} name */
function isName(schema, parents, name) {
  let at = schema;
  for (const parent of parents) at = at.properties?.[parent] ?? {};
  return at.properties?.[name] !== undefined;
}

/** @param {Schema} schema @param {string} name */
function isPresent(schema, name) {
  const property = schema.properties?.[name];
  const filled = property?.default !== undefined && property.default !== null;
  return property?.nullable !== true && (filled || (schema.required ?? []).includes(name));
}
