// @ts-check
// The writes of a controller without a gate, one a mode.
import { get, isObject, set } from "./edit.mjs";

/** @typedef {import("./types.js").KubeObject} KubeObject */

/** The server's own; stale or refused in any body. */
const SERVER_METADATA = [
  "uid",
  "resourceVersion",
  "generation",
  "creationTimestamp",
  "deletionTimestamp",
  "deletionGracePeriodSeconds",
  "managedFields",
  "selfLink",
  "generateName",
];

/** Desired without what a main write does not state. @param {KubeObject} desired @param {import("./types.js").Resource} resource @returns {KubeObject} */
export function stated(desired, { subresources }) {
  const metadata = Object.fromEntries(
    Object.entries(desired.metadata).filter(([name]) => !SERVER_METADATA.includes(name)),
  );
  const { status, ...rest } = /** @type {any} */ (desired);
  const withStatus = status !== undefined && !subresources.includes("status");
  return { ...rest, ...(withStatus ? { status } : {}), metadata };
}

/**
 * PUT: live with every top-level field that desired states replaced whole, labels and annotations merged by
 * key, finalizers joined, owner references replaced by uid.
 * @param {KubeObject} desired
 * @param {KubeObject} live
 */
export function replaceBody(desired, live) {
  const { metadata: wanted, ...fields } = desired;
  const metadata = {
    ...live.metadata,
    ...merged(wanted, live, "labels"),
    ...merged(wanted, live, "annotations"),
    ...joined(wanted, live),
  };
  return /** @type {KubeObject} */ ({ ...live, ...fields, metadata });
}

/**
 * Merge patch: desired, with the lists of metadata joined with live's, since a list is replaced whole.
 * @param {KubeObject} desired
 * @param {KubeObject} live
 * @returns {KubeObject}
 */
export function mergeBody(desired, live) {
  return { ...desired, metadata: { ...desired.metadata, ...joined(desired.metadata, live) } };
}

/** @param {import("./types.js").Loose} wanted @param {KubeObject} live */
function joined(wanted, live) {
  return {
    ...(wanted.finalizers ? { finalizers: union(live.metadata.finalizers ?? [], wanted.finalizers) } : {}),
    ...owners(wanted, live),
  };
}

/** What a PUT must not leave out, by kind. @type {Readonly<Record<string, readonly (readonly string[])[]>>} */
const MUST_KEEP = {
  PersistentVolumeClaim: [["volumeName"], ["storageClassName"]],
  Service: [["loadBalancerClass"]],
  Job: [
    ["selector"],
    ["completions"],
    ...["controller-uid", "job-name"].flatMap((name) => [
      ["template", "metadata", "labels", name],
      ["template", "metadata", "labels", `batch.kubernetes.io/${name}`],
    ]),
  ],
};

/**
 * The same PUT with what it must not leave out put back; undefined where nothing was left out.
 * @param {KubeObject} desired
 * @param {KubeObject} live
 */
export function keepingBody(desired, live) {
  const left = (MUST_KEEP[desired.kind] ?? [])
    .map((path) => ["spec", ...path])
    .filter((path) => !get(desired, path) && get(live, path) !== undefined);
  if (left.length === 0 || !isObject(desired.spec)) return undefined;
  return replaceBody(
    left.reduce((body, path) => set(body, path, get(live, path)), desired),
    live,
  );
}

/** @param {object} wanted @param {KubeObject} live @param {"labels" | "annotations"} map */
function merged(wanted, live, map) {
  const value = get(wanted, [map]);
  return isObject(value) ? { [map]: { ...live.metadata[map], ...value } } : {};
}

/** @param {readonly unknown[]} left @param {readonly unknown[]} right */
const union = (left, right) => [...new Set([...left, ...right])];

/** @param {object} wanted @param {KubeObject} live */
function owners(wanted, live) {
  const value = get(wanted, ["ownerReferences"]);
  if (!Array.isArray(value)) return {};
  const ours = new Map(value.map((each) => [each?.uid, each]));
  const there = get(live, ["metadata", "ownerReferences"]) ?? [];
  const kept = there.map((/** @type {any} */ each) => ours.get(each.uid) ?? each);
  const added = value.filter((each) => !there.some((/** @type {any} */ other) => other.uid === each?.uid));
  return { ownerReferences: [...kept, ...added] };
}
