// What newest.test.ts runs with the newest client-node; what it found goes to standard output.
import { KubeConfig, makeInformer, NetworkingV1Api, V1NetworkPolicy } from "@kubernetes/client-node";
import { clientNodePort, toWire } from "../../../src/adapter/client-node/index.js";
import { bundledRules, compileRules, createGate } from "../../../src/index.js";

const namespace = process.argv[2] ?? "";
const kubeConfig = new KubeConfig();
kubeConfig.loadFromDefault();
const port = clientNodePort(kubeConfig);
const gate = createGate({ rules: compileRules([bundledRules]) });

const kind = { apiVersion: "networking.k8s.io/v1", kind: "NetworkPolicy" };
const from = [{ podSelector: { matchLabels: { app: "b" } } }];
const typed = (name: string) =>
  Object.assign(new V1NetworkPolicy(), {
    ...kind,
    metadata: { name, namespace },
    spec: { podSelector: {}, ingress: [{ _from: from, ports: [{ port: 80 }] }] },
  });

const applied = await port.apply(typed("listed"), { fieldManager: "me", force: true });
const informer = makeInformer(
  kubeConfig,
  `/apis/networking.k8s.io/v1/namespaces/${namespace}/networkpolicies`,
  () => kubeConfig.makeApiClient(NetworkingV1Api).listNamespacedNetworkPolicy({ namespace }),
);
const watched = new Promise<void>((done) =>
  informer.on("add", ({ metadata }) => metadata?.name === "watched" && done()),
);
await informer.start();
await port.create(typed("watched"));
await watched;
const lives = ["listed", "watched"].map((name) => toWire(informer.get(name, namespace), kind));
const reads = await Promise.all(["listed", "watched"].map((name) => port.read({ ...kind, namespace, name })));
await informer.stop();
await port.delete({ ...kind, namespace, name: "listed" });

console.log(
  JSON.stringify({
    node: process.versions.node,
    stored: (applied as { spec?: unknown }).spec,
    lives,
    reads,
    verdicts: ["listed", "watched"].map(
      (name, index) => gate.decide(toWire(typed(name)), lives[index]).verdict,
    ),
    gone: (await port.read({ ...kind, namespace, name: "listed" })) === undefined,
  }),
);
