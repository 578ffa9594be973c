// @ts-check
// Whether it matters how desired was built: the operator example's children, by its own literals and spreads, by JSON.parse and by structuredClone.
import { fleet } from "./examples.mjs";
import { median, rounds, warm } from "./rounds.mjs";
import { keeping, PARSE } from "./rows.mjs";

/** @typedef {Awaited<ReturnType<typeof fleet>>[number]} Child @typedef {import("./types.js").Row<any, any>} Row @typedef {import("./rows.mjs").KubeObject} KubeObject */

const INSTANCES = 12;
/** The children of so many instances are swept as a resync does. */
const SWEPT = 500;

/** @param {import("./rows.mjs").Gate} gate @returns {Promise<readonly Row[]>} */
export async function shapeRows(gate) {
  const cases = await fleet(INSTANCES);
  const common = { base: PARSE, cases };
  /** @param {string} how @param {(child: Child) => unknown} make @returns {Row} */
  const by = (how, make) => ({
    ...common,
    key: how,
    fresh: (/** @type {Child} */ child) => ({ desired: make(child), live: JSON.parse(child.live) }),
    run: ({ desired, live }) => skipped(gate.decide(desired, live)),
  });
  return [
    { ...common, key: PARSE, fresh: ({ live }) => live, run: (text) => JSON.parse(text) },
    by("desired by JSON.parse", ({ desired }) => JSON.parse(desired)),
    by("desired by structuredClone", ({ desired }) => structuredClone(JSON.parse(desired))),
    by("desired by literals and spreads", ({ build }) => build()),
  ];
}

/** @param {{ readonly verdict: string }} decision */
function skipped(decision) {
  if (decision.verdict !== "skip")
    throw new Error(`the operator's child is not as desired: ${decision.verdict}`);
  return decision;
}

/**
 * Milliseconds that a sweep over all children takes, as a median.
 * @param {import("./rows.mjs").Gate} gate
 * @param {number} count rounds
 */
export async function sweep(gate, count) {
  const cases = await fleet(SWEPT);
  const common = { base: "", cases };
  const { prepare } = gate;
  const pair = (/** @type {Child} */ { build, live }) => ({ desired: build(), live: JSON.parse(live) });
  /** @type {Row[]} */
  const rows = [
    { ...common, key: "cold", fresh: pair, run: ({ desired, live }) => skipped(gate.decide(desired, live)) },
    {
      ...common,
      key: "prepared",
      fresh: keeping(prepare, (/** @type {Child} */ { live }) => JSON.parse(live)),
      run: ({ prepared, given }) => skipped(prepared.decide(given)),
    },
  ];
  warm(rows, 1);
  const times = await rounds(rows, count);
  const milliseconds = (/** @type {string} */ key) => (median(times.get(key) ?? []) * cases.length) / 1000;
  return { objects: cases.length, cold: milliseconds("cold"), prepared: milliseconds("prepared") };
}
