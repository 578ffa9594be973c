// @ts-check
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureBinaries } from "./build.mjs";
import { end } from "./end.mjs";
import { kubeconfigOf } from "./kubeconfig.mjs";
import { untilReady } from "./ready.mjs";
import { freePort, serversOf, writeSecrets } from "./servers.mjs";

const SUPERVISE = fileURLToPath(new URL("supervise.mjs", import.meta.url));

/** Milliseconds; it takes two to three seconds where nothing else runs. */
const READY_WITHIN = 120_000;

/** Between finding a port free and listening on it, somebody else may take it. */
const ATTEMPTS = 3;

/** The ends of the servers' logs. @param {readonly import("./types.d.ts").Server[]} servers */
function logTails(servers) {
  return servers
    .map(({ log }) => {
      try {
        return `${log}:\n${readFileSync(log, "utf8").trimEnd().split("\n").slice(-12).join("\n")}`;
      } catch {
        return `${log}: nothing`;
      }
    })
    .join("\n\n");
}

/**
 * @param {string} binaries @param {boolean} serviceAccounts @param {readonly string[]} apiServerFlags
 * @returns {Promise<Omit<import("./types.d.ts").Cluster, "version" | "kubeconfig"> & { keep(): void } | { failed: string }>}
 */
async function attempt(binaries, serviceAccounts, apiServerFlags) {
  const folder = mkdtempSync(join(tmpdir(), "churngate-cluster-"));
  const port = await freePort();
  const token = writeSecrets(folder);
  const servers = serversOf({ binaries, folder, port, serviceAccounts, apiServerFlags });
  writeFileSync(join(folder, "servers.json"), JSON.stringify(servers));
  const supervisor = spawn(process.execPath, [SUPERVISE, folder], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  if (supervisor.pid === undefined) {
    const [error] = await once(supervisor, "error");
    throw error;
  }
  supervisor.unref();
  const running = { pid: supervisor.pid, folder };
  const server = `https://127.0.0.1:${port}`;
  const hasEnded = () => supervisor.exitCode !== null;
  const ready = await untilReady({ folder, server, token, hasEnded, deadline: READY_WITHIN });
  if (ready === undefined) {
    const what = hasEnded() ? "ended while it was starting" : `was not ready in ${READY_WITHIN / 1000} s`;
    const failed = `The API server ${what}. The ends of the logs:\n\n${logTails(servers)}`;
    await end(running);
    return { failed };
  }
  return {
    ...ready,
    server,
    token,
    ...running,
    keep() {
      supervisor.stdin.end("keep");
    },
    restart() {
      process.kill(running.pid, "SIGUSR2");
    },
    async stop() {
      ready.client.close();
      await end(running);
    },
  };
}

/** What no controller does here. @param {import("./types.d.ts").Client} client */
async function createServiceAccount(client) {
  const metadata = { name: "default", namespace: "default" };
  const { code, body } = await client.create({ apiVersion: "v1", kind: "ServiceAccount", metadata });
  if (code !== 201) throw new Error(`the default ServiceAccount could not be created: ${body.message}`);
}

/**
 * Starts an API server with an etcd of its own, in a temporary folder, on loopback; builds them first if need be.
 * It ends with the process that started it, unless `keep` is set.
 * @param {import("./types.d.ts").ClusterOptions} [options]
 * @returns {Promise<import("./types.d.ts").Cluster>}
 */
export async function startCluster({
  version,
  serviceAccounts = false,
  keep = false,
  apiServerFlags = [],
  onProgress,
} = {}) {
  const binaries = await ensureBinaries(version, onProgress);
  onProgress?.("starting the API server");
  let attempts = 1;
  let started = await attempt(binaries, serviceAccounts, apiServerFlags);
  while ("failed" in started && started.failed.includes("address already in use") && attempts < ATTEMPTS) {
    attempts += 1;
    started = await attempt(binaries, serviceAccounts, apiServerFlags);
  }
  if ("failed" in started) throw new Error(started.failed);
  const { keep: keepRunning, ...cluster } = started;
  try {
    if (serviceAccounts) await createServiceAccount(cluster.client);
    const { body } = await cluster.client.request("GET", "/version");
    const { gitVersion } = /** @type {{ gitVersion: string }} */ (body);
    const kubeconfig = join(cluster.folder, "kubeconfig");
    writeFileSync(kubeconfig, kubeconfigOf(cluster), { mode: 0o600 });
    if (keep) keepRunning();
    return { ...cluster, version: gitVersion.replace(/^v/, ""), kubeconfig };
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}
