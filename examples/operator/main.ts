import { hostname } from "node:os";
import { parseArgs } from "node:util";
import { KubeConfig } from "@kubernetes/client-node";
import { createEnsurer, createGate } from "churngate";
import { clientNodePort } from "churngate/client-node";
import { createMetrics } from "churngate/metrics";
import { Registry } from "prom-client";
import { Operator } from "./operator.js";
import { serve } from "./server.js";

const { values } = parseArgs({
  options: {
    "metrics-port": { type: "string", default: "8080" },
    "lease-namespace": { type: "string", default: "default" },
    "lease-seconds": { type: "string", default: "15" },
    "resync-seconds": { type: "string", default: "600" },
  },
});

const kubeConfig = new KubeConfig();
kubeConfig.loadFromDefault();
const registry = new Registry();
const port = clientNodePort(kubeConfig, { userAgent: "cache-operator" });
const ensurer = createEnsurer({
  port,
  gate: createGate({ mode: "apply", fieldManager: "cache-operator" }),
  onEvent: createMetrics({ registry }),
});
const operator = new Operator({
  kubeConfig,
  port,
  ensurer,
  registry,
  log: (line) => console.error(`${new Date().toISOString()} ${line}`),
  lease: {
    namespace: values["lease-namespace"],
    identity: `${hostname()}-${process.pid}`,
    seconds: Number(values["lease-seconds"]),
  },
  resyncSeconds: Number(values["resync-seconds"]),
});

const server = await serve(registry, Number(values["metrics-port"]));
process.once("SIGTERM", () => operator.stop());
process.once("SIGINT", () => operator.stop());
const ended = await operator.run();
server.close();
// Where the lease was lost, whoever started the process starts it anew.
process.exitCode = ended === "lost" ? 1 : 0;
