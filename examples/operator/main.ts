import { hostname } from "node:os";
import type { KubeConfig } from "@kubernetes/client-node";
import { createEnsurer, createGate } from "churngate";
import { clientNodePort } from "churngate/client-node";
import { createMetrics } from "churngate/metrics";
import { Registry } from "prom-client";
import { CallError, type Flags, flagsOf, USAGE } from "./flags.js";
import { loadKubeConfig } from "./kubeconfig.js";
import { logWrites } from "./log.js";
import { Operator } from "./operator.js";
import { serve } from "./server.js";

const log = (line: string): void => console.error(`${new Date().toISOString()} ${line}`);

function operatorOf(flags: Flags, kubeConfig: KubeConfig, registry: Registry): Operator {
  const port = clientNodePort(kubeConfig, { userAgent: "cache-operator" });
  const count = createMetrics({ registry });
  const logWrite = logWrites(log);
  const ensurer = createEnsurer({
    port,
    gate: createGate({ mode: "apply", fieldManager: "cache-operator" }),
    onEvent(event) {
      count(event);
      logWrite(event);
    },
  });
  return new Operator({
    kubeConfig,
    port,
    ensurer,
    registry,
    log,
    lease: {
      namespace: flags.leaseNamespace,
      identity: `${hostname()}-${process.pid}`,
      seconds: flags.leaseSeconds,
    },
    resyncSeconds: flags.resyncSeconds,
  });
}

/** @returns the exit code @throws CallError */
async function main(words: readonly string[]): Promise<number> {
  const flags = flagsOf(words);
  if (flags.help) {
    console.log(USAGE);
    return 0;
  }
  const registry = new Registry();
  const operator = operatorOf(flags, loadKubeConfig(), registry);
  const server = await serve(registry, flags.metricsPort);
  process.once("SIGTERM", () => operator.stop());
  process.once("SIGINT", () => operator.stop());
  const ended = await operator.run();
  server.close();
  // Where the lease was lost, whoever started the process starts it anew.
  return ended === "lost" ? 1 : 0;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof CallError)) throw error;
  console.error(`error: ${error.message}`);
  process.exitCode = 2;
}
