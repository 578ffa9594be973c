// @ts-check
// What a fleet of instances costs the API server, with the gate and without: npm run fleet [-- --instances 500] [--kill]
// The operator is examples/operator; the table on standard output is Markdown. Exit: 0, 2 error.
import { parseArgs } from "node:util";
import { startCluster } from "../cluster/index.mjs";
import { progress, throttled } from "../cluster/progress.mjs";
import { prepare } from "./instances.mjs";
import { again, againUngated, create, idle } from "./measure.mjs";
import { table } from "./table.mjs";

const USAGE = `Usage: npm run fleet [-- --instances N] [--kill]
  --instances N        how many instances of seven objects (500)
  --kill               one replica is killed when half of them are created; another takes over
  --lease-seconds N    how long that waits for it (10)`;

const { values } = parseArgs({
  options: {
    instances: { type: "string", default: "500" },
    kill: { type: "boolean", default: false },
    "lease-seconds": { type: "string", default: "10" },
    help: { type: "boolean", short: "h", default: false },
  },
});

/** @param {string} text */
function positive(text) {
  const number = Number(text);
  if (Number.isInteger(number) && number > 0) return number;
  throw new Error(`${text} is no number above 0\n\n${USAGE}`);
}

async function main() {
  if (values.help) return USAGE;
  const instances = positive(values.instances);
  const leaseSeconds = positive(values["lease-seconds"]);
  const { say, end } = progress();
  try {
    const cluster = await startCluster({ onProgress: say });
    try {
      const run = { cluster, instances, leaseSeconds, say: throttled(say) };
      await prepare(cluster.client);
      const created = await create(run, values.kill);
      const gated = await again(run, created.leader, "every instance again");
      const { memory } = await created.leader.ask();
      const idleCpu = await idle(run);
      await created.leader.stop();
      const apply = await againUngated(run, "apply");
      const update = await againUngated(run, "update");
      return table({ instances, version: cluster.version, memory, idleCpu, created, gated, apply, update });
    } finally {
      await cluster.stop();
    }
  } finally {
    end();
  }
}

try {
  console.log(await main());
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}
