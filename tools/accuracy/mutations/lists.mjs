// @ts-check
// Lists of desired: items taken out, put in, moved, doubled.
import { isObject, set } from "../edit.mjs";
import { whereOf } from "../sites.mjs";
import { otherValue } from "./values.mjs";

/** @typedef {import("../types.js").Context} Context */
/** @typedef {import("../types.js").Site} Site */

/** @param {Context} context @param {number} length @param {(list: readonly any[], site: Site) => any} change @param {(site: Site) => boolean} [accept] */
function lists({ desired, sites, random }, length, change, accept = () => true) {
  return random
    .some(
      sites.filter((site) => Array.isArray(site.value) && site.value.length >= length && accept(site)),
      3,
    )
    .map((site) => ({
      where: whereOf(site.path),
      make: () => set(desired, site.path, change(site.value, site)),
    }));
}

/** An item that is not there yet, made from one that is. @param {any} item @param {Site} site @param {import("../types.js").Random} random */
export function anotherItem(item, { node }, random) {
  if (!isObject(item))
    return otherValue({ path: [], value: item, node: { ...(node.of ?? node), enum: [] } }, random);
  const keys = node.keys.length > 0 ? node.keys : ["name"];
  const named = Object.entries(item).filter(([name]) => keys.includes(name));
  const changed =
    named.length > 0 ? named : Object.entries(item).filter(([, value]) => typeof value !== "object");
  const more = changed.map(([name, value]) => [name, another(name, value)]);
  return { ...item, ...Object.fromEntries(more) };
}

/** @param {string} name @param {any} value */
function another(name, value) {
  if (typeof value === "number") return value + 1000;
  if (name === "protocol") return value;
  return typeof value === "string" && value.startsWith("/") ? `${value}/x` : `${value}-x`;
}

/** @param {any} item */
const aside = (item) => {
  if (!isObject(item)) return item;
  const other = Object.entries(item).findLast(([, value]) => typeof value === "string");
  return other ? { ...item, [other[0]]: `${other[1]}x` } : item;
};

/** @param {readonly any[]} list */
const swapped = ([first, second, ...rest]) => [second, first, ...rest];

/** @type {import("../types.js").Mutations} */
export const listEdits = {
  "list-shrink-first": (context) => lists(context, 1, (list) => list.slice(1)),
  "list-shrink-last": (context) => lists(context, 1, (list) => list.slice(0, -1)),
  "list-shrink-middle": (context) => lists(context, 3, (list) => list.toSpliced(1, 1)),
  "list-grow": (context) =>
    lists(context, 1, (list, site) => [...list, anotherItem(list.at(-1), site, context.random)]),
  "list-grow-front": (context) =>
    lists(context, 1, (list, site) => [anotherItem(list[0], site, context.random), ...list]),
  "list-swap": (context) => lists(context, 2, swapped),
  "list-swap-keyed": (context) => lists(context, 2, swapped, ({ node }) => node.list === "keyed"),
  "list-swap-set": (context) => lists(context, 2, swapped, ({ node }) => node.list === "set"),
  "list-reverse": (context) => lists(context, 3, (list) => list.toReversed()),
  "list-clear": (context) => lists(context, 1, () => []),
  "list-double": (context) => lists(context, 1, (list) => [...list, list[0]]),
  "list-double-key": (context) =>
    lists(
      context,
      1,
      (list) => [...list, aside(list[0])],
      ({ node }) => node.list === "keyed",
    ),
  "list-null-item": (context) => lists(context, 1, (list) => [...list, null]),
  "list-item-null": (context) => lists(context, 1, (list) => [null, ...list.slice(1)]),
  "list-empty-item": (context) => lists(context, 1, (list) => [...list, isObject(list[0]) ? {} : ""]),
};
