import { expect } from "vitest";
import type { Finding } from "../../../src/adapter/churn/index.js";
import { bundledRules } from "../../../src/rules/bundled.js";
import { createGate } from "../../../src/rules/gate.js";
import { lintRules } from "../../../src/rules/lint/index.js";
import type { AnswerBody, Client, KubeObject } from "../../../tools/cluster/types.d.ts";
import { clusterTest, freshPlace } from "../helper.js";
import { startWatch } from "./watching.js";

interface Place {
  readonly client: Client;
  readonly namespace: string;
}

function object(
  apiVersion: string,
  kind: string,
  name: string,
  { namespace }: Place,
  more: object = {},
): KubeObject {
  return { apiVersion, kind, metadata: { name, namespace }, ...more };
}

function deployment(name: string, place: Place): KubeObject {
  const labels = { app: name };
  const template = { metadata: { labels }, spec: { containers: [{ name: "c", image: "i:1" }] } };
  const spec = { replicas: 3, selector: { matchLabels: labels }, template };
  return object("apps/v1", "Deployment", name, place, { spec });
}

async function stored(
  answer: Promise<{ readonly code: number; readonly body: AnswerBody }>,
): Promise<AnswerBody> {
  const { code, body } = await answer;
  if (code >= 300) throw new Error(`${code}: ${body.message}`);
  return body;
}

/** Somebody at work; what it wrote last. */
type Worker = (place: Place) => Promise<AnswerBody>;

/** Two of whom each has a number of its own in mind: the one makes the object, the other sets one field. */
const flippers: Worker = async (place) => {
  const { client } = place;
  const made = deployment("flipped", place);
  let last = await stored(client.apply(made, { fieldManager: "builder" }));
  for (let time = 0; time < 5; time++) {
    await stored(client.merge(made, { spec: { replicas: 5 } }, { fieldManager: "scaler" }));
    last = await stored(client.apply(made, { fieldManager: "builder", force: true }));
  }
  return last;
};

/** Its NetworkPolicy states an empty list, which moves it at each apply. An entry's time, which tells who it was, has whole seconds. */
const mover: Worker = async (place) => {
  const { client } = place;
  const spec = { podSelector: {}, policyTypes: ["Ingress"], ingress: [] };
  const policy = object("networking.k8s.io/v1", "NetworkPolicy", "moved", place, { spec });
  const times = new Set<unknown>();
  let last: AnswerBody;
  do {
    last = await stored(client.apply(policy, { fieldManager: "mover" }));
    const [entry] = last.metadata.managedFields as readonly { readonly time: string }[];
    times.add(entry?.time);
  } while (times.size < 6);
  return last;
};

/** The same by PUT, after which managedFields have nothing of it. */
const putter: Worker = async (place) => {
  const { client } = place;
  const spec = { podSelector: {}, policyTypes: ["Ingress"], ingress: [] };
  const policy = object("networking.k8s.io/v1", "NetworkPolicy", "put", place, { spec });
  let last = await stored(client.create(policy, { fieldManager: "putter" }));
  for (let time = 0; time < 8; time++)
    last = await stored(client.replace(policy, { fieldManager: "putter" }));
  return last;
};

/** Finalizers are a set, which it lists in another order each time. */
const speller: Worker = async (place) => {
  const { client } = place;
  const map = object("v1", "ConfigMap", "spelled", place);
  let last = await stored(client.create(map, { fieldManager: "speller" }));
  for (let time = 0; time < 10; time++) {
    const finalizers = time % 2 === 0 ? ["a.example/b", "c.example/d"] : ["c.example/d", "a.example/b"];
    last = await stored(client.merge(map, { metadata: { finalizers } }, { fieldManager: "speller" }));
  }
  return last;
};

const clock: Worker = async (place) => {
  const { client } = place;
  const map = object("v1", "ConfigMap", "stamped", place, { data: { seen: "2026-01-01T00:00:00Z" } });
  let last = await stored(client.create(map, { fieldManager: "clock" }));
  for (let time = 0; time < 10; time++) {
    const data = { seen: new Date(Date.parse("2026-01-01T00:00:01Z") + time * 1000).toISOString() };
    last = await stored(client.merge(map, { data }, { fieldManager: "clock" }));
  }
  return last;
};

/** Up with the load, and down with it. */
const autoscaler: Worker = async (place) => {
  const { client } = place;
  const made = deployment("scaled", place);
  let last = await stored(client.create(made, { fieldManager: "kubectl" }));
  for (const replicas of [5, 7, 5, 3, 5, 3]) {
    await stored(
      client.merge(made, { spec: { replicas } }, { fieldManager: "autoscaler", subresource: "scale" }),
    );
    last = await stored(client.get(made));
  }
  return last;
};

const elector: Worker = async (place) => {
  const { client } = place;
  const time = (second: number) => `2026-01-01T00:00:${String(second).padStart(2, "0")}.000000Z`;
  const lease = object("coordination.k8s.io/v1", "Lease", "leader", place, {
    spec: { holderIdentity: "me", leaseDurationSeconds: 15, renewTime: time(0) },
  });
  let last = await stored(client.create(lease, { fieldManager: "elector" }));
  for (let second = 1; second < 30; second++)
    last = await stored(
      client.merge(lease, { spec: { renewTime: time(second) } }, { fieldManager: "elector" }),
    );
  return last;
};

