// @ts-check
// Makes one pair: brings live about, asks the server, asks the gates, and puts live back.

import { causesOf } from "../score/causes.mjs";
import { decisionOf, optionsFor } from "../score/gate.mjs";
import { sameContent, sameOwnership } from "./changed.mjs";
import { askOwn, send } from "./gates.mjs";
import { askServer } from "./label.mjs";
import { restore, stage } from "./state.mjs";

/** @typedef {import("./types.js").Choice} Choice */
/** @typedef {import("./types.js").Client} Client */
/** @typedef {import("./types.js").Item} Item */
/** @typedef {import("./types.js").KubeObject} KubeObject */
/** @typedef {import("./types.js").Mode} Mode */
/** @typedef {import("./types.js").Work} Work */

const LABELLINGS = /** @type {const} */ ([
  { mode: "replace", label: "put" },
  { mode: "apply", label: "ssa" },
  { mode: "merge", label: "merge" },
]);

/**
 * @param {Work} work
 * @param {Item} item
 * @param {Choice} choice
 * @returns {Promise<import("./types.js").Result | undefined>} undefined: the server did not let live become so
 */
export async function makePair(work, item, choice) {
  const before = item.live;
  const staged = await stage(work.client, before, choice.drift?.steps ?? []);
  const stirred = (choice.drift?.steps.length ?? 0) > 0;
  if (
    "refused" in staged ||
    (stirred && sameContent(staged.live, before) && sameOwnership(staged.live, before))
  ) {
    if (stirred) await restore(work.client, item);
    return undefined;
  }
  const { live, labels } = await asked(work.client, choice.desired, staged.live, item.resource);
  const pair = pairOf(item, choice, live, labels);
  /** @type {any} */
  const own = {};
  /** @type {any} */
  const converged = {};
  for (const { mode, gate } of work.gates) {
    const decision = decisionOf(gate, pair, optionsFor(pair));
    if (decision.verdict !== "write") continue;
    own[mode] = await askOwn(work.client, mode, decision, live, labels[mode]);
    if (own[mode].result === "refused" || !work.converges) continue;
    converged[mode] = await converge(work, item, pair, { mode, gate, live });
  }
  if (stirred && !(await restore(work.client, item))) item.lost = true;
  return { pair, own, converged };
}

/** Asks again where one of the server's own controllers wrote to live meanwhile. @param {Client} client @param {KubeObject} desired @param {KubeObject} staged @param {import("./types.js").Resource} resource */
async function asked(client, desired, staged, resource) {
  let live = staged;
  for (let tries = 0; ; tries++) {
    const labels = await askServer(client, desired, live, resource);
    if (labels.replace.label !== "refuse:409" || tries === 3) return { live, labels };
    const { code, body } = await client.get(live);
    if (code >= 400) return { live, labels };
    live = body;
  }
}

/** @param {Item} item @param {Choice} choice @param {KubeObject} live @param {import("./types.js").Labels} labels @returns {import("../score/types.js").Pair} */
function pairOf({ id, file }, { mutation, where, desired, drift }, live, labels) {
  const told = LABELLINGS.flatMap(({ mode, label }) => {
    const { label: said, message } = labels[mode];
    return [[label, said], ...(message === undefined ? [] : [[`${label}Msg`, message]])];
  });
  const immutable = LABELLINGS.filter(({ mode }) => labels[mode].immutable).map(({ label }) => label);
  return {
    id: `${id}:${mutation}:${where}`,
    file,
    kind: desired.kind,
    apiVersion: desired.apiVersion,
    mutation,
    where,
    ...Object.fromEntries(told),
    ...(labels.kept ? { kept: labels.kept.label } : {}),
    ...(immutable.length > 0 ? { immutable } : {}),
    desired,
    live: drift?.seen ? drift.seen(live) : live,
  };
}

/** Sends the payload for real, decides again, and puts live back as it was. @param {Work} work @param {Item} item @param {import("../score/types.js").Pair} pair @param {{ mode: Mode, gate: import("../score/types.js").Gate, live: KubeObject }} asked @returns {Promise<import("./types.js").Converged>} */
async function converge({ client }, item, pair, { mode, gate, live }) {
  const { body: there } = await client.get(live);
  const decision = decisionOf(gate, { ...pair, live: there }, optionsFor(pair));
  if (decision.verdict !== "write")
    return { verdict: decision.verdict, message: "decided otherwise on live itself" };
  const { code, body } = await send(client, decision.mode ?? mode, there, decision.payload?.(), false);
  /** @type {import("./types.js").Converged} */
  let converged = { verdict: "error", message: String(body.message) };
  if (code < 400) {
    const after = { ...pair, live: body };
    const { verdict } = decisionOf(gate, after, optionsFor(after));
    converged =
      verdict === "skip" ? { verdict } : { verdict, causes: causesOf(gate, after, "", optionsFor(after)) };
  }
  const base = { ...item, live };
  if (!(await restore(client, base))) item.lost = true;
  return converged;
}
