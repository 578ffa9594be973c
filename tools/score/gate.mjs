// @ts-check
// Makes gates from the built package.
import { existsSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";

const BUILT = fileURLToPath(new URL("../../dist/index.js", import.meta.url));

/** The manager whose ownership the pairs' managedFields record. */
const FIELD_MANAGER = "ctl";

/**
 * @param {string} [entry] the built package's entry
 * @returns {Promise<import("./types.js").GateMaker>}
 */
export async function gateMaker(entry = BUILT) {
  if (!existsSync(entry)) throw new Error(`${entry} is missing: run npm run build first`);
  const { bundledRules, compileRules, createGate, loadRules } = await import(pathToFileURL(entry).href);
  return async (mode, dirs = []) =>
    createGate({
      rules: dirs.length > 0 ? await loadRules({ dirs }) : compileRules([bundledRules]),
      mode,
      ...(mode === "apply" ? { fieldManager: FIELD_MANAGER } : {}),
    });
}

/**
 * The gate's verdict; an exception is one too.
 * @param {import("./types.js").Gate} gate
 * @param {{ desired: import("./types.js").KubeObject, live: import("./types.js").KubeObject }} pair
 * @param {{ subresource?: "status" }} [options]
 * @returns {import("./types.js").Verdict}
 */
export function verdictOf(gate, { desired, live }, options) {
  try {
    return gate.decide(desired, live, options).verdict;
  } catch {
    return "error";
  }
}