/** Says what it sees, again and again: how many are ready, and since when. */
const reporter: Worker = async (place) => {
  const { client } = place;
  const made = deployment("reported", place);
  let last = await stored(client.create(made, { fieldManager: "kubectl" }));
  for (let time = 0; time < 30; time++) {
    const status = time % 2 === 0 ? "True" : "False";
    const lastTransitionTime = new Date(Date.parse("2026-01-01T00:00:00Z") + time * 1000).toISOString();
    const condition = { type: "Available", status, reason: "Seen", message: "", lastTransitionTime };
    const seen = { replicas: 3, readyReplicas: 2 + (time % 2), conditions: [condition] };
    last = await stored(
      client.merge(made, { status: seen }, { fieldManager: "reporter", subresource: "status" }),
    );
  }
  return last;
};

/** Writes the same object over and over, and now and then another, but asks a gate before. */
const gated: Worker = async (place) => {
  const { client } = place;
  const gate = createGate({ mode: "apply", fieldManager: "gated" });
  let live: AnswerBody | undefined;
  for (let time = 0; time < 60; time++) {
    const spec = { podSelector: {}, policyTypes: ["Ingress"], ingress: [] };
    const metadata = {
      name: "gated",
      namespace: place.namespace,
      labels: { round: String(Math.floor(time / 20)) },
    };
    const desired = { apiVersion: "networking.k8s.io/v1", kind: "NetworkPolicy", metadata, spec };
    const decision = gate.decide(desired, live as typeof desired | undefined);
    if (decision.verdict === "write" || decision.verdict === "create")
      live = await stored(client.apply(decision.payload(), { fieldManager: "gated", force: true }));
  }
  if (live === undefined) throw new Error("never written");
  return live;
};

const WORKERS = { flippers, mover, putter, speller, clock, autoscaler, elector, reporter, gated };

const KINDS = "deploy,networkpolicies.networking.k8s.io,ConfigMap,leases";

clusterTest(
  "names who churns, what, and what would stop it; and nobody else",
  { timeout: 60_000 },
  async () => {
    const place = await freshPlace();
    const watching = await startWatch([KINDS, "-n", place.namespace, "-o", "json"], 4);
    const last = await Promise.all(Object.values(WORKERS).map((work) => work(place)));
    for (const each of last) await watching.seen(each);
    const { findings, effects, writes, missed, kinds } = await watching.document();

    const told = findings.map(({ what, managers, kind, worst, paths, proposal }) => ({
      what,
      managers,
      kind,
      objects: worst.map(({ name }) => name),
      paths: paths.map(({ path }) => path),
      proposal: proposal.fix,
    }));
    expect(told.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))).toEqual([
      {
        what: "flips",
        managers: ["builder", "scaler"],
        kind: "Deployment",
        objects: ["flipped"],
        paths: ["spec.replicas"],
        proposal: "give-way",
      },
      {
        what: "moves-nothing",
        managers: ["mover"],
        kind: "NetworkPolicy",
        objects: ["moved"],
        paths: [],
        proposal: "leave-out-empty",
      },
      {
        what: "moves-nothing",
        managers: [],
        kind: "NetworkPolicy",
        objects: ["put"],
        paths: [],
        proposal: "find-writer",
      },
      {
        what: "respells",
        managers: [],
        kind: "ConfigMap",
        objects: ["spelled"],
        paths: ["metadata.finalizers"],
        proposal: "spell-as-stored",
      },
      {
        what: "times-only",
        managers: ["clock"],
        kind: "ConfigMap",
        objects: ["stamped"],
        paths: ["data.seen"],
        proposal: "incidental",
      },
    ]);
    expect(proposalOf(findings, "flips")).toMatchObject({
      gives: "builder",
      keeps: ["scaler"],
      by: "release",
      rule: { group: "apps", kind: "Deployment", extends: true, release: ["spec.replicas"] },
    });
    expect(findings.flatMap(({ proposal }) => ("paths" in proposal ? proposal.paths : []))).toEqual(
      expect.arrayContaining(["spec.ingress"]),
    );
    for (const { proposal } of findings) {
      if ("rule" in proposal && proposal.rule !== undefined)
        expect(lintRules([bundledRules, { rules: [proposal.rule] }])).toEqual([]);
    }
    expect(missed).toBe(0);
    expect(writes).toBe(Object.values(effects).reduce((sum, count) => sum + count, 0));
    expect(kinds.map(({ kind, namespace }) => [kind, namespace])).toEqual(
      ["Deployment", "NetworkPolicy", "ConfigMap", "Lease"].map((kind) => [kind, place.namespace]),
    );
  },
);

function proposalOf(findings: readonly Finding[], what: Finding["what"]): Finding["proposal"] | undefined {
  return findings.find((each) => each.what === what)?.proposal;
}
