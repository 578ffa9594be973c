// @ts-check
// What the server says of the naive writes of a pair, by dry run.
import { MODES } from "../score/modes.mjs";
import { isImmutable, sameContent, sameOwnership } from "./changed.mjs";
import { get, isObject } from "./edit.mjs";
import { keepingBody, mergeBody, replaceBody, stated } from "./naive.mjs";
import { inLiveOrder, sorted } from "./sets.mjs";

/** @typedef {import("./types.js").KubeObject} KubeObject */

/** The manager that desired is applied by. */
export const MANAGER = "ctl";

const OPTIONS = { dryRun: true, fieldManager: MANAGER };

/**
 * @param {import("./types.js").Client} client
 * @param {KubeObject} desired
 * @param {KubeObject} live
 * @param {import("./types.js").Item} item
 * @returns {Promise<import("./types.js").Labels>}
 */
export async function askServer(client, desired, live, { resource, root }) {
  const plain = stated(desired, resource);
  const labels = await askOnce(client, plain, live, root);
  const ordered = inLiveOrder(plain, live, root);
  if (ordered !== plain) return withoutOrder(labels, await askOnce(client, ordered, live, root));
  const keeping = labels.replace.label === "refuse:422" ? keepingBody(plain, live) : undefined;
  if (keeping === undefined) return labels;
  return { ...labels, kept: labelOf(await client.replace(keeping, OPTIONS), live, false, root) };
}

/** @param {import("./types.js").Client} client @param {KubeObject} desired @param {KubeObject} live @param {import("./types.js").Node} root @returns {Promise<import("./types.js").Labels>} */
async function askOnce(client, desired, live, root) {
  const [put, ssa, merge, unforced] = await Promise.all([
    client.replace(replaceBody(desired, live), OPTIONS),
    client.apply(desired, { ...OPTIONS, force: true }),
    client.merge(live, mergeBody(desired, live), OPTIONS),
    client.apply(desired, OPTIONS),
  ]);
  return {
    replace: labelOf(put, live, false, root),
    apply: unlessLost(labelOf(ssa, live, true, root), desired),
    merge: labelOf(merge, live, false, root),
    "apply-unforced": unlessLost(labelOf(unforced, live, true, root), desired),
  };
}

/**
 * Where the write would only reorder sets, it may be done or left; the server may even refuse to reorder them.
 * @param {import("./types.js").Labels} labels
 * @param {import("./types.js").Labels} ordered of the same with live's order
 * @returns {import("./types.js").Labels}
 */
function withoutOrder(labels, ordered) {
  const relabelled = MODES.map((mode) => {
    const changesNothing = ordered[mode].label === "skip" || ordered[mode].label === "own";
    return changesNothing && labels[mode].label === "write"
      ? [mode, { ...labels[mode], label: "order" }]
      : [mode, labels[mode]];
  });
  return { ...Object.fromEntries(relabelled), kept: ordered.replace };
}

/**
 * An apply of a struct that is stated as empty takes it away where others have put a list without items into it, and only that: what it
 * states is then not there. It may be sent or not.
 * @param {import("./types.js").Labelled} labelled
 * @param {KubeObject} desired
 */
function unlessLost(labelled, desired) {
  const { label, after } = labelled;
  if (label !== "write" || after === undefined) return labelled;
  const isLost = Object.entries(desired).some(([name, value]) => loses(value, after[name]));
  return isLost ? { ...labelled, label: "lost" } : labelled;
}

/** @param {any} stated @param {any} after @returns {boolean} */
function loses(stated, after) {
  if (!isObject(stated)) return false;
  if (after === undefined)
    return Object.values(stated).every((value) => Array.isArray(value) && value.length === 0);
  return Object.entries(stated).some(([name, value]) => loses(value, get(after, [name])));
}

/** @param {import("./types.js").Answer} answer @param {KubeObject} live @param {boolean} owns @param {import("./types.js").Node} root @returns {import("./types.js").Labelled} */
function labelOf(answer, live, owns, root) {
  const { code, body } = answer;
  if (code >= 400) {
    return {
      label: `refuse:${code}`,
      message: String(body?.message ?? body),
      immutable: isImmutable(answer),
    };
  }
  if (!sameContent(body, live)) {
    return { label: sameContent(sorted(body, root), sorted(live, root)) ? "order" : "write", after: body };
  }
  return { label: owns && !sameOwnership(body, live) ? "own" : "skip", after: body };
}
