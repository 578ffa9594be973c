// @ts-check
// What custom kinds have and built-in ones hardly: nullable values, defaults of whole structs, unknown fields that are kept, embedded objects.
import { get, isObject, remove, set } from "../edit.mjs";
import { absentFields, whereOf } from "../sites.mjs";
import { isScalar, settingAll } from "./values.mjs";

/** @typedef {import("../types.js").Context} Context */
/** @typedef {import("../types.js").Edit} Edit */
/** @typedef {import("../types.js").Node} Node */
/** @typedef {import("../types.js").Site} Site */

/** Values that a field may keep, though they look like nothing. */
const NOTHINGS = [null, {}, [], "", 0, false, { a: null, b: [{}] }, [null], 9007199254740993n];

/** What an embedded object's metadata may bring along. */
/** @type {readonly [name: string, value: any][]} */
const NOISE = [
  ["creationTimestamp", null],
  ["labels", {}],
  ["labels", null],
  ["annotations", {}],
  ["finalizers", []],
  ["uid", "0a1b2c3d-0000-4000-8000-000000000001"],
  ["generation", 0],
  ["managedFields", []],
  ["unheardOf", "x"],
  ["name", ""],
];

const ODD_NAMES = ["", "__proto__", "constructor", "a/b", "x.y", "a~b"];

/** @param {Context} context @param {readonly { path: import("../types.js").Path, value: any }[]} places @returns {Edit[]} */
const settings = ({ desired, random }, places) =>
  random
    .some(places, 3)
    .map(({ path, value }) => ({ where: whereOf(path), make: () => set(desired, path, value) }));

/** Fields that desired leaves out, where it states their struct. @param {Context} context @param {(node: Node) => any} value undefined: not this one */
function absent({ sites }, value) {
  return sites.flatMap((site) =>
    absentFields(site).flatMap(([name, node]) => {
      const stated = value(node);
      return stated === undefined ? [] : [{ path: [...site.path, name], value: stated }];
    }),
  );
}

/** @param {Node} node */
const hasDefaults = (node) =>
  node.default !== undefined || [...node.fields.values()].some((field) => field.default !== undefined);

/** Items of keyed lists, with a key that has a default. @param {Context} context @param {(item: any, key: string) => boolean} accept */
function defaultedKeys({ sites }, accept) {
  return sites
    .filter(({ node, value }) => node.list === "keyed" && Array.isArray(value))
    .flatMap(({ path, value, node }) =>
      value.flatMap((/** @type {any} */ item, /** @type {number} */ at) =>
        node.keys
          .filter((key) => isObject(item) && accept(item, key))
          .map((key) => ({ path: [...path, at, key], value: node.of?.fields.get(key)?.default }))
          .filter((place) => place.value !== undefined),
      ),
    );
}

/** @type {import("../types.js").Mutations} */
export const custom = {
  "nullable-null": (context) =>
    settingAll(
      context,
      ({ node }) => node.nullable,
      () => null,
    ),
  "nullable-add-null": (context) =>
    settings(
      context,
      absent(context, (node) => (node.nullable ? null : undefined)),
    ),
  "schema-default": (context) =>
    settings(
      context,
      absent(context, (node) => node.default),
    ),
  "value-default": (context) =>
    settingAll(
      context,
      ({ node }) => node.default !== undefined,
      ({ node }) => node.default,
    ),
  "key-default-gone": (context) =>
    context.random
      .some(
        defaultedKeys(context, (item, key) => Object.hasOwn(item, key)),
        3,
      )
      .map(({ path }) => ({ where: whereOf(path), make: () => remove(context.desired, path) })),
  "key-default-null": (context) =>
    settings(
      context,
      defaultedKeys(context, () => true).map(({ path }) => ({ path, value: null })),
    ),
  "key-default-stated": (context) =>
    settings(
      context,
      defaultedKeys(context, (item, key) => !Object.hasOwn(item, key)),
    ),
  "defaults-clear": (context) =>
    settingAll(
      context,
      ({ node, value }) => isObject(value) && hasDefaults(node),
      () => ({}),
    ),
  "defaults-add-empty": (context) =>
    settings(
      context,
      absent(context, (node) => (node.type === "struct" && hasDefaults(node) ? {} : undefined)),
    ),
  "set-reverse": (context) =>
    settingAll(
      context,
      ({ node, value }) => node.list === "set" && Array.isArray(value) && value.length > 1,
      ({ value }) => value.toReversed(),
    ),
  "preserved-add": (context) =>
    settings(
      context,
      context.sites
        .filter(({ node, value }) => node.preserves && isObject(value))
        .map(({ path }) => ({
          path: [...path, "added"],
          value: /** @type {any} */ (context.random.pick(NOTHINGS)),
        })),
    ),
  "preserved-nothing": (context) =>
    settingAll(
      context,
      ({ node, path }) => node.type === "any" && path.length > 1,
      () => context.random.pick(NOTHINGS),
    ),
  "embedded-noise": (context) =>
    settings(
      context,
      context.sites
        .filter(({ node, value }) => node.embedded && isObject(value))
        .map(({ path }) => {
          const [name, value] = NOISE[context.random.int(NOISE.length)] ?? ["", ""];
          return { path: [...path, "metadata", name], value };
        }),
    ),
  "embedded-copied": (context) =>
    settings(
      context,
      context.sites
        .filter(({ node, path }) => node.embedded && isObject(get(context.live, path)))
        .map(({ path }) => ({ path, value: get(context.live, path) })),
    ),
  "number-bigint": (context) =>
    settingAll(
      context,
      (site) => isScalar(site) && Number.isInteger(site.value),
      ({ value }) => BigInt(value),
    ),
  "number-large": (context) =>
    settingAll(
      context,
      ({ node }) => node.type === "number" || node.type === "any",
      () => 1e21,
    ),
  "key-empty-name": (context) =>
    settings(
      context,
      context.sites
        .filter(({ node, value }) => node.type === "map" && isObject(value))
        .map(({ path, value }) => ({
          path: [...path, ODD_NAMES[context.random.int(ODD_NAMES.length)] ?? ""],
          value: Object.values(value)[0] ?? "added",
        })),
    ),
};
