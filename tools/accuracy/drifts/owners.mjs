// @ts-check
// A second manager that applies, beside ours: what it shares, takes over, and keeps when ours goes.
import { get, isObject, remove, set, update } from "../edit.mjs";
import { anotherItem } from "../mutations/lists.mjs";
import { isScalar, otherValue } from "../mutations/values.mjs";
import { whereOf } from "../sites.mjs";
import { apply, bare, partial } from "./steps.mjs";

/** @typedef {import("../types.js").Context} Context */
/** @typedef {import("../types.js").Drift} Drift */
/** @typedef {import("../types.js").Site} Site */

const SECOND = "second";

/** Values that desired and live share, at the same place. @param {Context} context @param {(site: Site) => boolean} accept */
const shared = ({ sites, live, random }, accept) =>
  random.some(
    sites.filter((site) => get(live, site.path) !== undefined && accept(site)),
    3,
  );

/** @param {Context} context @param {Site} site @param {any} [value] */
const applied = ({ live, root }, { path }, value) =>
  apply(SECOND, value === undefined ? partial(live, path, root) : partial(live, path, root, value));

/** @param {Site} site */
const isField = (site) => isScalar(site) && typeof site.path.at(-1) === "string";

/** The structs around a place, the nearest first. @param {import("../types.js").Path} path */
const around = (path) => path.flatMap((_, at) => (at > 1 ? [path.slice(0, at)] : [])).reverse();

/** @param {Context} context @returns {Drift[]} */
function structGone(context) {
  return shared(context, isField).flatMap((site) => {
    const outer = context.random.pick(around(site.path));
    return outer === undefined
      ? []
      : [
          {
            where: whereOf(outer),
            steps: [applied(context, site)],
            desired: () => remove(context.desired, outer),
          },
        ];
  });
}

/** @param {Site} site */
const isItem = ({ path, value }) =>
  typeof path.at(-1) === "number" && (isObject(value) || typeof value === "string");

/** The item, or only its keys. @param {Context} context @param {boolean} whole @param {boolean} gone @returns {Drift[]} */
function items(context, whole, gone) {
  const keyed = context.sites
    .filter(({ node }) => node.type === "list" && node.list !== "atomic")
    .map(({ path }) => path);
  const inKeyed = (/** @type {Site} */ site) =>
    isItem(site) && keyed.some((path) => path.join() === site.path.slice(0, -1).join());
  return shared(context, inKeyed).map((site) => ({
    where: whereOf(site.path),
    steps: [applied(context, site, whole || !isObject(site.value) ? undefined : {})],
    ...(gone ? { desired: () => remove(context.desired, site.path) } : {}),
  }));
}

/** Its own item in a list of ours. @param {Context} context @param {(site: Site) => import("../types.js").KubeObject} [desired] @returns {Drift[]} */
function ownItem(context, desired) {
  const lists = shared(
    context,
    ({ node, value }) =>
      node.type === "list" && node.list !== "atomic" && Array.isArray(value) && value.length > 0,
  );
  return lists.map((site) => {
    const item = anotherItem(get(context.live, site.path)[0], site, context.random);
    return {
      where: whereOf(site.path),
      steps: [applied(context, site, [item])],
      ...(desired ? { desired: () => desired(site) } : {}),
    };
  });
}

/** @param {Context} context @param {(site: Site) => import("../types.js").KubeObject} [desired] @returns {Drift[]} */
function takeover(context, desired) {
  return shared(context, isField).map((site) => ({
    where: whereOf(site.path),
    steps: [applied(context, site, otherValue(site, context.random))],
    ...(desired ? { desired: () => desired(site) } : {}),
  }));
}

/** It takes a field over, and then lets go of it. @param {Context} context @returns {Drift[]} */
function letGo(context) {
  return shared(context, isField).map((site) => ({
    where: whereOf(site.path),
    steps: [applied(context, site, otherValue(site, context.random)), apply(SECOND, bare(context.live))],
  }));
}

/** It applies all that desired states. @param {Context} context @returns {Drift[]} */
function everything(context) {
  const { desired, random, sites } = context;
  const steps = [apply(SECOND, { ...desired })];
  const some = random.some(
    sites.filter(({ path }) => path.length > 1),
    3,
  );
  return some.map(({ path }) => ({ where: whereOf(path), steps, desired: () => remove(desired, path) }));
}

/** @param {Context} context @param {boolean} gone @returns {Drift[]} */
function label({ desired, random }, gone) {
  const keys = Object.entries(desired.metadata.labels ?? {});
  return random.some(keys, 1).map(([key, value]) => ({
    where: `metadata/labels/${key}`,
    steps: [apply(SECOND, set(bare(desired), ["metadata", "labels", key], value))],
    ...(gone ? { desired: () => remove(desired, ["metadata", "labels", key]) } : {}),
  }));
}

/** @param {Context} context @returns {Drift[]} */
const foreign = ({ desired }) => [
  {
    where: "metadata/labels/foreign",
    steps: [apply(SECOND, set(bare(desired), ["metadata", "labels", "foreign"], "theirs"))],
  },
  {
    where: "metadata/finalizers",
    steps: [apply(SECOND, set(bare(desired), ["metadata", "finalizers"], ["example.com/theirs"]))],
  },
];

/** @param {Context} context */
const without =
  ({ desired }) =>
  (/** @type {Site} */ { path }) =>
    remove(desired, path);

/** @type {import("../types.js").Drifts} */
export const owners = {
  "coowned-leaf": (context) =>
    shared(context, isField).map((site) => ({ where: whereOf(site.path), steps: [applied(context, site)] })),
  "coowned-leaf-gone": (context) =>
    shared(context, isField).map((site) => ({
      where: whereOf(site.path),
      steps: [applied(context, site)],
      desired: () => without(context)(site),
    })),
  "coowned-leaf-null": (context) =>
    shared(context, isField).map((site) => ({
      where: whereOf(site.path),
      steps: [applied(context, site)],
      desired: () => set(context.desired, site.path, null),
    })),
  "coowned-struct-gone": structGone,
  "coowned-item": (context) => items(context, true, false),
  "coowned-item-gone": (context) => items(context, true, true),
  "coowned-keys": (context) => items(context, false, false),
  "coowned-keys-gone": (context) => items(context, false, true),
  "coowned-list-gone": (context) =>
    shared(context, ({ value }) => Array.isArray(value)).map((site) => ({
      where: whereOf(site.path),
      steps: [applied(context, site)],
      desired: () => without(context)(site),
    })),
  "coowned-all-gone": everything,
  "shared-list": (context) => ownItem(context),
  "shared-list-gone": (context) => ownItem(context, without(context)),
  "shared-list-item-gone": (context) =>
    ownItem(context, ({ path }) => update(context.desired, path, (list) => list.slice(1))),
  "shared-list-grow": (context) =>
    ownItem(context, (site) =>
      update(context.desired, site.path, (list) => [
        ...list,
        anotherItem(anotherItem(list[0], site, context.random), site, context.random),
      ]),
    ),
  "shared-list-swap": (context) =>
    ownItem(context, ({ path }) => update(context.desired, path, (list) => list.toReversed())),
  takeover: (context) => takeover(context),
  "takeover-gone": (context) => takeover(context, without(context)),
  "takeover-let-go": letGo,
  "coowned-label": (context) => label(context, false),
  "coowned-label-gone": (context) => label(context, true),
  "foreign-apply": foreign,
};
