// @ts-check
// What the server says of the naive writes of a pair, by dry run.
import { MODES } from "../score/modes.mjs";
import { isImmutable, sameContent, sameOwnership } from "./changed.mjs";
import { keepingBody, mergeBody, replaceBody, stated } from "./naive.mjs";
import { inLiveOrder } from "./sets.mjs";

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
  const labels = await askOnce(client, plain, live);
  const ordered = inLiveOrder(plain, live, root);
  if (ordered !== plain) return withoutOrder(labels, await askOnce(client, ordered, live));
  const keeping = labels.replace.label === "refuse:422" ? keepingBody(plain, live) : undefined;
  if (keeping === undefined) return labels;
  return { ...labels, kept: labelOf(await client.replace(keeping, OPTIONS), live, false) };
}

/** @param {import("./types.js").Client} client @param {KubeObject} desired @param {KubeObject} live @returns {Promise<import("./types.js").Labels>} */
async function askOnce(client, desired, live) {
  const [put, ssa, merge, unforced] = await Promise.all([
    client.replace(replaceBody(desired, live), OPTIONS),
    client.apply(desired, { ...OPTIONS, force: true }),
    client.merge(live, mergeBody(desired, live), OPTIONS),
    client.apply(desired, OPTIONS),
  ]);
  return {
    replace: labelOf(put, live, false),
    apply: labelOf(ssa, live, true),
    merge: labelOf(merge, live, false),
    "apply-unforced": labelOf(unforced, live, true),
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

/** @param {import("./types.js").Answer} answer @param {KubeObject} live @param {boolean} owns @returns {import("./types.js").Labelled} */
function labelOf(answer, live, owns) {
  const { code, body } = answer;
  if (code >= 400) {
    return {
      label: `refuse:${code}`,
      message: String(body?.message ?? body),
      immutable: isImmutable(answer),
    };
  }
  if (!sameContent(body, live)) return { label: "write", after: body };
  return { label: owns && !sameOwnership(body, live) ? "own" : "skip", after: body };
}
