// @ts-check
// What is timed in the process: each function goes once through all pairs.
import equal from "fast-deep-equal";
import { do_not_optimize } from "mitata";
import { pairs } from "./pairs.mjs";

/** @type {typeof import("../../src/index.js")} */
const churngate = await import(new URL("../../dist/index.js", import.meta.url).href);

/** Objects of each Deployment in the larger set: more than ten megabytes, which no processor keeps at hand. */
const COPIES = 32;

/** @param {readonly import("./pairs.mjs").Pair[]} all @param {import("../../src/index.js").Gate} gate @param {string} verdict */
function assertVerdicts(all, gate, verdict) {
  for (const { desired, live } of all) {
    const decision = gate.decide(desired, live);
    if (decision.verdict !== verdict) throw new Error(`${desired.metadata?.name}: ${decision.verdict}`);
  }
}

/** @param {import("./pairs.mjs").Deployment} desired */
function withOtherImage(desired) {
  const other = structuredClone(desired);
  for (const container of other.spec.template.spec.containers)
    container.image = "registry.example.com/other:1";
  return other;
}

/** Live as it is once a hash was recorded in it. @param {import("./pairs.mjs").Pair} pair @param {import("../../src/index.js").Gate} gate */
function withRecordedHash({ desired, live }, gate) {
  const decision = gate.decide(desired, live);
  if (decision.verdict !== "write") throw new Error("a first write is needed to record a hash");
  const annotations = decision.payload().metadata?.annotations ?? {};
  return { desired, live: { ...live, metadata: { ...live.metadata, annotations } } };
}

const { bundledRules, compileRules, createGate } = churngate;
const deployments = /** @type {const} */ ({ group: "apps", kind: "Deployment" });
const gateOf = (/** @type {"exact" | "derivative" | "hash"} */ strategy) =>
  createGate({ rules: compileRules([bundledRules, { rules: [{ ...deployments, strategy }] }]) });

const same = pairs(1);
const many = pairs(COPIES);
const texts = same.map(({ live }) => JSON.stringify(live));
const changed = same.map(({ desired, live }) => ({ desired: withOtherImage(desired), live }));
const twins = same.map(({ live }) => ({ desired: live, live: structuredClone(live) }));
const bundled = createGate();
const [exact, derivative, hash] = [gateOf("exact"), gateOf("derivative"), gateOf("hash")];
const recorded = pairs(1).map((pair) => withRecordedHash(pair, hash));

/** @type {typeof import("../../src/adapter/testing/index.js")} */
const { createMemoryPort } = await import(
  new URL("../../dist/adapter/testing/index.js", import.meta.url).href
);
const applying = createGate({ mode: "apply", fieldManager: "bench" });
/** Live as our own apply of desired leaves it. */
const applied = await Promise.all(
  same.map(async ({ desired }) => {
    const live = await createMemoryPort().apply?.(desired, { fieldManager: "bench" });
    return { desired, live: /** @type {import("./pairs.mjs").Deployment} */ (live) };
  }),
);

assertVerdicts(applied, applying, "skip");
for (const gate of [bundled, exact, derivative]) assertVerdicts(same, gate, "skip");
assertVerdicts(recorded, hash, "skip");
assertVerdicts(changed, exact, "write");

/**
 * @param {readonly import("./pairs.mjs").Pair[]} all
 * @param {(pair: import("./pairs.mjs").Pair) => unknown} each
 * @returns {Work}
 */
const through = (all, each) => ({
  objects: all.length,
  run: () => {
    for (const pair of all) do_not_optimize(each(pair));
  },
});

/** @param {import("./pairs.mjs").Pair} pair */
function write({ desired, live }) {
  const decision = exact.decide(desired, live);
  return decision.verdict === "write" ? decision.payload() : undefined;
}

/** What the others are compared with. */
export const BASE = "JSON.parse of live";

/** @typedef {{ readonly objects: number, readonly run: () => void }} Work one run goes once through the objects */

/** @type {Readonly<Record<string, Work>>} */
export const works = {
  [BASE]: {
    objects: texts.length,
    run: () => {
      for (const text of texts) do_not_optimize(JSON.parse(text));
    },
  },
  "decide, nothing to write": through(same, ({ desired, live }) => bundled.decide(desired, live)),
  [`the same, among ${many.length} objects`]: through(many, ({ desired, live }) =>
    bundled.decide(desired, live),
  ),
  "exact, without a condition": through(same, ({ desired, live }) => exact.decide(desired, live)),
  "apply, nothing to write": through(applied, ({ desired, live }) => applying.decide(desired, live)),
  derivative: through(same, ({ desired, live }) => derivative.decide(desired, live)),
  hash: through(recorded, ({ desired, live }) => hash.decide(desired, live)),
  "fast-deep-equal of live and a copy": through(twins, ({ desired, live }) => equal(desired, live)),
  "decide, another image, and the payload": through(changed, write),
  "explain, nothing to write": through(same, ({ desired, live }) => bundled.explain(desired, live)),
};
