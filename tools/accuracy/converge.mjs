// @ts-check
// Sends the gates' payloads for real: once it is sent, there is nothing left to write.
import { causesOf } from "../score/causes.mjs";
import { decisionOf, optionsFor } from "../score/gate.mjs";
import { LABEL_OF } from "../score/modes.mjs";
import { listedAs } from "../score/unknowable.mjs";
import { send } from "./gates.mjs";
import { putBack } from "./state.mjs";

/** @typedef {import("./types.js").Converged} Converged */
/** @typedef {import("./types.js").KubeObject} KubeObject */
/** @typedef {import("./types.js").Mode} Mode */
/** @typedef {import("../score/types.js").Pair} Pair */

/**
 * One mode after another, each on the pair's live; stops where live cannot be made that again.
 * @param {import("./types.js").Work} work
 * @param {import("./types.js").Item} item
 * @param {{ pair: Pair, live: KubeObject, own: Partial<Record<Mode, import("./types.js").Own>>, seen?: ((live: KubeObject) => KubeObject) | undefined }} made
 * @returns {Promise<Partial<Record<Mode, Converged>>>}
 */
export async function converge({ client, gates }, item, { pair, live, own, seen = (object) => object }) {
  /** @type {Partial<Record<Mode, Converged>>} */
  const converged = {};
  const state = { ...item, live };
  const first = pair.id.length % gates.length;
  for (const { mode, gate } of [...gates.slice(first), ...gates.slice(0, first)]) {
    const sent = own[mode];
    if (sent === undefined || sent.result === "refused") continue;
    const { code, body: there } = await client.get(live);
    if (code !== 200 || !(await putBack(client, state, there))) break;
    converged[mode] = await sendOnce(client, mode, gate, pair, state.live, seen);
  }
  return converged;
}

/** @param {import("./types.js").Client} client @param {Mode} mode @param {import("../score/types.js").Gate} gate @param {Pair} pair @param {KubeObject} live @param {(live: KubeObject) => KubeObject} seen @returns {Promise<Converged>} */
async function sendOnce(client, mode, gate, pair, live, seen) {
  const before = { ...pair, live: seen(live) };
  const decision = decisionOf(gate, before, optionsFor(before));
  if (decision.verdict !== "write")
    return { verdict: decision.verdict, message: "decided otherwise at first" };
  const { code, body } = await send(client, mode, decision, live, false);
  if (code >= 400) return { verdict: "error", message: String(body.message) };
  if (body.kind !== live.kind) return { verdict: "skip" }; // It was waiting for the finalizer that this took away.
  const sent = { ...pair, live: seen(body) };
  const next = decisionOf(gate, sent, optionsFor(sent));
  const after = (await ownedAfter(client, mode, decision, next, body, seen, sent)) ?? sent;
  const { verdict } = after === sent ? next : decisionOf(gate, after, optionsFor(after));
  // What the server refuses stays, and is all that is left.
  const isRest = verdict === "blocked" && pair[LABEL_OF[mode]]?.startsWith("refuse:") === true;
  if (verdict === "skip" || isRest) return { verdict: "skip" };
  const causes = causesOf(gate, after, "", optionsFor(after));
  const listed = listedAs(causes);
  return { verdict, causes, ...(listed === undefined ? {} : { listed }) };
}

/**
 * What no apply can do is a PUT: one apply follows it, to own what it left.
 * @param {import("./types.js").Client} client
 * @param {Mode} mode
 * @param {import("../score/types.js").Decision} first
 * @param {ReturnType<typeof decisionOf>} next
 * @param {KubeObject} live
 * @param {(live: KubeObject) => KubeObject} seen
 * @param {Pair} sent
 * @returns {Promise<Pair | undefined>} undefined: nothing is to follow
 */
async function ownedAfter(client, mode, first, next, live, seen, sent) {
  const isOwning = first.mode === "replace" && mode.startsWith("apply");
  if (!isOwning || next.verdict !== "write" || next.mode !== "apply") return undefined;
  const { code, body } = await send(client, mode, next, live, false);
  return code >= 400 ? undefined : { ...sent, live: seen(body) };
}
