// @ts-check
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { startCluster } from "../cluster/index.mjs";
import { Command } from "./command.mjs";
import { count } from "./count.mjs";
import { curesOf } from "./cures.mjs";
import { NAMESPACE, play, setStage } from "./stage.mjs";
import { RESOURCES, untilWatched, watchesOf } from "./watched.mjs";

/** Milliseconds that events may take. */
const UNDERWAY = 3000;

const POLICY = fileURLToPath(new URL("../../docs/audit-policy.yaml", import.meta.url));

/** @typedef {{ updates: number, seed: string, version?: string | undefined, keep?: string | undefined, say: (text: string) => void }} Options */

/** The scene, with `watch` beside it and `audit` and the simple count after it. @param {Options} options */
export async function run({ updates, seed, version, keep, say }) {
  const folder = keep ?? mkdtempSync(join(tmpdir(), "churngate-controllers-"));
  const log = join(folder, "audit.log");
  if (existsSync(log)) throw new Error(`${log} is there already: the server would add to it`);
  try {
    const cluster = await startCluster({
      version,
      apiServerFlags: [`--audit-policy-file=${POLICY}`, `--audit-log-path=${log}`],
      onProgress: say,
    });
    /** @type {Command | undefined} */
    let watching;
    try {
      const { stage, actors, strike } = await setStage(cluster, { updates, seed });
      const before = await watchesOf(cluster.client);
      const words = ["watch", ...RESOURCES, "-n", NAMESPACE, "--for", "1h", "-o", "json"];
      watching = new Command(words, cluster.kubeconfig);
      const { check } = watching;
      await untilWatched(cluster.client, before, check.bind(watching));
      const began = performance.now();
      await play(stage, actors, say);
      strike();
      const played = (performance.now() - began) / 1000;
      // Nothing tells when it has seen the last event; were it too late, a claim would say so.
      await wait(UNDERWAY);
      watching.check();
      watching.interrupt();
      const watch = await watching.document();
      say("reading the audit log");
      const auditing = new Command(["audit", log, "-o", "json"], cluster.kubeconfig);
      const audit = await auditing.document();
      for (const [name, document] of Object.entries({ watch, audit }))
        writeFileSync(join(folder, `${name}.json`), JSON.stringify(document, undefined, 2));
      const counted = await count(log, NAMESPACE);
      const { size } = statSync(log);
      say("trying what is proposed");
      const cures = [
        ...(await curesOf("watch", watch.findings, actors, cluster)),
        ...(await curesOf("audit", audit.findings, actors, cluster)),
      ];
      const figures = { version: cluster.version, rounds: stage.rounds, played, size };
      return { ...figures, actors, watch, audit, counted, cures };
    } finally {
      watching?.kill();
      await cluster.stop();
    }
  } finally {
    if (keep === undefined) rmSync(folder, { recursive: true, force: true });
  }
}
