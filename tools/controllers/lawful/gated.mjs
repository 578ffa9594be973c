// @ts-check
import { KubeConfig } from "@kubernetes/client-node";
import { createEnsurer, createGate } from "churngate";
import { clientNodePort } from "churngate/client-node";
import { userAgentOf } from "../hand.mjs";
import { configMap, deployment, networkPolicy, service } from "../objects.mjs";

/** @typedef {import("../types.d.ts").Stage} Stage @typedef {import("../types.d.ts").App} App @typedef {import("../types.d.ts").Stated} Stated */
/** @typedef {{ app: App, image: number, level: number, config: number, port: number, peers: number, replicas: number }} Wanted */

const CHANGES = /** @type {const} */ (["image", "level", "config", "port", "peers", "replicas"]);
const KINDS = [
  { apiVersion: "apps/v1", kind: "Deployment" },
  { apiVersion: "v1", kind: "Service" },
  { apiVersion: "v1", kind: "ConfigMap" },
  { apiVersion: "networking.k8s.io/v1", kind: "NetworkPolicy" },
];
/** Which of an app's objects a change is in. */
const IN = { image: 0, level: 0, replicas: 0, port: 1, config: 2, peers: 3 };

/** @param {string} namespace @param {string} manager @param {Wanted} wanted @returns {Stated[]} */
function build(namespace, manager, { app, image, level, config, port, peers, replicas }) {
  const { name } = app;
  return [
    deployment(namespace, name, manager, {
      image: `registry.example/${name}:1.${image}`,
      level: `level-${level}`,
      replicas: app.replicas === "own" ? replicas : undefined,
    }),
    service(namespace, name, manager, [
      { name: "http", port: 80, targetPort: "http" },
      { name: "admin", port: 9000 + port },
    ]),
    configMap(namespace, name, manager, { "app.conf": `revision = ${config}\n`, "rules.json": "{}" }),
    networkPolicy(namespace, name, manager, {
      ingress: [
        { from: [{ podSelector: { matchLabels: { caller: `c-${peers}` } } }], ports: [{ port: 8080 }] },
      ],
    }),
  ];
}

/** @param {import("churngate").KubeObject} object */
const keyOf = ({ kind, metadata }) => `${kind}/${metadata?.name}`;

/**
 * Reconciles all of its objects in each round, from what it has listed before it, through an ensurer. What it wants changes now and then.
 * @param {Stage} stage @param {{ name: string, mode: "apply" | "replace", apps: readonly App[], part: number }} options
 * @returns {import("../types.d.ts").Actor}
 */
export function gated({ cluster, namespace, random, rounds, share }, { name, mode, apps, part }) {
  const kubeConfig = new KubeConfig();
  kubeConfig.loadFromFile(cluster.kubeconfig);
  const port = clientNodePort(kubeConfig, { userAgent: userAgentOf(name) });
  const fresh = () => createEnsurer({ port, gate: createGate({ mode, fieldManager: name }) });
  let ensurer = fresh();
  const chance = random(name);
  /** @type {Wanted[]} */
  const wanted = apps.map((app) => ({ app, image: 0, level: 0, config: 0, port: 0, peers: 0, replicas: 3 }));
  const places = wanted.flatMap((each) => KINDS.map((_, index) => ({ each, index })));

  function change() {
    for (const { each, index } of chance.some(places, share(part))) {
      const possible = CHANGES.filter((what) => IN[what] === index);
      // Scaled seldom, and never past its bounds.
      const what =
        each.app.replicas === "own" && index === 0 && chance.int(8) === 0
          ? "replicas"
          : (chance.pick(possible.filter((one) => one !== "replicas")) ?? "image");
      each[what] = what === "replicas" ? 2 + (each.replicas % 4) : each[what] + 1;
    }
  }

  /** @param {import("churngate").SetOptions["live"]} live */
  async function reconcile(live) {
    const desired = wanted.flatMap((each) => build(namespace, name, each));
    for (const { ref, error } of await ensurer.ensureAll(desired, live === undefined ? {} : { live }))
      if (error !== undefined) throw new Error(`${name}: ${ref.kind} ${ref.name}`, { cause: error });
  }

  return {
    name,
    start: () => reconcile(undefined),
    async round(round) {
      // As if it were started anew: it remembers nothing of what it wrote.
      if (round === Math.floor(rounds / 2)) ensurer = fresh();
      change();
      const lists = await Promise.all(KINDS.map((kind) => port.list({ ...kind, namespace })));
      const live = new Map(lists.flat().map((each) => [keyOf(each), each]));
      await reconcile((desired) => live.get(keyOf(desired)));
    },
  };
}
