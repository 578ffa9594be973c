// @ts-check
// Makes facts of custom kinds.
import { immutablePaths } from "./immutable.mjs";
import { namesOf } from "./names.mjs";
import { Structs } from "./structs.mjs";
import { structFacts } from "./values.mjs";

/** @typedef {import("./types.js").CustomKind} CustomKind */
/** @typedef {import("./types.js").Schema} Schema */

/**
 * The facts of kinds, in the shape of a rule set's own facts.
 * @param {readonly CustomKind[]} kinds
 * @returns {import("./types.js").Facts}
 */
export function factsOf(kinds) {
  const groupVersions = new Set(kinds.map(folder));
  const parts = [...groupVersions].map((name) =>
    partOf(
      name,
      kinds.filter((kind) => folder(kind) === name),
    ),
  );
  return {
    kinds: parts.flatMap((part) => part.kinds),
    types: Object.assign({}, ...parts.map((part) => part.types)),
  };
}

/** @param {CustomKind} kind */
function folder({ group, version }) {
  return `${group}/${version}`;
}

/**
 * @param {string} folder
 * @param {readonly CustomKind[]} kinds of one group and version
 * @returns {import("./types.js").Facts}
 */
function partOf(folder, kinds) {
  const structs = new Structs();
  const roots = kinds.map((kind) =>
    structs.add(structFacts(rootSchema(kind), [kind.kind], structs), [kind.kind]),
  );
  const names = namesOf(structs.all());
  /** @param {string} id */
  const ref = (id) => `${folder}.${names.get(id)}`;
  return {
    kinds: kinds.map((kind, index) => kindFacts(kind, ref(/** @type {string} */ (roots[index])))),
    types: Object.fromEntries(structs.all().map(({ id, facts }) => [ref(id), named(facts, ref)])),
  };
}

/** @param {CustomKind} kind @returns {Schema} */
function rootSchema({ schema }) {
  return { ...schema, "x-kubernetes-embedded-resource": true };
}

/** @param {CustomKind} custom @param {string} type @returns {import("./types.js").KindFacts} */
function kindFacts(custom, type) {
  const { group, version, kind, namespaced, statusSubresource } = custom;
  const immutable = immutablePaths(rootSchema(custom));
  return {
    group,
    version,
    kind,
    type,
    namespaced,
    statusSubresource,
    ...(immutable.length > 0 && { immutable }),
  };
}

/**
 * @param {import("./types.js").TypeFacts} facts
 * @param {(id: string) => string} ref
 * @returns {import("./types.js").TypeFacts}
 */
function named(facts, ref) {
  const fields = Object.entries(facts.fields).map(([name, field]) => [name, renamed(field, ref)]);
  return { ...facts, fields: Object.fromEntries(fields) };
}

/**
 * @template {import("../../src/core/facts.js").ValueFacts} Value
 * @param {Value} value
 * @param {(id: string) => string} ref
 * @returns {Value}
 */
function renamed(value, ref) {
  if ("ref" in value && value.ref?.startsWith("#")) return { ...value, ref: ref(value.ref) };
  return value.type === "list" || value.type === "map" ? { ...value, of: renamed(value.of, ref) } : value;
}
