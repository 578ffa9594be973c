// @ts-check
// What a decision costs as its object grows: every shape in every mode, strategy and outcome, beside JSON.parse.
import { do_not_optimize } from "mitata";
import {
  bundledRules,
  compileRules,
  createEnsurer,
  createGate,
  createMemoryPort,
  MANAGER,
} from "./churngate.mjs";
import { callsFor, cpuOf, exponentOf, repeat } from "./measure.mjs";
import { FACTS, SHAPES } from "./shapes.mjs";

/** @typedef {import("./shapes.mjs").Shape} Shape */
/** @typedef {import("./churngate.mjs").Gate} Gate */

const MODES = /** @type {const} */ (["replace", "apply", "merge"]);
const STRATEGIES = /** @type {const} */ (["exact", "derivative", "hash"]);
const ROUNDS = 3;
/** Microseconds of one measurement, at least. */
const BATCH = 2_000;

/**
 * What desired becomes, of a live object that was written from it.
 * @typedef {object} Outcome
 * @property {string} name
 * @property {(shape: Shape, parts: readonly any[]) => readonly any[]} parts
 * @property {(shape: Shape) => boolean} [only]
 */

/** @type {readonly Outcome[]} */
const OUTCOMES = [
  { name: "nothing changed", parts: (_, parts) => parts },
  { name: "the last one changed", parts: ({ other }, parts) => [...parts.slice(0, -1), other(parts.at(-1))] },
  { name: "all changed", parts: ({ other }, parts) => parts.map(other) },
  { name: "the first one gone", parts: (_, parts) => parts.slice(1) },
  { name: "reversed", parts: (_, parts) => parts.toReversed(), only: ({ anyOrder }) => anyOrder === true },
];

/**
 * @typedef {object} Growth
 * @property {string} shape
 * @property {string} mode
 * @property {string} strategy
 * @property {string} outcome
 * @property {readonly string[]} verdicts
 * @property {readonly { readonly size: number, readonly time: number }[]} points in microseconds
 * @property {number} exponent
 * @property {readonly { readonly size: number, readonly time: number }[]} parses the same for JSON.parse of live
 * @property {number} parse its exponent
 * @property {boolean} anyOrder the order of the parts is no reason to write
 */

/** @param {Shape} shape @param {(typeof MODES)[number]} mode @param {(typeof STRATEGIES)[number]} strategy */
function gateOf({ desired, lists = [] }, mode, strategy) {
  const { apiVersion, kind } = desired([]);
  const group = apiVersion.includes("/") ? apiVersion.split("/")[0] : "";
  const rules = compileRules([bundledRules, { facts: FACTS, rules: [{ group, kind, strategy, lists }] }]);
  return { gate: createGate({ rules, mode, fieldManager: MANAGER }), facts: rules.facts };
}

/** Live as the gate's own writes leave it. @param {ReturnType<typeof gateOf>} by @param {any} desired */
async function settled({ gate, facts }, desired) {
  const port = createMemoryPort({ facts });
  const { object } = await createEnsurer({ port, gate }).ensure(desired);
  return object;
}

/** @param {Shape} shape @param {number} size */
const partsOf = (shape, size) => Array.from({ length: size }, (_, index) => shape.part(index));

/** As if it came from elsewhere: no string is shared. @template T @param {T} value @returns {T} */
const fresh = (value) => JSON.parse(JSON.stringify(value));

/** @param {Gate} gate @param {any} desired @param {any} live */
function decided(gate, desired, live) {
  const decision = gate.decide(desired, live);
  do_not_optimize(decision.verdict === "write" ? decision.payload() : decision);
  return decision.verdict;
}

/** The cost of a work of each size: the least of its rounds, which no collection and no neighbour disturbed. @param {readonly { readonly size: number, readonly work: () => void }[]} works */
function pointsOf(works) {
  const cases = works.map(({ size, work }) => {
    return { size, work, calls: callsFor(work, BATCH), times: /** @type {number[]} */ ([]) };
  });
  for (let round = 0; round < ROUNDS; round++) {
    for (const { work, calls, times } of cases) times.push(cpuOf(() => repeat(work, calls)) / calls);
  }
  return cases.map(({ size, times }) => ({ size, time: Math.min(...times) }));
}

/**
 * @param {Shape} shape
 * @param {(typeof MODES)[number]} mode
 * @param {(typeof STRATEGIES)[number]} strategy
 * @param {(doing: string) => void} say
 * @returns {AsyncGenerator<Growth>}
 */
async function* growthOf(shape, mode, strategy, say) {
  const by = gateOf(shape, mode, strategy);
  const objects = [];
  for (const size of shape.sizes) {
    say(`${shape.name}, ${mode}, ${strategy}: ${size}`);
    const parts = partsOf(shape, size);
    objects.push({ size, parts, live: fresh(await settled(by, shape.desired(parts))) });
  }
  const texts = objects.map(({ size, live }) => ({ size, text: JSON.stringify(live) }));
  const parses = pointsOf(
    texts.map(({ size, text }) => ({ size, work: () => do_not_optimize(JSON.parse(text)) })),
  );
  for (const outcome of OUTCOMES) {
    if (outcome.only?.(shape) === false) continue;
    say(`${shape.name}, ${mode}, ${strategy}: ${outcome.name}`);
    const pairs = objects.map(({ size, parts, live }) => {
      const desired = fresh(shape.desired(outcome.parts(shape, parts)));
      return { size, desired, live, verdict: decided(by.gate, desired, live) };
    });
    const points = pointsOf(
      pairs.map(({ size, desired, live }) => ({ size, work: () => decided(by.gate, desired, live) })),
    );
    yield {
      shape: shape.name,
      mode,
      strategy,
      outcome: outcome.name,
      verdicts: [...new Set(pairs.map(({ verdict }) => verdict))],
      points,
      exponent: exponentOf(points),
      parses,
      parse: exponentOf(parses),
      anyOrder: shape.anyOrder === true,
    };
  }
}

/**
 * Every shape in every mode, strategy and outcome.
 * @param {(doing: string) => void} say
 * @param {{ readonly shape: string, readonly mode?: string | undefined, readonly strategy?: string | undefined }} only
 * shapes of which the name has this in it, and one mode or strategy
 */
export async function growths(say, only) {
  /** @type {Growth[]} */
  const found = [];
  for (const shape of SHAPES.filter(({ name }) => name.includes(only.shape))) {
    for (const mode of MODES.filter((each) => each === (only.mode ?? each))) {
      for (const strategy of STRATEGIES.filter((each) => each === (only.strategy ?? each))) {
        for await (const growth of growthOf(shape, mode, strategy, say)) found.push(growth);
      }
    }
  }
  return found;
}
