// @ts-check
// What the gate says of a pair, and what the server says of what it would send.
import { sameContent } from "./changed.mjs";
import { MANAGER } from "./label.mjs";

/** @typedef {import("./types.js").Client} Client */
/** @typedef {import("./types.js").KubeObject} KubeObject */
/** @typedef {import("./types.js").Mode} Mode */

/**
 * Sends a payload of the gate.
 * @param {Client} client
 * @param {Mode} mode
 * @param {KubeObject} live
 * @param {any} payload
 * @param {boolean} dryRun
 * @returns {Promise<import("./types.js").Answer>}
 */
export async function send(client, mode, live, payload, dryRun) {
  const opts = { dryRun, fieldManager: MANAGER };
  if (mode !== "merge" && payload?.metadata?.name !== live.metadata.name) {
    return { code: 400, body: { message: "the payload is of no object, or of another one" } };
  }
  if (mode === "replace") return client.replace(payload, opts);
  if (mode === "apply") return client.apply(payload, { ...opts, force: true });
  return client.merge(live, payload, opts);
}

/**
 * The server's answer to the gate's own payload, by dry run.
 * @param {Client} client
 * @param {Mode} mode of the gate
 * @param {any} decision a write
 * @param {KubeObject} live
 * @param {import("./types.js").Labelled} naive
 * @returns {Promise<import("./types.js").Own>}
 */
export async function askOwn(client, mode, decision, live, naive) {
  const payload = decision.payload();
  const { code, body } = await send(client, decision.mode ?? mode, live, payload, true);
  if (code >= 400) return { result: "refused", message: String(body.message), payload };
  const after = body;
  if (sameContent(after, live)) return { result: "unchanged", payload };
  if (naive.after === undefined || sameContent(after, naive.after)) return { result: "changed", payload };
  return { result: "other", payload };
}
