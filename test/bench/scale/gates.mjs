// @ts-check
import { bundledRules, compileRules, createGate, MANAGER } from "./churngate.mjs";

/** @typedef {import("./churngate.mjs").Gate} Gate */

/**
 * The gates that a fleet is decided by: two modes under the bundled rules, and fingerprints.
 * @param {readonly { readonly apiVersion: string, readonly kind: string }[]} kinds
 */
export function fleetGates(kinds) {
  const rules = kinds.map(({ apiVersion, kind }) => ({
    group: apiVersion.includes("/") ? String(apiVersion.split("/")[0]) : "",
    kind,
    strategy: /** @type {const} */ ("hash"),
  }));
  return Object.freeze({
    replace: createGate(),
    apply: createGate({ mode: "apply", fieldManager: MANAGER }),
    hash: createGate({ rules: compileRules([bundledRules, { rules }]) }),
  });
}

/** Live with the fingerprint that the gate would record. @param {Gate} gate @param {any} desired @param {any} live */
export function recorded(gate, desired, live) {
  const decision = gate.decide(desired, live);
  if (decision.verdict !== "write")
    throw new Error(`${desired.kind}: a first write is needed to record a hash`);
  const { annotations } = decision.payload().metadata;
  return { ...live, metadata: { ...live.metadata, annotations } };
}
