// @ts-check
// A pair as a strategy finds it: with a fingerprint recorded in live, or with the server's answer beside it.
import { MANAGER } from "./engine.mjs";

/** @typedef {import("./types.js").Pair} Pair @typedef {import("./types.js").Case} Case */
/** @typedef {import("../../src/index.js").KubeObject} KubeObject */
/**
 * @typedef {object} Wanted
 * @property {import("./types.js").Strategy} strategy
 * @property {import("./types.js").Mode} mode
 * @property {import("./types.js").Outcome} outcome
 */

const ANNOTATION = "churngate.dev/hash";

/**
 * One case, or none where the strategy decides otherwise.
 * @param {Pair} pair
 * @param {import("./cases.mjs").Gates} gates
 * @param {Wanted} wanted
 * @returns {readonly Case[]}
 */
export function fitted({ id, desired, live }, gates, { strategy, mode, outcome }) {
  const gate = gates(strategy, mode);
  const found =
    strategy === "hash"
      ? { desired, live: recorded(gate, desired, live, outcome) }
      : strategy === "observed"
        ? {
            desired,
            live,
            observed: outcome === "skip" ? live : answered(gates("bundled", "replace"), desired, live),
          }
        : { desired, live };
  try {
    const { observed } = found;
    if (gate.decide(desired, found.live, { observed }).verdict !== outcome) return [];
  } catch {
    return [];
  }
  const { observed } = found;
  return [
    {
      id,
      desired: JSON.stringify(desired),
      live: JSON.stringify(found.live),
      ...(observed && { observed: JSON.stringify(observed) }),
    },
  ];
}

/**
 * Live as it is once a fingerprint was recorded in it: desired's, or another one.
 * @param {import("../../src/index.js").Gate} gate
 * @param {KubeObject} desired
 * @param {any} live
 * @param {import("./types.js").Outcome} outcome
 */
function recorded(gate, desired, live, outcome) {
  const decision = gate.decide(desired, live);
  if (decision.verdict !== "write") return live;
  const { metadata = {} } = /** @type {any} */ (decision.payload());
  const own = metadata.annotations?.[ANNOTATION] ?? "";
  const hash =
    outcome === "skip" ? own : own.replace(/.$/, (/** @type {string} */ last) => (last === "0" ? "1" : "0"));
  const annotations = { ...live.metadata.annotations, [ANNOTATION]: hash };
  const managedFields = live.metadata.managedFields?.map(withAnnotation);
  return { ...live, metadata: { ...live.metadata, annotations, ...(managedFields && { managedFields }) } };
}

/** @param {any} entry of managedFields */
function withAnnotation(entry) {
  if (entry.manager !== MANAGER || entry.operation !== "Apply" || entry.subresource !== undefined)
    return entry;
  const { "f:metadata": metadata = {}, ...others } = entry.fieldsV1;
  const annotations = { ...metadata["f:annotations"], [`f:${ANNOTATION}`]: {} };
  return { ...entry, fieldsV1: { "f:metadata": { ...metadata, "f:annotations": annotations }, ...others } };
}

/**
 * What a server would answer to desired.
 * @param {import("../../src/index.js").Gate} gate
 * @param {KubeObject} desired
 * @param {any} live
 * @returns {KubeObject}
 */
function answered(gate, desired, live) {
  const decision = gate.decide(desired, live);
  if (decision.verdict !== "write") return live;
  const { metadata, ...payload } = /** @type {any} */ (decision.payload());
  return { ...live, ...payload, metadata: { ...live.metadata, ...metadata } };
}
