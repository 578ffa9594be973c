// @ts-check
// Makes one pair: brings live about, asks the server, asks the gates, and puts live back.

import { decisionOf, optionsFor } from "../score/gate.mjs";
import { LABEL_OF, MODES } from "../score/modes.mjs";
import { sameContent, sameOwnership } from "./changed.mjs";
import { isCostly } from "./choose.mjs";
import { converge } from "./converge.mjs";
import { askOwn, differencesOf } from "./gates.mjs";
import { askServer } from "./label.mjs";
import { restore, stage } from "./state.mjs";

/** @typedef {import("./types.js").Choice} Choice */
/** @typedef {import("./types.js").Client} Client */
/** @typedef {import("./types.js").Item} Item */
/** @typedef {import("./types.js").KubeObject} KubeObject */
/** @typedef {import("./types.js").Mode} Mode */
/** @typedef {import("./types.js").Work} Work */

/** What the server says of a payload that changes live. */
const CHANGES = new Set(["changed", "other"]);

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
  const { live, labels } = await asked(work.client, choice.desired, staged.live, item);
  const pair = pairOf(item, choice, live, labels);
  /** @type {Partial<Record<Mode, import("./types.js").Own>>} */
  const own = {};
  for (const { mode, gate } of work.gates) {
    const decision = decisionOf(gate, pair, optionsFor(pair));
    const { label, after } = labels[mode];
    if (decision.verdict === "skip" && label === "write" && after !== undefined)
      pair.would = { ...pair.would, [LABEL_OF[mode]]: differencesOf(live, after) };
    if (decision.verdict !== "write") continue;
    own[mode] = await askOwn(work.client, mode, decision, live, labels[mode], item.root);
  }
  const wider = MODES.filter((mode) => labels[mode].label === "skip" && CHANGES.has(own[mode]?.result ?? ""));
  if (wider.length > 0) pair.wider = wider.map((mode) => LABEL_OF[mode]);
  const sends = work.converges && (stirred || !isCostly(item.desired));
  const converged = sends ? await converge(work, item, { pair, live, own, seen: choice.drift?.seen }) : {};
  if ((stirred || sends) && !(await restore(work.client, item))) item.lost = true;
  return { pair, own, converged };
}

/** Asks again where one of the server's own controllers wrote to live meanwhile. @param {Client} client @param {KubeObject} desired @param {KubeObject} staged @param {Item} item */
async function asked(client, desired, staged, item) {
  let live = staged;
  for (let tries = 0; ; tries++) {
    const labels = await askServer(client, desired, live, item);
    if (labels.replace.label !== "refuse:409" || tries === 3) return { live, labels };
    const { code, body } = await client.get(live);
    if (code >= 400) return { live, labels };
    live = body;
  }
}

/** @param {Item} item @param {Choice} choice @param {KubeObject} live @param {import("./types.js").Labels} labels @returns {import("../score/types.js").Pair} */
function pairOf({ id, file }, { mutation, where, desired, drift }, live, labels) {
  const told = MODES.flatMap((mode) => {
    const { label: said, message } = labels[mode];
    const label = LABEL_OF[mode];
    return [[label, said], ...(message === undefined ? [] : [[`${label}Msg`, message]])];
  });
  const immutable = MODES.filter((mode) => labels[mode].immutable).map((mode) => LABEL_OF[mode]);
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
