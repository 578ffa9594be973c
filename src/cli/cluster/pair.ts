import type { Engine } from "../engine.js";
import type { Manifest } from "../input/index.js";
import type { Pair } from "../objects/pair.js";
import { startProgress } from "../progress.js";
import type { Settings } from "../settings.js";
import type { Shell } from "../shell.js";
import type { Cluster } from "./cluster.js";
import { locate } from "./locate.js";
import { reach } from "./reach.js";
import { readLive } from "./read-live.js";

/** Each desired object with its live one, as the cluster has it now. */
export async function pairFromCluster(
  desired: readonly Manifest[],
  cluster: Cluster,
  { gate, rules: { facts } }: Engine,
  settings: Settings,
  shell: Shell,
): Promise<readonly Pair[]> {
  const { step, end } = startProgress(shell);
  try {
    step(`asking ${cluster.server}`);
    await reach(cluster, settings);
    const { namespace = cluster.namespace ?? "default", timeoutMs } = settings;
    const located = await locate(desired, { cluster, facts, namespace, timeoutMs });
    return await readLive(located, cluster.port, gate, settings, (done) =>
      step(`${done} of ${located.length} objects read`),
    );
  } finally {
    await end();
  }
}
