// @ts-check
// What is timed of a kind. Whatever a row compares was parsed for this pass alone: desired as a builder makes it anew for each
// reconcile, live as an informer gives it. A cold desired was never seen by the gate; prepared ones are kept from pass to pass.
import { createHash } from "node:crypto";
import equal from "fast-deep-equal";
import { casesOf } from "./cases.mjs";

/** @typedef {import("./types.js").Row<any, any>} Row @typedef {import("./types.js").Case} Case */
/** @typedef {import("../../src/index.js").KubeObject} KubeObject */
/** @typedef {import("../../src/index.js").Gate} Gate */

export const PARSE = "JSON.parse of live";
export const EQUAL = "fast-deep-equal";
/** A walk that knows nothing. */
export const BARE = "bare walk cold";
export const SKIP = "replace bundled skip";

/**
 * @param {readonly import("./types.js").Pair[]} pairs of one kind
 * @param {import("./cases.mjs").Gates} gates
 */
export function rowsOf(pairs, gates) {
  /** @type {Map<string, Row>} */
  const bases = new Map();
  /** JSON.parse of the same objects. @param {string} name @param {readonly Case[]} cases */
  const baseOf = (name, cases) => {
    const key = cases.map(({ id }) => id).join("\n");
    const base = bases.get(key) ?? parsing(`${PARSE}: ${name}`, cases);
    bases.set(key, base);
    return base.key;
  };
  const timed = casesOf(pairs, gates);
  const decisions = timed.flatMap(({ strategy, mode, outcome, cases }) => {
    const name = `${mode} ${strategy} ${outcome}`;
    return deciding(name, baseOf(name, cases), gates(strategy, mode), cases);
  });
  const skips = casesFor(timed, "skip");
  const bundled = /** @type {Gate} */ (gates("bundled", "replace"));
  const others = skips.length === 0 ? [] : beside(baseOf(SKIP, skips), bundled, skips);
  const writes = casesFor(timed, "write");
  return { rows: [...bases.values(), ...decisions, ...others], skips, writes, digest: digestOf(timed) };
}

/** @param {ReturnType<typeof casesOf>} timed */
function digestOf(timed) {
  const hash = createHash("sha256");
  for (const { strategy, mode, cases } of timed)
    for (const { desired, live } of cases) hash.update(`${strategy} ${mode} ${desired} ${live}`);
  return hash.digest("hex").slice(0, 12);
}

/** @param {ReturnType<typeof casesOf>} timed @param {import("./types.js").Outcome} outcome */
function casesFor(timed, outcome) {
  const found = timed.find(
    (each) => each.outcome === outcome && each.mode === "replace" && each.strategy === "bundled",
  );
  return found?.cases ?? [];
}

/** @param {string} key @param {readonly Case[]} cases @returns {Row} */
function parsing(key, cases) {
  const texts = cases.map(({ live }) => live);
  return { key, base: key, cases: texts, fresh: (text) => text, run: (text) => JSON.parse(text) };
}

/**
 * @param {string} name
 * @param {string} base
 * @param {Gate} gate
 * @param {readonly Case[]} cases
 * @returns {readonly Row[]}
 */
function deciding(name, base, gate, cases) {
  const common = { base, cases };
  const cold = {
    ...common,
    key: `${name} cold`,
    fresh: parsed,
    run: (/** @type {ReturnType<typeof parsed>} */ { desired, live, options }) =>
      sent(gate.decide(desired, live, options)),
  };
  const { prepare } = gate;
  const prepared = {
    ...common,
    key: `${name} prepared`,
    fresh: keeping(prepare, (/** @type {Case} */ { live, observed }) => ({
      live: JSON.parse(live),
      options: observing(observed),
    })),
    run: (/** @type {any} */ { prepared: by, given: { live, options } }) => sent(by.decide(live, options)),
  };
  return [cold, prepared];
}

/**
 * Prepares each desired once, as a controller does that goes over the same objects again and again.
 * @template {{ readonly desired: string }} Of
 * @template Given
 * @param {(desired: KubeObject) => import("../../src/index.js").Prepared<KubeObject>} prepare
 * @param {(from: Of) => Given} make what is new for each pass
 * @returns {(from: Of) => { prepared: import("../../src/index.js").Prepared<KubeObject>, given: Given }}
 */
export function keeping(prepare, make) {
  /** @type {Map<Of, import("../../src/index.js").Prepared<KubeObject>>} */
  const kept = new Map();
  return (from) => {
    const prepared = kept.get(from) ?? prepare(JSON.parse(from.desired));
    kept.set(from, prepared);
    return { prepared, given: make(from) };
  };
}

/** A write is made up to its payload. @param {import("../../src/index.js").Decision<KubeObject>} decision */
function sent(decision) {
  return decision.verdict === "write" ? decision.payload() : decision;
}

/** @param {Case} each @returns {{ desired: KubeObject, live: KubeObject, options: { observed?: KubeObject } | undefined }} */
function parsed({ desired, live, observed }) {
  return {
    desired: JSON.parse(desired),
    live: JSON.parse(live),
    options: observing(observed),
  };
}

/** @param {string | undefined} observed @returns {{ observed: KubeObject } | undefined} */
function observing(observed) {
  return observed === undefined ? undefined : { observed: JSON.parse(observed) };
}

/** What stands beside the decision to skip. @param {string} base @param {Gate} gate @param {readonly Case[]} cases @returns {readonly Row[]} */
function beside(base, gate, cases) {
  const common = { base, cases };
  const explaining = {
    ...common,
    key: "replace bundled explain cold",
    fresh: parsed,
    run: (/** @type {ReturnType<typeof parsed>} */ { desired, live }) => gate.explain(desired, live),
  };
  const comparing = {
    ...common,
    key: EQUAL,
    fresh: (/** @type {Case} */ { live }) => ({
      one: compared(JSON.parse(live)),
      other: compared(JSON.parse(live)),
    }),
    run: (/** @type {{ one: object, other: object }} */ { one, other }) => equal(one, other),
  };
  const walking = {
    ...common,
    key: BARE,
    fresh: (/** @type {Case} */ each) => ({
      desired: compared(JSON.parse(each.desired)),
      live: compared(JSON.parse(each.live)),
    }),
    run: (/** @type {{ desired: object, live: object }} */ { desired, live }) => walk(desired, live),
  };
  const { prepare } = gate;
  const preparing = {
    ...common,
    key: `${SKIP}, prepare included`,
    fresh: parsed,
    run: (/** @type {ReturnType<typeof parsed>} */ { desired, live }) => prepare(desired).decide(live),
  };
  return [explaining, comparing, walking, preparing];
}

/** The least that a comparison can cost: the names and scalars of both are met, and nothing is known of them. @param {any} desired @param {any} live @returns {number} */
function walk(desired, live) {
  let differences = 0;
  for (const key in live) {
    const [d, l] = [desired[key], live[key]];
    if (d === l) continue;
    if (typeof d === "object" && typeof l === "object" && d !== null && l !== null) differences += walk(d, l);
    else differences++;
  }
  for (const key in desired) if (live[key] === undefined) differences++;
  return differences;
}

/** The fields that the gate compares: all but status and what only a server writes. @param {any} live @returns {object} */
export function compared({ status: _, metadata, ...rest }) {
  const { labels, annotations, ownerReferences, finalizers } = metadata;
  return { ...rest, metadata: { labels, annotations, ownerReferences, finalizers } };
}
