// @ts-check
// Another name for an object, so that a new one of the same content can be asked of.
import { equal, getAt, withAt } from "./steps.mjs";

/** @typedef {import("./types.js").Json} Json */
/** @typedef {import("./types.js").KubeObject} KubeObject */
/** @typedef {import("./types.js").Steps} Steps */

/** Kinds whose name must follow from their content, or be of a certain form. @type {Readonly<Record<string, (object: KubeObject) => string>>} */
const NAMED = {
  APIService: (object) => `${at(object, "version")}.${at(object, "group")}`,
  ClusterTrustBundle: (object) => `${at(object, "signerName").replaceAll("/", ":")}:another`,
  CustomResourceDefinition: (object) =>
    `${getAt(object, ["spec", "names", "plural"])}.${at(object, "group")}`,
  IPAddress: () => "10.0.99.99",
};

/** @param {KubeObject} object @param {string} field */
function at(object, field) {
  return String(getAt(object, ["spec", field]) ?? "");
}

/** True where the name follows from the content, so that there can be no second object of it. @param {string} kind */
export function isNamedByContent(kind) {
  return Object.hasOwn(NAMED, kind);
}

/** What only one object may have: addresses, ports, being the default. @type {Readonly<Record<string, readonly string[]>>} */
const TAKEN = {
  PriorityClass: ["globalDefault"],
  Service: ["spec.clusterIP", "spec.clusterIPs", "spec.healthCheckNodePort", "spec.ports.*.nodePort"],
};

/**
 * The object under another name, without what live has taken.
 * @param {KubeObject} object @param {KubeObject | undefined} live @returns {KubeObject}
 */
export function apart(object, live) {
  const name = NAMED[object.kind]?.(object) ?? `${object.metadata.name}-another`;
  const { resourceVersion: _, uid: __, ...metadata } = object.metadata;
  const renamed = { ...object, metadata: { ...metadata, name } };
  const taken = (TAKEN[object.kind] ?? []).flatMap((path) => expand(renamed, path.split(".")));
  return taken
    .filter((steps) => live !== undefined && isTaken(getAt(renamed, steps), getAt(live, steps)))
    .reduce((draft, steps) => withAt(draft, steps, undefined, undefined), renamed);
}

/** A headless service takes nothing. @param {Json | undefined} value @param {Json | undefined} live */
function isTaken(value, live) {
  return value !== undefined && equal(value, live) && !isHeadless(value);
}

/** @param {Json} value @returns {boolean} */
function isHeadless(value) {
  return Array.isArray(value) ? value.some(isHeadless) : value === "None";
}

/** @param {KubeObject} object @param {readonly string[]} path @returns {Steps[]} */
function expand(object, path) {
  const at = path.indexOf("*");
  if (at < 0) return [path];
  const list = getAt(object, path.slice(0, at));
  return Array.isArray(list)
    ? list.map((_, index) => [...path.slice(0, at), index, ...path.slice(at + 1)])
    : [];
}
