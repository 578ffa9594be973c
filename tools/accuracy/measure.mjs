// @ts-check
// A whole run against a server: what the gates say, held against what the server says.
import { builtEngine, gateMaker } from "../score/gate.mjs";
import { createScorer } from "../score/pairs.mjs";
import { customOnly, readObjects } from "./manifests.mjs";
import { run } from "./run.mjs";
import { payloadTally } from "./tally.mjs";

const READER = new URL("../../dist/cli/input/index.js", import.meta.url).href;

/** What is measured, as npm run build made it. @returns {Promise<import("./types.js").Measured>} */
export async function built() {
  const engine = await builtEngine();
  const { readManifests } = await import(READER);
  return { engine, readManifests };
}

/**
 * @param {import("./types.js").Client} client
 * @param {import("./types.js").MeasureOptions & import("./types.js").Measured} options
 * @returns {Promise<import("./types.js").Report>}
 */
export async function measure(client, { engine, readManifests, ...options }) {
  const { version, paths, modes, seed, pairs, converge, onStep, onPair } = options;
  const started = performance.now();
  const makeGate = gateMaker(engine);
  const { manifests: read, unread } = await readObjects(paths, readManifests);
  const manifests = options.custom ? customOnly(read) : read;
  if (manifests.length === 0) throw new Error(["there is no object to create", ...unread].join("\n"));
  const definitions = manifests.map(({ desired }) => desired);
  const given = { definitions, ...(options.facts === undefined ? {} : { kubernetes: options.facts }) };
  const gates = await Promise.all(modes.map(async (mode) => ({ mode, gate: await makeGate(mode, given) })));
  const scorers = gates.map(({ mode, gate }) =>
    createScorer(
      `Kubernetes ${version}${options.facts ? `, facts of ${options.facts}` : ""}, seed ${seed}`,
      gate,
      mode,
    ),
  );
  const payloads = payloadTally(modes);
  const onResult = (/** @type {import("./types.js").Result} */ result) => {
    for (const scorer of scorers) scorer.add(result.pair);
    payloads.add(result);
    onPair(result.pair);
  };
  const summary = await run({ client, gates, converges: converge }, manifests, {
    seed,
    pairs,
    custom: options.custom,
    serviceAccounts: options["service-accounts"],
    onStep,
    onResult,
  });
  return {
    format: "accuracy/1",
    version,
    seed,
    seconds: (performance.now() - started) / 1000,
    run: summary,
    unread,
    modes: scorers.map((scorer) => {
      const score = scorer.score();
      return { score, payloads: payloads.of(score.mode) };
    }),
  };
}

/**
 * True where nothing is wrong that must not be: no needed write skipped, none blocked, no payload that fails, none to repeat.
 * @param {import("./types.js").Report} report
 */
export function isSound({ modes }) {
  return modes.every(
    ({ score: { total }, payloads }) =>
      total.falseSkips +
        total.falseBlocks +
        total.errors +
        payloads.wrong.length +
        payloads.repeated.length ===
      0,
  );
}
