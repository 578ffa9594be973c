// @ts-check
// The whole check: learns, installs, asks.
import { gateMaker } from "../score/gate.mjs";
import { checkAll } from "./check.mjs";
import { definitionsIn, install, uninstall } from "./definitions.mjs";

/** @typedef {import("../accuracy/types.js").Measured["engine"]} Engine */
/** @typedef {import("./types.js").Loose} Loose */

const MODES = /** @type {const} */ (["replace", "apply", "merge"]);

/**
 * @param {import("./types.js").Client} client
 * @param {{ version: string, paths: readonly string[] } & import("../accuracy/types.js").Measured} options
 * @returns {Promise<import("./types.js").LearnReport>}
 */
export async function runLearn(client, { version, paths, engine, readManifests }) {
  const { definitions, rounds, unread } = await definitionsIn(paths, readManifests);
  if (definitions.length === 0) throw new Error(["there is no definition", ...unread].join("\n"));
  const learning = learnEach(engine, definitions);
  /** @type {import("./types.js").Checked[]} */
  const checked = [];
  /** @type {import("./types.js").LearnReport["notInstalled"][number][]} */
  const notInstalled = [];
  for (const round of rounds) {
    const found = await checkRound(client, engine, round);
    checked.push(...found.checked);
    notInstalled.push(...found.notInstalled);
    if (round !== rounds.at(-1)) await uninstall(client, round);
  }
  const installed = rounds.flat().length - notInstalled.length;
  return {
    format: "learn-check/1",
    version,
    definitions: definitions.length,
    installed,
    notInstalled,
    unread,
    learning,
    checked,
  };
}

/** @param {import("./types.js").Client} client @param {Engine} engine @param {readonly Loose[]} definitions */
async function checkRound(client, engine, definitions) {
  const { served, notInstalled } = await install(client, definitions);
  const gates = await Promise.all(
    MODES.map(async (mode) => ({
      mode,
      gate: await gateMaker(engine)(mode, { definitions, learned: true }),
    })),
  );
  const { kinds } = engine.learnRules(definitions).facts;
  const factsOf = (/** @type {import("./types.js").Served} */ { apiVersion, kind }) =>
    kinds.find((each) => `${each.group}/${each.version}` === apiVersion && each.kind === kind);
  return { checked: await checkAll(client, served, factsOf, gates), notInstalled };
}

/** Each by itself, as one gives it to the command. @param {Engine} engine @param {readonly Loose[]} definitions */
function learnEach({ learnRules }, definitions) {
  const started = performance.now();
  const failures = definitions.flatMap((definition) => {
    try {
      return learnRules([definition]).facts.kinds.length > 0 ? [] : [`${definition.metadata.name}: no facts`];
    } catch (error) {
      return [`${definition.metadata.name}: ${error instanceof Error ? error.message : error}`];
    }
  });
  return { failures, seconds: (performance.now() - started) / 1000 };
}

/** @param {import("./types.js").LearnReport} report */
export function agrees({ learning, notInstalled, checked }) {
  return (
    learning.failures.length + notInstalled.length === 0 &&
    checked.every(
      ({ disagreements, tried }) =>
        disagreements.length === 0 && tried.every((each) => each.disagreements.length === 0),
    )
  );
}
