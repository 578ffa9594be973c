import { beforeEach, describe, expect } from "vitest";
import { Asking } from "../../../src/adapter/evidence/asking.js";
import { learnKind } from "../../../src/adapter/evidence/learn/learn-kind.js";
import type { JsonObject } from "../../../src/core/json.js";
import { bundledRules } from "../../../src/rules/bundled.js";
import { compileRules } from "../../../src/rules/compile.js";
import { createGate } from "../../../src/rules/gate.js";
import { problemsOf } from "../../../src/rules/learn/evidence/check.js";
import { proposalOf } from "../../../src/rules/learn/evidence/proposal.js";
import type { Client } from "../../../tools/cluster/types.d.ts";
import { clusterTest, freshNamespace, given, sharedClient } from "../helper.js";
import { clusterPort } from "../port.js";

let client: Client;
let namespace: string;
beforeEach(async () => {
  if (!given) return;
  client = sharedClient();
  namespace = await freshNamespace(client);
});

const web = (name: string): JsonObject => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name, namespace, labels: { app: name } },
  spec: {
    replicas: 2,
    selector: { matchLabels: { app: name } },
    template: {
      metadata: { labels: { app: name } },
      spec: {
        containers: [
          { name: "web", image: "web:1", env: [{ name: "A", value: "1" }] },
          { name: "other", image: "other:1" },
        ],
      },
    },
  },
});

async function learned(objects: readonly JsonObject[]) {
  const rules = compileRules([bundledRules]);
  const gate = createGate({ rules, fieldManager: "churngate" });
  const asking = new Asking(clusterPort(client), { gate, timeoutMs: 30_000 });
  return learnKind(objects, {
    asking,
    rules,
    gate: { fieldManager: "churngate" },
    limit: 200,
    concurrency: 8,
    onError: (object, error) => console.log("error", object.metadata, error),
  });
}

async function mutate(expressions: readonly string[], more: readonly object[] = []) {
  const name = `policy-${namespace}`;
  const made = await client.create({
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "MutatingAdmissionPolicy",
    metadata: { name },
    spec: {
      matchConstraints: {
        resourceRules: [
          {
            apiGroups: ["apps"],
            apiVersions: ["v1"],
            operations: ["CREATE", "UPDATE"],
            resources: ["deployments"],
          },
        ],
        namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": namespace } },
      },
      failurePolicy: "Fail",
      reinvocationPolicy: "Never",
      mutations: [
        ...expressions.map((expression) => ({
          patchType: "ApplyConfiguration",
          applyConfiguration: { expression },
        })),
        ...more,
      ],
    },
  } as never);
  if (made.code !== 201) throw new Error(made.body.message);
  const bound = await client.create({
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "MutatingAdmissionPolicyBinding",
    metadata: { name },
    spec: { policyName: name },
  } as never);
  if (bound.code !== 201) throw new Error(bound.body.message);
}

describe("learn", () => {
  clusterTest("nothing beyond the facts", async () => {
    await client.create(web("a") as never);
    const found = await learned([web("a"), web("b")]);
    const rules = compileRules([bundledRules]);
    if (found) {
      const proposal = proposalOf(found, rules);
      console.log(
        JSON.stringify({ ...proposal, answers: undefined }, null, 1),
        problemsOf(proposal, [bundledRules]),
      );
    }
  });
  clusterTest("mutations", async () => {
    await mutate([
      `Object{metadata: Object.metadata{labels: {"team": "x"}}}`,
      `Object{spec: Object.spec{revisionHistoryLimit: 3}}`,
      `has(object.spec.template.spec.priorityClassName) ? Object{} : Object{spec: Object.spec{template: Object.spec.template{spec: Object.spec.template.spec{priorityClassName: "low"}}}}`,
      `Object{spec: Object.spec{template: Object.spec.template{spec: Object.spec.template.spec{containers: [Object.spec.template.spec.containers{name: "sidecar", image: "side:1"}]}}}}`,
      `Object{spec: Object.spec{template: Object.spec.template{spec: Object.spec.template.spec{containers: object.spec.template.spec.containers.map(c, Object.spec.template.spec.containers{name: c.name, env: [Object.spec.template.spec.containers.env{name: "INJECTED", value: "1"}]})}}}}`,
    ]);
    const { vi } = await import("vitest");
    await vi.waitFor(
      async () => {
        const { body } = await client.create(web("probe") as never, { dryRun: true });
        expect(body.metadata.labels).toMatchObject({ team: "x" });
      },
      { timeout: 20_000, interval: 100 },
    );
    const found = await learned([web("a"), web("b"), web("c")]);
    const rules = compileRules([bundledRules]);
    if (found) {
      const proposal = proposalOf(found, rules);
      console.log(
        JSON.stringify({ ...proposal, answers: undefined }, null, 1),
        problemsOf(proposal, [bundledRules]),
      );
    }
  });
});
