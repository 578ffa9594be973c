// @ts-check
import { parseArgs } from "node:util";

export const USAGE = `Usage: npm run bench:scale [-- OPTIONS]
  What a fleet costs: time, memory, and how the cost grows with the objects. Fails where a bound is exceeded.
  --only PART       fleet, operator or growth (all of them)
  --objects N       of the fleet (100000)
  --sweeps N        over the fleet (100)
  --shape TEXT      growth: only shapes of which the name has this in it
  --mode MODE       growth: replace, apply or merge (all of them)
  --strategy NAME   growth: exact, derivative or hash (all of them)
  --pairs FILE      labelled pairs (.jsonl or .jsonl.gz): their objects join the fleet's own; may be given again
  --plot            writes docs/plots/growth-*.svg
  --json FILE       the results`;

const PARTS = /** @type {const} */ (["fleet", "operator", "growth"]);

/** @param {string} name @param {string} given */
function countOf(name, given) {
  const count = Number(given);
  if (!Number.isInteger(count) || count < 1) throw new Error(`--${name} ${given}: not a number of them`);
  return count;
}

/**
 * @param {readonly string[]} [args]
 * @throws {Error} with a sentence for the user
 */
export function readOptions(args = process.argv.slice(2)) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: "string" },
      objects: { type: "string", default: "100000" },
      sweeps: { type: "string", default: "100" },
      shape: { type: "string", default: "" },
      mode: { type: "string" },
      strategy: { type: "string" },
      pairs: { type: "string", multiple: true, default: [] },
      plot: { type: "boolean", default: false },
      json: { type: "string" },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  const parts = PARTS.filter((part) => values.only === undefined || values.only === part);
  if (parts.length === 0) throw new Error(`--only ${values.only}: there are ${PARTS.join(", ")}`);
  if (values.plot && (!parts.includes("growth") || values.shape !== ""))
    throw new Error("--plot needs the growth of every shape");
  if (values.plot && ((values.mode ?? "replace") !== "replace" || (values.strategy ?? "exact") !== "exact"))
    throw new Error("--plot shows the mode replace and the strategy exact");
  return {
    ...values,
    parts,
    objects: countOf("objects", values.objects),
    sweeps: countOf("sweeps", values.sweeps),
  };
}
