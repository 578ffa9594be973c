// @ts-check
// The places of an object, each with its schema.
import { isObject } from "./edit.mjs";
import { ANY } from "./schema.mjs";

/** @typedef {import("./types.js").Site} Site */

/** What no builder changes about an object: another object otherwise. */
const IDENTITY = new Set(["apiVersion", "kind", "metadata", "status"]);

/**
 * Every value below the top-level fields, but for metadata and status.
 * @param {import("./types.js").KubeObject} object
 * @param {import("./types.js").Node} root
 * @returns {Site[]}
 */
export function sitesOf(object, root) {
  /** @type {Site[]} */
  const found = [];
  for (const [name, value] of Object.entries(object)) {
    if (!IDENTITY.has(name)) collect({ path: [name], value, node: root.fields.get(name) ?? ANY }, found);
  }
  return found;
}

/** @param {Site} site @param {Site[]} found */
function collect(site, found) {
  found.push(site);
  const { path, value, node } = site;
  if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) {
      collect({ path: [...path, at], value: item, node: node.of ?? ANY }, found);
    }
  } else if (isObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      collect({ path: [...path, name], value: member, node: node.fields.get(name) ?? node.of ?? ANY }, found);
    }
  }
}

/** The fields that a struct may have and does not state. @param {Site} site */
export function absentFields({ value, node }) {
  if (node.type !== "struct" || !isObject(value)) return [];
  return [...node.fields].filter(([name]) => !Object.hasOwn(value, name));
}

/** As `where` of a pair has it. @param {import("./types.js").Path} path */
export const whereOf = (path) => path.join("/");
