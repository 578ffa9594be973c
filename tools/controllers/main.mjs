// @ts-check
// Five controllers on a real server, four of them at fault, among many that are not: does watch name those, does audit, and nobody else?
// npm run controllers [-- --help]. The table on standard output is Markdown. Exit: 0, 1 where a claim does not hold, 2 error.
import { parseArgs } from "node:util";
import { progress, throttled } from "../cluster/progress.mjs";
import { accusationsOf, gatedIsClear, named, nobodyElse } from "./claims.mjs";
import { countsAgree, enoughIsLawful, watchSawAll } from "./counts.mjs";
import { run } from "./run.mjs";
import { table } from "./table.mjs";

/** @typedef {import("./claims.mjs").Guilty} Guilty */

const USAGE = `Usage: npm run controllers [-- --updates N] [--seed TEXT]
  --updates N    how many lawful updates at least (10000)
  --seed TEXT    another seed makes other changes; the same makes the same (1)
  --version V    of Kubernetes
  --keep DIR     where audit.log, watch.json and audit.json are left
  --claims       the claims as JSON, in place of the table`;

const GATED = ["gated-operator", "gated-shops"];

const { values } = parseArgs({
  options: {
    updates: { type: "string", default: "10000" },
    seed: { type: "string", default: "1" },
    version: { type: "string" },
    keep: { type: "string" },
    claims: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  },
});

/** @param {string} text */
function positive(text) {
  const number = Number(text);
  if (Number.isInteger(number) && number > 0) return number;
  throw new Error(`${text} is no number above 0\n\n${USAGE}`);
}

/** @param {Awaited<ReturnType<typeof run>>} result @param {number} updates */
function claimsOf({ actors, watch, audit, counted, cures }, updates) {
  const guilty = actors.filter(/** @returns {actor is Guilty} */ (actor) => actor.guilt !== undefined);
  const all = accusationsOf(guilty);
  // What changes nothing on the server raises no event: only audit can know of it.
  const seen = all.filter(({ what }) => what !== "writes-nothing");
  return [
    ...seen.map((each) => named("watch", watch, each)),
    nobodyElse("watch", watch, seen),
    gatedIsClear("watch", watch, GATED),
    watchSawAll(watch, counted),
    ...all.map((each) => named("audit", audit, each)),
    nobodyElse("audit", audit, all),
    gatedIsClear("audit", audit, GATED),
    countsAgree(audit, counted),
    enoughIsLawful(
      updates,
      counted,
      guilty.map(({ name }) => name),
    ),
    ...cures,
  ];
}

async function main() {
  if (values.help) return USAGE;
  const { version, keep, seed } = values;
  const updates = positive(values.updates);
  const { say, end } = progress();
  try {
    const result = await run({ updates, seed, version, keep, say: throttled(say) });
    const claims = claimsOf(result, updates);
    if (claims.some(({ faults }) => faults.length > 0)) process.exitCode = 1;
    return values.claims ? JSON.stringify(claims, undefined, 2) : table(result, claims);
  } finally {
    end();
  }
}

try {
  console.log(await main());
} catch (error) {
  console.error(error instanceof Error ? error.stack : String(error));
  process.exitCode = 2;
}
