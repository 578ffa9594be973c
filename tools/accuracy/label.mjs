// @ts-check
// What the server says of the naive writes of a pair, by dry run.
import { isImmutable, sameContent, sameOwnership } from "./changed.mjs";
import { keepingBody, mergeBody, replaceBody, stated } from "./naive.mjs";

/** @typedef {import("./types.js").KubeObject} KubeObject */

/** The manager that desired is applied by. */
export const MANAGER = "ctl";

/** Where a pair has the label of a mode's naive write. */
export const LABEL_OF = /** @type {const} */ ({ replace: "put", apply: "ssa", merge: "merge" });

/**
 * @param {import("./types.js").Client} client
 * @param {KubeObject} desired
 * @param {KubeObject} live
 * @param {import("./types.js").Resource} resource
 * @returns {Promise<import("./types.js").Labels>}
 */
export async function askServer(client, desired, live, resource) {
  const plain = stated(desired, resource);
  const opts = { dryRun: true, fieldManager: MANAGER };
  const [put, ssa, merge] = await Promise.all([
    client.replace(replaceBody(plain, live), opts),
    client.apply(plain, { ...opts, force: true }),
    client.merge(live, mergeBody(plain, live), opts),
  ]);
  const kept = put.code === 422 ? keepingBody(plain, live) : undefined;
  return {
    replace: labelOf(put, live, false),
    apply: labelOf(ssa, live, true),
    merge: labelOf(merge, live, false),
    ...(kept ? { kept: labelOf(await client.replace(kept, opts), live, false) } : {}),
  };
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
