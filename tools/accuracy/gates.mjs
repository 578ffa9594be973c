// @ts-check
// What the gate says of a pair, and what the server says of what it would send.
import { printJson } from "../cluster/json.mjs";
import { content, sameContent } from "./changed.mjs";
import { get, isObject } from "./edit.mjs";
import { MANAGER } from "./label.mjs";
import { sorted } from "./sets.mjs";

/** @typedef {import("./types.js").Client} Client */
/** @typedef {import("./types.js").KubeObject} KubeObject */
/** @typedef {import("./types.js").Mode} Mode */

/**
 * Sends the payload of a write.
 * @param {Client} client
 * @param {Mode} mode of the gate
 * @param {import("../score/types.js").Decision} decision
 * @param {KubeObject} live
 * @param {boolean} dryRun
 * @returns {Promise<import("./types.js").Answer>}
 */
export async function send(client, mode, decision, live, dryRun) {
  const how = decision.mode ?? mode;
  const payload = /** @type {KubeObject} */ (decision.payload?.());
  const opts = { dryRun, fieldManager: MANAGER };
  if (how === "merge") return client.merge(live, payload, opts);
  if (payload.metadata?.name !== live.metadata.name) {
    return { code: 400, body: { message: "the payload is of no object, or of another one" } };
  }
  if (how === "replace") return client.replace(payload, opts);
  return client.apply(payload, { ...opts, force: mode === "apply" });
}

/**
 * The server's answer to the gate's own payload, by dry run.
 * @param {Client} client
 * @param {Mode} mode of the gate
 * @param {import("../score/types.js").Decision} decision a write
 * @param {KubeObject} live
 * @param {import("./types.js").Labelled} naive
 * @param {import("./types.js").Node} root the order of sets does not count
 * @returns {Promise<import("./types.js").Own>}
 */
export async function askOwn(client, mode, decision, live, naive, root) {
  const comparable = (/** @type {KubeObject} */ object) => withoutStatus(sorted(object, root));
  const { code, body } = await send(client, mode, decision, live, true);
  if (code >= 400) return { result: "refused", message: String(body.message) };
  const after = body;
  if (sameContent(after, live)) return { result: "unchanged" };
  if (naive.after === undefined) return { result: "changed" };
  const differs = differences(comparable(naive.after), comparable(after));
  return differs.length === 0 ? { result: "changed" } : { result: "other", differs };
}

/** Controllers may write it between two dry runs. @param {KubeObject} object @returns {KubeObject} */
const withoutStatus = (object) => content({ ...object, status: undefined });

/** Where a write changes an object: the path, live's value and what becomes of it. @param {KubeObject} live @param {KubeObject} after */
export const differencesOf = (live, after) => differences(content(live), content(after));

/** @param {unknown} value */
const shown = (value) => (value === undefined ? "nothing" : printJson(value));

/** How many differences are told. */
const TOLD = 4;

/** @param {any} left @param {any} right @returns {string[]} */
export function differences(left, right, path = "") {
  if (Object.is(left, right)) return [];
  const isList = Array.isArray(left) && Array.isArray(right);
  if (!isList && !(isObject(left) && isObject(right))) return [`${path}: ${shown(left)} and ${shown(right)}`];
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...names]
    .flatMap((name) => differences(get(left, [name]), get(right, [name]), `${path}/${name}`))
    .slice(0, TOLD);
}
