import { makeInformer, NetworkingV1Api } from "@kubernetes/client-node";
import { afterAll, expect } from "vitest";
import { clientNodePort, toWire } from "../../../src/adapter/client-node/index.js";
import { bundledRules, compileRules, createGate, type KubeObject } from "../../../src/index.js";
import { clusterTest, freshNamespace, given, sharedClient } from "../helper.js";
import { kubeConfigOf } from "./kube-config.js";

const client = given ? sharedClient() : undefined;
afterAll(() => client?.close());

const kind = { apiVersion: "networking.k8s.io/v1", kind: "NetworkPolicy" };
const gate = createGate({ rules: compileRules([bundledRules]) });

const policyIn = (namespace: string, name: string) => ({
  ...kind,
  metadata: { name, namespace },
  spec: {
    podSelector: { matchLabels: { app: "a" } },
    ingress: [
      { from: [{ podSelector: { matchLabels: { app: "b" } } }], ports: [{ port: "http" }, { port: 80 }] },
    ],
  },
});

clusterTest("what the server stores of a typed NetworkPolicy has its `from`", async () => {
  if (client === undefined) return;
  const port = clientNodePort(kubeConfigOf());
  const namespace = await freshNamespace(client);
  const { ingress, ...spec } = policyIn(namespace, "typed").spec;
  const [{ from, ports } = { from: [], ports: [] }] = ingress;
  const typed = { ...policyIn(namespace, "typed"), spec: { ...spec, ingress: [{ _from: from, ports }] } };
  await port.apply(typed, { fieldManager: "me" });
  const { body } = await client.get(policyIn(namespace, "typed"));
  expect(body.spec).toMatchObject(policyIn(namespace, "typed").spec);
  expect(gate.decide(port.toWire(typed), body).verdict).toBe("skip");
});

clusterTest("an informer's cache, listed and watched, is live as decide takes it", async () => {
  if (client === undefined) return;
  const namespace = await freshNamespace(client);
  const kubeConfig = kubeConfigOf();
  const port = clientNodePort(kubeConfig);
  await port.create(policyIn(namespace, "listed"));
  const api = kubeConfig.makeApiClient(NetworkingV1Api);
  const informer = makeInformer(
    kubeConfig,
    `/apis/networking.k8s.io/v1/namespaces/${namespace}/networkpolicies`,
    () => api.listNamespacedNetworkPolicy({ namespace }),
  );
  const watched = new Promise<void>((done) =>
    informer.on("add", ({ metadata }) => metadata?.name === "watched" && done()),
  );
  await informer.start();
  try {
    await port.create(policyIn(namespace, "watched"));
    await watched;
    for (const name of ["listed", "watched"]) {
      const item = informer.get(name, namespace);
      const live = toWire(item, kind);
      expect(live).toEqual(await port.read({ ...kind, namespace, name }));
      const desired: KubeObject = policyIn(namespace, name);
      expect(gate.decide(desired, live).verdict).toBe("skip");
      // As they come, the listed one is a class of client-node, and the watched one is wire JSON.
      expect(live === item).toBe(name === "watched");
    }
  } finally {
    await informer.stop();
  }
});
