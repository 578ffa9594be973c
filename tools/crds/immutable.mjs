// @ts-check
// Finds what a CRD's validation rules refuse to change.

/** @typedef {import("./types.js").Schema} Schema */

/**
 * What an update cannot change, from rules of the forms `self == oldSelf`, and `self.field == oldSelf.field` on what holds
 * the field. A rule is not asked where its value is absent on either side, so what can be absent may come and go: it is
 * immutable where both have it. Nothing in lists and maps counts.
 * @param {Schema} schema the root's
 * @returns {import("./types.js").ConditionalPath[]}
 */
export function immutablePaths(schema) {
  /** @type {Map<string, boolean>} */
  const found = new Map();
  visit(schema, [], true, found);
  return [...found]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, present]) => conditionalPath(path, present));
}

/** @param {string} path @param {boolean} present @returns {import("./types.js").ConditionalPath} */
function conditionalPath(path, present) {
  const source = "x-kubernetes-validations";
  return present ? { path, source } : { path, when: { path, exists: true }, stated: true, source };
}

/**
 * @param {Schema} schema
 * @param {readonly string[]} path
 * @param {boolean} present the value is always there
 * @param {Map<string, boolean>} found by path, whether it is always there
 */
function visit(schema, path, present, found) {
  for (const { rule, optionalOldSelf } of schema["x-kubernetes-validations"] ?? []) {
    if (optionalOldSelf) continue;
    const member = fixedMember(rule);
    if (member === undefined || path.length + member.length === 0) continue;
    if (!member.every((name, index) => isName(schema, member.slice(0, index), name))) continue;
    const fixed = [...path, ...member].join(".");
    found.set(fixed, present || found.get(fixed) === true);
  }
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (!/[^A-Za-z0-9_-]/.test(name))
      visit(property, [...path, name], present && isPresent(schema, name), found);
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
