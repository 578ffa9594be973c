// @ts-check
// Scalars of desired: other values, zeros, null, taken away.
import { isObject, remove, set } from "../edit.mjs";
import { whereOf } from "../sites.mjs";

/** @typedef {import("../types.js").Context} Context */
/** @typedef {import("../types.js").Edit} Edit */
/** @typedef {import("../types.js").Site} Site */

/** @param {Site} site */
export const isScalar = ({ value }) => value === null || typeof value !== "object";

/** Another value of the same type. @param {Site} site @param {import("../types.js").Random} random */
export function otherValue({ value, node }, random) {
  const others = node.enum.filter((each) => each !== value);
  if (others.length > 0 && typeof value === "string") return random.pick(others);
  if (typeof value === "boolean") return !value;
  if (typeof value === "number") return value + 1;
  if (typeof value === "bigint") return value + 1n;
  if (node.type === "quantity") return `1${value}`;
  if (node.type === "time") return "2026-01-02T03:04:05Z";
  if (node.type === "microTime") return "2026-01-02T03:04:05.000006Z";
  if (node.type === "bytes") return "eA==";
  return `${value}-x`;
}

/** @param {Site} site */
export function zeroOf({ value, node }) {
  if (typeof value === "boolean") return false;
  if (typeof value === "number" || typeof value === "bigint") return 0;
  return node.type === "quantity" ? "0" : "";
}

/** @param {Context} context @param {Site} site @param {any} value @returns {Edit} */
export function setting({ desired }, { path }, value) {
  return { where: whereOf(path), make: () => set(desired, path, value) };
}

/** @param {Context} context @param {(site: Site) => boolean} accept @param {(site: Site) => any} value @returns {Edit[]} */
export function settingAll(context, accept, value) {
  return context.random
    .some(context.sites.filter(accept), 3)
    .map((site) => setting(context, site, value(site)));
}

/** @param {Context} context @param {(site: Site) => boolean} accept @returns {Edit[]} */
function removing({ desired, sites, random }, accept) {
  return random
    .some(sites.filter(accept), 3)
    .map(({ path }) => ({ where: whereOf(path), make: () => remove(desired, path) }));
}

/** @param {Site} site */
const isMember = ({ path }) => typeof path.at(-1) === "string" && path.length > 1;

/** @type {import("../types.js").Mutations} */
export const values = {
  scalar: (context) => settingAll(context, isScalar, (site) => otherValue(site, context.random)),
  "scalar-zero": (context) => settingAll(context, isScalar, zeroOf),
  "value-null": (context) => settingAll(context, isMember, () => null),
  "key-remove": (context) => removing(context, (site) => isMember(site) && isScalar(site)),
  "struct-remove": (context) => removing(context, (site) => isMember(site) && isObject(site.value)),
  "list-remove": (context) => removing(context, (site) => isMember(site) && Array.isArray(site.value)),
  "top-remove": (context) => removing(context, ({ path }) => path.length === 1),
  "top-null": (context) =>
    settingAll(
      context,
      ({ path }) => path.length === 1,
      () => null,
    ),
  "struct-clear": (context) =>
    settingAll(
      context,
      ({ value }) => isObject(value),
      () => ({}),
    ),
  "wrong-type": (context) =>
    settingAll(context, isScalar, ({ value }) => (typeof value === "string" ? 7 : String(value))),
};
