// @ts-check
// Labels, annotations, finalizers and owner references of desired; and what copied objects bring along.
import { get, set, update } from "../edit.mjs";

/** @typedef {import("../types.js").Context} Context */
/** @typedef {import("../types.js").KubeObject} KubeObject */

export const OWNER = {
  apiVersion: "v1",
  kind: "ConfigMap",
  name: "owner",
  uid: "0a1b2c3d-0000-4000-8000-000000000001",
};
const OTHER_OWNER = { ...OWNER, name: "other-owner", uid: "0a1b2c3d-0000-4000-8000-000000000002" };

/** @param {Context} context @param {readonly (string | number)[]} path @param {(value: any) => any} change */
function one({ desired }, path, change) {
  return [{ where: path.join("/"), make: () => update(desired, path, change) }];
}

/** Each of labels and annotations, where desired has some. @param {Context} context @param {(value: any, name: string) => any} change */
function someKey(context, change) {
  return ["labels", "annotations"].flatMap((map) => {
    const keys = Object.keys(get(context.desired, ["metadata", map]) ?? {});
    return context.random
      .some(keys, 1)
      .flatMap((key) => one(context, ["metadata", map, key], (value) => change(value, key)));
  });
}

/** @param {Context} context @param {(value: any) => any} change */
const eachMap = (context, change) =>
  ["labels", "annotations"].flatMap((map) => one(context, ["metadata", map], change));

/** Where desired has two or more. @param {Context} context @param {string} name @param {(list: any[]) => any[]} change */
const whereSome = (context, name, change) =>
  (get(context.desired, ["metadata", name]) ?? []).length > 1 ? one(context, ["metadata", name], change) : [];

/** @param {Context} context @param {string} name */
const copied = (context, name) =>
  get(context.live, ["metadata", name]) === undefined
    ? []
    : one(context, ["metadata", name], () => get(context.live, ["metadata", name]));

/** Templates and claim templates have a metadata of their own. @param {Context} context */
const nestedMetadata = ({ sites }) =>
  sites
    .filter(({ path, value }) => path.at(-1) === "metadata" && typeof value === "object")
    .map(({ path }) => path);

/** @type {import("../types.js").Mutations} */
export const metadata = {
  "label-add": (context) => one(context, ["metadata", "labels", "added"], () => "yes"),
  "annotation-add": (context) => one(context, ["metadata", "annotations", "example.com/added"], () => "yes"),
  "key-change": (context) => someKey(context, (value) => `${value}x`),
  "key-null": (context) => someKey(context, () => null),
  "key-empty": (context) => someKey(context, () => ""),
  "key-gone": (context) => someKey(context, () => undefined),
  "keys-gone": (context) => eachMap(context, () => undefined),
  "keys-none": (context) => eachMap(context, () => ({})),
  "keys-null": (context) => eachMap(context, () => null),
  "finalizer-add": (context) =>
    one(context, ["metadata", "finalizers"], (list = []) => [...list, "example.com/mine"]),
  "finalizers-none": (context) => one(context, ["metadata", "finalizers"], () => []),
  "finalizers-null": (context) => one(context, ["metadata", "finalizers"], () => null),
  "owner-add": (context) => one(context, ["metadata", "ownerReferences"], () => [OWNER]),
  "owner-add-double": (context) => one(context, ["metadata", "ownerReferences"], () => [OWNER, OWNER]),
  "owner-add-controller": (context) =>
    one(context, ["metadata", "ownerReferences"], () => [
      { ...OWNER, controller: true, blockOwnerDeletion: true },
    ]),
  "owners-add": (context) => one(context, ["metadata", "ownerReferences"], () => [OWNER, OTHER_OWNER]),
  "owners-none": (context) => one(context, ["metadata", "ownerReferences"], () => []),
  "finalizers-swap": (context) => whereSome(context, "finalizers", (list) => list.toReversed()),
  "finalizers-fewer": (context) => whereSome(context, "finalizers", (list) => list.slice(1)),
  "owners-swap": (context) => whereSome(context, "ownerReferences", (list) => list.toReversed()),
  "owners-fewer": (context) => whereSome(context, "ownerReferences", (list) => list.slice(1)),
  "owner-change": (context) =>
    whereSome(context, "ownerReferences", ([first, ...rest]) => [
      { ...first, controller: !first.controller },
      ...rest,
    ]),
  "owner-zero": (context) =>
    whereSome(context, "ownerReferences", ([first, ...rest]) => [
      { controller: false, ...first, blockOwnerDeletion: false },
      ...rest,
    ]),
  "copied-uid": (context) => copied(context, "uid"),
  "copied-resource-version": (context) => copied(context, "resourceVersion"),
  "copied-managed-fields": (context) => copied(context, "managedFields"),
  "managed-fields-none": (context) => one(context, ["metadata", "managedFields"], () => []),
  "stale-resource-version": (context) => one(context, ["metadata", "resourceVersion"], () => "1"),
  "copied-creation": (context) => copied(context, "creationTimestamp"),
  "creation-null": (context) => one(context, ["metadata", "creationTimestamp"], () => null),
  "generation-zero": (context) => one(context, ["metadata", "generation"], () => 0),
  "generate-name": (context) => one(context, ["metadata", "generateName"], () => "x-"),
  "self-link": (context) => one(context, ["metadata", "selfLink"], () => "/x"),
  "unknown-metadata": (context) => one(context, ["metadata", "unheardOf"], () => "x"),
  "template-creation-null": (context) =>
    nestedMetadata(context).flatMap((path) => one(context, [...path, "creationTimestamp"], () => null)),
  "template-copied": (context) =>
    nestedMetadata(context).flatMap((path) => one(context, [...path, "uid"], () => OWNER.uid)),
  "status-empty": (context) => one(context, ["status"], () => ({})),
  "status-copied": (context) =>
    context.live.status === undefined ? [] : one(context, ["status"], () => context.live.status),
  "copied-live": ({ live }) => [{ where: "", make: () => live }],
  "copied-live-edited": ({ live }) => [
    { where: "metadata/labels/added", make: () => set(live, ["metadata", "labels", "added"], "yes") },
  ],
};
