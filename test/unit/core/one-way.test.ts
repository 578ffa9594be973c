import { describe } from "vitest";
import type { JsonObject } from "../../../src/core/json.js";
import { object, rows, stored } from "./helper.js";

const pod = (spec: JsonObject): JsonObject =>
  object("v1", "Pod", { spec: { containers: [{ name: "web", image: "demo:1.0" }], ...spec } });
const gate = (...names: readonly string[]): JsonObject => ({
  schedulingGates: names.map((name) => ({ name })),
});
const tolerations = (...keys: readonly string[]): JsonObject => ({
  tolerations: keys.map((key) => ({ key, operator: "Exists" })),
});
const affinity = (...keys: readonly string[]): JsonObject => ({
  affinity: {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: [{ matchExpressions: keys.map((key) => ({ key, operator: "Exists" })) }],
      },
    },
  },
});
const quota = (...scopes: readonly string[]): JsonObject =>
  object("v1", "ResourceQuota", { spec: { hard: { pods: "3" }, scopes: [...scopes] } });

/** From live's spec to desired's. */
const row = (name: string, from: JsonObject, to: JsonObject, is: "write" | "blocked") => ({
  name,
  desired: pod(to),
  live: stored(pod(from)),
  is,
});

describe("what may change in one way only", () => {
  rows([
    row("a deadline is set", {}, { activeDeadlineSeconds: 100 }, "write"),
    row("a deadline is lowered", { activeDeadlineSeconds: 100 }, { activeDeadlineSeconds: 50 }, "write"),
    row("a deadline is raised", { activeDeadlineSeconds: 50 }, { activeDeadlineSeconds: 100 }, "blocked"),
    row("a deadline is taken away", { activeDeadlineSeconds: 50 }, {}, "blocked"),
    row("a toleration more", tolerations("a"), tolerations("a", "b"), "write"),
    row("a toleration fewer", tolerations("a", "b"), tolerations("a"), "blocked"),
    row("another toleration", tolerations("a"), tolerations("b"), "blocked"),
    row(
      "a toleration more, before others in another order",
      tolerations("a", "b"),
      tolerations("c", "b", "a"),
      "write",
    ),
    row(
      "a toleration of another spelling",
      { tolerations: [{ key: "a", value: "" }] },
      { tolerations: [{ key: "b" }, { key: "a" }] },
      "write",
    ),
    row(
      "tolerations of another spelling in another order",
      { tolerations: ["a", "b", "c"].map((key) => ({ key, value: "" })) },
      { tolerations: ["c", "d", "b", "a"].map((key) => ({ key })) },
      "write",
    ),
    row(
      "one of them fewer",
      { tolerations: ["a", "b", "c"].map((key) => ({ key, value: "" })) },
      { tolerations: ["c", "d", "a"].map((key) => ({ key })) },
      "blocked",
    ),
    row("a gate fewer", gate("a", "b"), gate("a"), "write"),
    row("no gate any more", gate("a"), {}, "write"),
    row("a gate more", gate("a"), gate("a", "b"), "blocked"),
    row(
      "a gated pod gets a node selector",
      gate("a"),
      { ...gate("a"), nodeSelector: { disk: "ssd" } },
      "write",
    ),
    row(
      "a gated pod's node selector is changed",
      { ...gate("a"), nodeSelector: { disk: "ssd" } },
      { ...gate("a"), nodeSelector: { disk: "hdd" } },
      "blocked",
    ),
    row("a pod gets a node selector", {}, { nodeSelector: { disk: "ssd" } }, "blocked"),
    row("a gated pod gets an affinity", gate("a"), { ...gate("a"), ...affinity("disk") }, "write"),
    row(
      "a gated pod's affinity asks for more",
      { ...gate("a"), ...affinity("disk") },
      { ...gate("a"), ...affinity("disk", "zone") },
      "write",
    ),
    row(
      "a gated pod's affinity asks for less",
      { ...gate("a"), ...affinity("disk", "zone") },
      { ...gate("a"), ...affinity("disk") },
      "blocked",
    ),
    row("a pod's affinity asks for more", affinity("disk"), affinity("disk", "zone"), "blocked"),
    {
      name: "a quota's scopes in another order",
      desired: quota("NotBestEffort", "NotTerminating"),
      live: stored(quota("NotTerminating", "NotBestEffort")),
      is: "write",
    },
    {
      name: "a scope more",
      desired: quota("NotTerminating", "NotBestEffort"),
      live: stored(quota("NotTerminating")),
      is: "blocked",
    },
  ]);
});

const job = (spec: JsonObject, nodeSelector: JsonObject): JsonObject =>
  object("batch/v1", "Job", {
    spec: {
      suspend: true,
      template: {
        spec: { restartPolicy: "Never", nodeSelector, containers: [{ name: "run", image: "demo:1.0" }] },
      },
      ...spec,
    },
  });
const started = { status: { startTime: "2025-01-01T00:00:00Z" } };

describe("what may change under several conditions", () => {
  rows([
    {
      name: "a suspended job that never ran goes elsewhere",
      desired: job({}, { disk: "ssd" }),
      live: stored(job({}, { disk: "hdd" })),
      is: "write",
    },
    {
      name: "a running job does not",
      desired: job({ suspend: false }, { disk: "ssd" }),
      live: { ...stored(job({ suspend: false }, { disk: "hdd" })), ...started },
      is: "blocked",
    },
    {
      name: "nor one that was suspended when it had run",
      desired: job({}, { disk: "ssd" }),
      live: { ...stored(job({}, { disk: "hdd" })), ...started },
      is: "blocked",
    },
  ]);
});
