import { V1NetworkPolicy } from "@kubernetes/client-node";
import { kind } from "kubernetes-fluent-client";
import { afterAll, describe, expect } from "vitest";
import { type CompletePort, clientNodePort } from "../../../src/adapter/client-node/index.js";
import { kfcPort } from "../../../src/adapter/kfc/index.js";
import { createEnsurer, createGate, type Mode } from "../../../src/index.js";
import { clusterTest, freshNamespace, given, sharedClient } from "../helper.js";
import { kubeConfigOf } from "./kube-config.js";

const client = given ? sharedClient() : undefined;
afterAll(() => client?.close());

const gvk = { apiVersion: "networking.k8s.io/v1", kind: "NetworkPolicy" };
const policyIn = (namespace: string, port: number | string) => ({
  metadata: { name: "a", namespace },
  spec: {
    podSelector: {},
    ingress: [{ _from: [{ podSelector: { matchLabels: { app: "b" } } }], ports: [{ port }] }],
  },
});

/** Each library's own object of a kind, as its users write it. */
const LIBRARIES: readonly [
  name: string,
  port: () => CompletePort,
  typed: (object: ReturnType<typeof policyIn>) => V1NetworkPolicy,
][] = [
  [
    "client-node",
    () => clientNodePort(kubeConfigOf()),
    (object) => Object.assign(new V1NetworkPolicy(), gvk, object),
  ],
  [
    "kubernetes-fluent-client",
    () => kfcPort({ kubeConfig: kubeConfigOf() }),
    (object) => Object.assign(new kind.NetworkPolicy(), object),
  ],
];

describe.each(LIBRARIES)("an ensurer over %s, given its typed objects", (_, portOf, typed) => {
  for (const mode of ["replace", "apply", "merge"] satisfies Mode[]) {
    clusterTest(`${mode}: creates, leaves alone, updates`, async () => {
      if (client === undefined) return;
      const namespace = await freshNamespace(client);
      const ensurer = createEnsurer({ port: portOf(), gate: createGate({ mode, fieldManager: "me" }) });
      const results: string[] = [];
      for (const port of [80, 80, "http", "http"])
        results.push((await ensurer.ensure(typed(policyIn(namespace, port)))).result);
      expect(results).toEqual(["created", "unchanged", "updated", "unchanged"]);
      const { body } = await client.get({ ...gvk, metadata: { name: "a", namespace } });
      expect(body.spec).toMatchObject({
        ingress: [{ from: [{ podSelector: { matchLabels: { app: "b" } } }], ports: [{ port: "http" }] }],
      });
    });
  }

  clusterTest("a kind that is not served, and a namespace that is not there", async () => {
    const ensurer = createEnsurer({ port: portOf(), gate: createGate() });
    const gizmo = { apiVersion: "v1", kind: "Gizmo", metadata: { name: "a", namespace: "default" } };
    await expect(ensurer.ensure(gizmo)).rejects.toMatchObject({ code: "kind-not-found" });
    await expect(ensurer.ensure(typed(policyIn("nowhere", 80)))).rejects.toMatchObject({
      code: "namespace-not-found",
    });
  });
});
