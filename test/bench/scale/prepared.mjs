// @ts-check
// A desired object that is kept beside its live one, as a controller's cache would.

/** @typedef {import("./churngate.mjs").Gate} Gate @typedef {import("./churngate.mjs").KubeObject} KubeObject */

/**
 * @typedef {object} Prepared
 * @property {(live: KubeObject | undefined) => { readonly verdict: string }} decide
 */

/** @type {(gate: any, desired: any) => Prepared} */
const prepare = (gate, desired) =>
  gate.prepare === undefined ? { decide: (live) => gate.decide(desired, live) } : gate.prepare(desired);

/** @param {Gate} gate @param {KubeObject} desired @returns {Prepared} */
export function prepared(gate, desired) {
  return prepare(gate, desired);
}
