// @ts-check
// Makes gates.
import { existsSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { factsOfVersion } from "../facts/older.mjs";

const BUILT = fileURLToPath(new URL("../../dist/index.js", import.meta.url));

/** The manager whose ownership the pairs' managedFields record. */
const FIELD_MANAGER = "ctl";

/** @typedef {typeof import("../../src/index.js")} Engine */

/**
 * @param {string} [entry] the built package's entry
 * @returns {Promise<Engine>}
 */
export async function builtEngine(entry = BUILT) {
  if (!existsSync(entry)) throw new Error(`${entry} is missing: run npm run build first`);
  return import(pathToFileURL(entry).href);
}

/**
 * Gates of replace and merge know no manager, as most controllers' writes.
 * @param {Engine} engine
 * @returns {import("./types.js").GateMaker}
 */
export function gateMaker(engine) {
  const { bundledFacts, bundledRules, compileRules, createGate, loadRules } = engine;
  return async (mode, { dirs = [], definitions = [], learned: all = false, rules = [], kubernetes } = {}) => {
    const learned = { rules: [], facts: learnedFacts(definitions, engine, all) };
    const facts = kubernetes === undefined ? bundledFacts : factsOfVersion(kubernetes, bundledFacts);
    const gate = createGate({
      rules:
        dirs.length > 0 ? await loadRules({ dirs }) : compileRules([bundledRules, learned, { rules }], facts),
      ...(mode === "apply-unforced" ? { mode: "apply", force: false } : { mode }),
      ...(mode.startsWith("apply") ? { fieldManager: FIELD_MANAGER } : {}),
    });
    return /** @type {import("./types.js").Gate} */ (gate);
  };
}

/**
 * What somebody with custom kinds of their own would give the gate.
 * @param {readonly object[]} definitions CustomResourceDefinitions
 * @param {Engine} engine
 * @param {boolean} all those of bundled kinds too
 */
function learnedFacts(definitions, { bundledFacts, learnRules }, all) {
  const { kinds, types } = learnRules(definitions).facts;
  const unknown = kinds.filter(
    ({ group, version, kind }) => all || bundledFacts.kind(group, version, kind) === undefined,
  );
  return { kinds: unknown, types };
}

/**
 * The gate's decision; an exception is one too.
 * @param {import("./types.js").Gate} gate
 * @param {{ desired: import("./types.js").KubeObject, live: import("./types.js").KubeObject }} pair
 * @param {import("./types.js").GateOptions} [options]
 * @returns {import("./types.js").Decision | { verdict: "error", reason: { code: string }, message: string, recreate?: undefined }}
 */
export function decisionOf(gate, { desired, live }, options) {
  try {
    return gate.decide(desired, live, options);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { verdict: "error", reason: { code: "exception" }, message };
  }
}

/**
 * The labels say what the server would do to an object that is being deleted, not whether a controller had better wait.
 * @param {{ live: import("./types.js").KubeObject }} pair
 * @returns {import("./types.js").GateOptions | undefined}
 */
export function optionsFor({ live }) {
  return live.metadata?.deletionTimestamp === undefined ? undefined : { terminating: "write" };
}
