// @ts-check
// One replica of examples/operator, run by main.mjs with an ensurer of its choice: node operator.mjs <identity> <seconds of the lease> <ensurer>
// Told "stats" it answers with its counters, told "again" it reconciles every instance.
import { KubeConfig } from "@kubernetes/client-node";
import { createEnsurer, createGate } from "churngate";
import { clientNodePort } from "churngate/client-node";
import { Registry } from "prom-client";
import { ungated } from "./ungated.mjs";

/** @typedef {import("../../examples/operator/operator.js")} OperatorModule */

const compiled = new URL("../../examples/operator/dist/operator.js", import.meta.url).href;
const { Operator } = /** @type {OperatorModule} */ (await import(compiled));

const [identity = "", seconds = "", kind = ""] = process.argv.slice(2);
const FIELD_MANAGER = "cache-operator";

const kubeConfig = new KubeConfig();
kubeConfig.loadFromDefault();
const port = clientNodePort(kubeConfig, { userAgent: `fleet-${kind}` });
const gated = createEnsurer({ port, gate: createGate({ mode: "apply", fieldManager: FIELD_MANAGER }) });
const registry = new Registry();
const operator = new Operator({
  kubeConfig,
  port,
  ensurer: kind === "gated" ? gated : ungated(port, kind, FIELD_MANAGER, gated),
  registry,
  log: (line) => console.error(line),
  lease: { namespace: "default", identity, seconds: Number(seconds) },
  resyncSeconds: 3600,
});

/** @param {string} name */
async function totalOf(name) {
  const { values } = (await registry.getSingleMetric(name)?.get()) ?? { values: [] };
  return values.reduce((sum, { value }) => sum + value, 0);
}

process.on("message", async (message) => {
  if (message === "again") operator.resync();
  process.send?.({
    leads: (await totalOf("cache_operator_leader")) === 1,
    depth: await totalOf("cache_operator_queue_depth"),
    passes: await totalOf("cache_operator_reconciles_total"),
    memory: process.memoryUsage().rss,
  });
});
process.once("SIGTERM", () => operator.stop());
// It ends with who started it, even where that is killed.
process.once("disconnect", () => process.exit());
await operator.run();
process.disconnect?.();
