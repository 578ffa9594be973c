// @ts-check
// The whole check: learns, installs, asks.
import { gateMaker } from "../score/gate.mjs";
import { checkAll } from "./check.mjs";
import { definitionsIn, install } from "./definitions.mjs";

/** @typedef {import("./types.js").Loose} Loose */

/**
 * @param {import("./types.js").Client} client
 * @param {{ version: string, paths: readonly string[] } & import("../accuracy/types.js").Measured} options
 * @returns {Promise<import("./types.js").LearnReport>}
 */
export async function runLearn(client, { version, paths, engine, readManifests }) {
  const { definitions, unread } = await definitionsIn(paths, readManifests);
  if (definitions.length === 0) throw new Error(["there is no definition", ...unread].join("\n"));
  const { facts, ...learning } = learnEach(engine, definitions);
  const { served, notInstalled } = await install(client, definitions);
  const gates = await Promise.all(
    /** @type {const} */ (["replace", "apply", "merge"]).map(async (mode) => ({
      mode,
      gate: await gateMaker(engine)(mode, { definitions, learned: true }),
    })),
  );
  const factsOf = (/** @type {import("./types.js").Served} */ { apiVersion, kind }) =>
    facts.get(`${apiVersion}/${kind}`);
  const checked = await checkAll(client, served, factsOf, gates);
  return {
    format: "learn-check/1",
    version,
    definitions: definitions.length,
    notInstalled,
    unread,
    learning,
    checked,
  };
}

/** Each by itself, as one gives it to the command. @param {import("../accuracy/types.js").Measured["engine"]} engine @param {readonly Loose[]} definitions */
function learnEach({ learnRules }, definitions) {
  const started = performance.now();
  /** @type {Map<string, Loose>} */
  const facts = new Map();
  /** @type {string[]} */
  const failures = [];
  for (const definition of definitions) {
    try {
      for (const kind of learnRules([definition]).facts.kinds)
        facts.set(`${kind.group}/${kind.version}/${kind.kind}`, kind);
    } catch (error) {
      failures.push(`${definition.metadata.name}: ${error instanceof Error ? error.message : error}`);
    }
  }
  return { facts, failures, seconds: (performance.now() - started) / 1000 };
}

/** @param {import("./types.js").LearnReport} report */
export function agrees({ learning, checked }) {
  return (
    learning.failures.length === 0 &&
    checked.every(
      ({ disagreements, tried }) =>
        disagreements.length === 0 && tried.every((each) => each.disagreements.length === 0),
    )
  );
}
