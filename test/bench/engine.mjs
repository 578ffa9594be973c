// @ts-check
// The built package, and gates of it by strategy and mode.
import { gateMaker } from "../../tools/score/gate.mjs";

/** @type {typeof import("../../src/index.js")} */
export const churngate = await import(new URL("../../dist/index.js", import.meta.url).href);

/** @type {typeof import("../../src/adapter/testing/index.js")} */
export const { createMemoryPort } = await import(
  new URL("../../dist/adapter/testing/index.js", import.meta.url).href
);

export const MODES = /** @type {const} */ (["replace", "apply", "merge"]);
export const STRATEGIES = /** @type {const} */ (["bundled", "derivative", "hash", "observed"]);

/** The name that the labelled pairs were applied under. */
export const MANAGER = "ctl";

/** @param {{ readonly apiVersion?: string | undefined }} object */
function groupOf({ apiVersion = "" }) {
  return apiVersion.includes("/") ? apiVersion.slice(0, apiVersion.indexOf("/")) : "";
}

/**
 * @param {readonly import("./types.js").Kind[]} kinds
 * @param {readonly object[]} definitions CustomResourceDefinitions that the gates are told of
 * @returns {Promise<(strategy: import("./types.js").Strategy, mode: import("./types.js").Mode) => import("../../src/index.js").Gate>}
 */
export async function gatesFor(kinds, definitions) {
  const makeGate = gateMaker(churngate);
  const named = new Map(
    kinds.flatMap(({ pairs }) =>
      pairs.map(({ desired }) => [`${groupOf(desired)}/${desired.kind}`, desired]),
    ),
  );
  /** @type {Map<string, import("../../src/index.js").Gate>} */
  const gates = new Map();
  for (const mode of MODES) {
    for (const strategy of STRATEGIES) {
      const rules = [...named.values()].map((desired) => ({
        group: groupOf(desired),
        kind: String(desired.kind),
        strategy: /** @type {Exclude<typeof strategy, "bundled">} */ (strategy),
      }));
      const gate = await makeGate(mode, { definitions, rules: strategy === "bundled" ? [] : rules });
      gates.set(
        `${strategy} ${mode}`,
        /** @type {import("../../src/index.js").Gate} */ (/** @type {unknown} */ (gate)),
      );
    }
  }
  return (strategy, mode) => {
    const gate = gates.get(`${strategy} ${mode}`);
    if (gate === undefined) throw new Error(`no gate for ${strategy} ${mode}`);
    return gate;
  };
}
