// @ts-check
// Fields and keys that desired did not state: defaults, zeros, empties, null, unknown and misspelt ones.
import { get, isObject, remove, set } from "../edit.mjs";
import { absentFields, whereOf } from "../sites.mjs";

/** @typedef {import("../types.js").Context} Context */
/** @typedef {import("../types.js").Node} Node */
/** @typedef {import("../types.js").Site} Site */

/**
 * Fields that desired leaves out, each with a value to state.
 * @param {Context} context
 * @param {(node: Node) => any} value undefined: not this one
 */
function adding({ desired, sites, random, root }, value) {
  const structs = sites.filter(({ node }) => node.type === "struct");
  const top = { path: [], value: topOf(desired), node: root };
  return random.some([...structs, top], 6).flatMap((site) => {
    const fields = absentFields(site).filter(([, node]) => value(node) !== undefined);
    return random.some(fields, 1).map(([name, node]) => {
      const path = [...site.path, name];
      return { where: whereOf(path), make: () => set(desired, path, value(node)) };
    });
  });
}

/** With what may not be added at the top: the status is another's. @param {import("../types.js").KubeObject} desired */
const topOf = (desired) => ({ ...desired, status: null, metadata: null });

/** @param {Node} node */
function zeroFor({ type }) {
  if (type === "boolean") return false;
  if (type === "integer" || type === "number" || type === "intOrString") return 0;
  if (type === "quantity") return "0";
  return type === "string" || type === "bytes" ? "" : undefined;
}

/** @param {Node} node */
function emptyFor({ type }) {
  if (type === "list") return [];
  return type === "struct" || type === "map" ? {} : undefined;
}

/** @param {Node} node */
export function valueFor({ type, enum: names }) {
  if (names.length > 0) return names.at(-1);
  if (type === "boolean") return true;
  if (type === "integer" || type === "number") return 3;
  if (type === "intOrString") return "25%";
  if (type === "quantity") return "3";
  if (type === "time") return "2026-01-02T03:04:05Z";
  return type === "string" ? "added" : undefined;
}

/** Places that live has and desired lacks, each the outermost. @param {any} desired @param {any} live @param {import("../types.js").Path} path @returns {import("../types.js").Path[]} */
export function filledIn(desired, live, path = []) {
  if (Array.isArray(live)) {
    if (!Array.isArray(desired) || desired.length !== live.length) return [];
    return live.flatMap((item, at) => filledIn(desired[at], item, [...path, at]));
  }
  if (!isObject(live) || !isObject(desired)) return [];
  return Object.entries(live).flatMap(([name, value]) => {
    if (path.length === 0 && (name === "metadata" || name === "status")) return [];
    if (!Object.hasOwn(desired, name)) return [[...path, name]];
    return filledIn(desired[name], value, [...path, name]);
  });
}

/** @param {Context} context @param {(path: import("../types.js").Path) => import("../types.js").KubeObject} make */
const atFilledIn = ({ desired, live, random }, make) =>
  random.some(filledIn(desired, live), 3).map((path) => ({ where: whereOf(path), make: () => make(path) }));

/** @param {Context} context */
function allDefaults({ desired, live }) {
  const paths = filledIn(desired, live);
  if (paths.length < 2) return [];
  const make = () => paths.reduce((object, path) => set(object, path, get(live, path)), desired);
  return [{ where: "", make }];
}

/** @param {Context} context */
const structsOf = ({ sites, random }) =>
  random.some(
    sites.filter(({ node, value }) => node.type === "struct" && isObject(value)),
    3,
  );

/** @param {Context} context */
function misspelt({ desired, sites, random }, /** @type {boolean} */ both) {
  const fields = sites.filter(({ path }) => path.length > 1 && /^[a-z]+[A-Z]?/.test(String(path.at(-1))));
  return random.some(fields, 3).map(({ path, value }) => {
    const name = String(path.at(-1));
    const wrong = name === name.toLowerCase() ? name.toUpperCase() : name.toLowerCase();
    const without = () => (both ? desired : remove(desired, path));
    return {
      where: whereOf(path),
      make: () => set(without(), [...path.slice(0, -1), wrong], value),
    };
  });
}

/** @param {Context} context @param {any} value */
function mapEntries({ desired, sites, random }, value) {
  const maps = sites.filter(({ node, value: map }) => node.type === "map" && isObject(map));
  return random.some(maps, 3).map(({ path, value: map }) => {
    const added = [...path, "added-key"];
    const like = value === undefined ? (Object.values(map)[0] ?? "added") : value;
    return { where: whereOf(added), make: () => set(desired, added, like) };
  });
}

/** @type {import("../types.js").Mutations} */
export const fields = {
  "add-null": (context) => adding(context, () => null),
  "add-zero": (context) => adding(context, zeroFor),
  "add-empty": (context) => adding(context, emptyFor),
  "add-value": (context) => adding(context, valueFor),
  "add-default": (context) =>
    atFilledIn(context, (path) => set(context.desired, path, get(context.live, path))),
  "default-null": (context) => atFilledIn(context, (path) => set(context.desired, path, null)),
  "all-defaults": allDefaults,
  "unknown-field": (context) =>
    structsOf(context).map(({ path }) => {
      const where = [...path, "unheardOf"];
      return { where: whereOf(where), make: () => set(context.desired, where, "x") };
    }),
  "unknown-top": ({ desired }) => [{ where: "unheardOf", make: () => set(desired, ["unheardOf"], { a: 1 }) }],
  "wrong-case": (context) => misspelt(context, false),
  "wrong-case-both": (context) => misspelt(context, true),
  "map-add": (context) => mapEntries(context, undefined),
  "map-add-null": (context) => mapEntries(context, null),
  "map-add-empty": (context) => mapEntries(context, ""),
};
