import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect } from "vitest";
import { parse } from "yaml";
import { CHILD_KINDS } from "../../../examples/operator/children/index.js";
import { startCluster } from "../../../tools/cluster/index.mjs";
import type { Answer, Cluster, KubeObject } from "../../../tools/cluster/types.d.ts";
import { between, countersOf } from "../../../tools/fleet/counters.mjs";
import { installKinds } from "../../../tools/fleet/instances.mjs";
import { clusterTest, given } from "../helper.js";
import { buildOperator, Replica, until } from "./replica.js";

const DEMO = parse(
  readFileSync(new URL("../../../examples/operator/demo.yaml", import.meta.url), "utf8"),
) as KubeObject & { readonly spec: Record<string, unknown> };
const metadata = { name: "demo", namespace: "default" };
const LEASE = {
  apiVersion: "coordination.k8s.io/v1",
  kind: "Lease",
  metadata: { ...metadata, name: "cache-operator" },
};
const child = (apiVersion: string, kind: string): KubeObject => ({ apiVersion, kind, metadata });
const SERVICE = child("v1", "Service");
const STATEFUL_SET = child("apps/v1", "StatefulSet");
const CRON_JOB = child("batch/v1", "CronJob");
const SERVICE_MONITOR = child("monitoring.coreos.com/v1", "ServiceMonitor");
const CHILDREN = CHILD_KINDS.map(({ apiVersion, kind }) => child(apiVersion, kind));

let cluster: Cluster;
let leader: Replica;
let other: Replica;

beforeAll(async () => {
  if (!given) return;
  await buildOperator();
  cluster = await startCluster();
  await installKinds(cluster.client);
  leader = await Replica.start(cluster.kubeconfig, "--resync-seconds", "1");
  await leader.untilLeads();
  other = await Replica.start(cluster.kubeconfig, "--resync-seconds", "1");
});

afterAll(async () => {
  await leader?.end("SIGKILL");
  await other?.end("SIGKILL");
  await cluster?.stop();
});

async function read(object: KubeObject): Promise<Answer["body"] & { spec?: unknown; status?: unknown }> {
  const { code, body } = await cluster.client.get(object);
  expect(code).toBe(200);
  return body;
}

/** Changes an object as a user would. */
async function change(object: KubeObject, patch: unknown, subresource?: string): Promise<void> {
  const { code, body } = await cluster.client.merge(object, patch, subresource ? { subresource } : {});
  expect(code, body.message).toBe(200);
}

/** Waits until the instance's status says so of this generation. */
async function condition(type: string, status: string, reason: string) {
  return until(async () => {
    const { metadata: now, status: said } = await read(DEMO);
    const { conditions = [], observedGeneration } = (said ?? {}) as {
      conditions?: { type: string }[];
      observedGeneration?: number;
    };
    const found = conditions.find((each) => each.type === type);
    expect(found).toMatchObject({ status, reason, observedGeneration: now.generation });
    expect(observedGeneration).toBe(now.generation);
    return found;
  });
}

/** What the server is asked while something is done and until three more rounds of passes have come and gone. */
async function requests(what: () => Promise<unknown>) {
  const before = await countersOf(cluster.client);
  await what();
  await leader.passes(3);
  return between(before, await countersOf(cluster.client));
}

clusterTest("an instance converges", async () => {
  await cluster.client.create(DEMO);
  await condition("Applied", "True", "Done");
  for (const each of CHILDREN) expect((await cluster.client.get(each)).code).toBe(200);
  const waiting = await condition("Ready", "False", "Waiting");
  // What the controller of StatefulSets would write.
  await change(STATEFUL_SET, { status: { replicas: 3, readyReplicas: 3 } }, "status");
  expect(await condition("Ready", "True", "AllReady")).not.toEqual(waiting);
  const writes = CHILDREN.map(({ kind }) => `apply ${kind} default/demo`);
  expect(leader.lines).toEqual(expect.arrayContaining([...writes, "apply Cache/status default/demo"]));
});

clusterTest("passes over it send nothing", async () => {
  const { reads, writes } = await requests(async () => {});
  expect({ reads, writes }).toEqual({ reads: 0, writes: 0 });
});

clusterTest("a change of its spec is written once", async () => {
  const { childWrites } = await requests(async () => {
    await change(DEMO, { spec: { image: "valkey/valkey:8.1.1" } });
    await until(async () =>
      expect(JSON.stringify((await read(STATEFUL_SET)).spec)).toContain("valkey/valkey:8.1.1"),
    );
    await condition("Applied", "True", "Done");
  });
  // The image is in the StatefulSet and in the backup.
  expect(childWrites).toBe(2);
});

clusterTest("a hand edit is put back, and what others add stays", async () => {
  const { spec } = await read(SERVICE);
  const { childWrites } = await requests(async () => {
    await change(SERVICE, {
      metadata: { labels: { "example.com/theirs": "1", "app.kubernetes.io/name": "mine" } },
    });
    await change(SERVICE, { spec: { selector: { "app.kubernetes.io/name": "mine" } } });
    await until(async () => expect((await read(SERVICE)).spec).toEqual(spec));
  });
  expect((await read(SERVICE)).metadata.labels).toMatchObject({
    "example.com/theirs": "1",
    "app.kubernetes.io/name": "cache",
  });
  // Two of them are the user's.
  expect(childWrites).toBeLessThanOrEqual(4);
});

clusterTest("a child that is deleted comes back", async () => {
  await cluster.client.delete(SERVICE);
  await until(async () => expect((await cluster.client.get(SERVICE)).code).toBe(200));
});

clusterTest("children that are no longer wanted go", async () => {
  await change(DEMO, { spec: { metrics: false, backup: null } });
  await condition("Applied", "True", "Done");
  for (const each of [CRON_JOB, SERVICE_MONITOR])
    await until(async () => expect((await cluster.client.get(each)).code).toBe(404));
  expect((await read(SERVICE)).spec).toMatchObject({ ports: [{ name: "client" }] });
  expect(JSON.stringify(await read(STATEFUL_SET))).not.toContain("redis_exporter");
  const { reads, writes } = await requests(async () => {});
  expect({ reads, writes }).toEqual({ reads: 0, writes: 0 });
});

clusterTest("what the server refuses is said in the status, and the rest is written", async () => {
  await change(DEMO, { spec: { backup: "every day", metrics: true } });
  await condition("Applied", "False", "Failed");
  await until(async () => expect((await cluster.client.get(SERVICE_MONITOR)).code).toBe(200));
  await change(DEMO, { spec: { backup: "0 4 * * *" } });
  await condition("Applied", "True", "Done");
});

clusterTest("what cannot be changed in place is said in the status", async () => {
  await change(DEMO, { spec: { storage: "3Gi" } });
  await condition("Applied", "False", "Blocked");
  await change(DEMO, { spec: { storage: "2Gi" } });
  await condition("Applied", "True", "Done");
});

clusterTest("only one of two replicas works; the other takes over when it ends", async () => {
  expect([await leader.metric("cache_operator_leader"), await other.metric("cache_operator_leader")]).toEqual(
    [1, 0],
  );
  expect(await other.metric("cache_operator_reconciles_total")).toBe(0);
  const { spec: held } = await read(LEASE);
  const { childWrites } = await requests(async () => {
    expect(await leader.end("SIGTERM")).toBe(0);
    leader = other;
    await leader.untilLeads();
  });
  expect(leader.lines).toContain("leads: the lease was free");
  expect(childWrites).toBe(0);
  const { spec } = await read(LEASE);
  expect((spec as Record<string, unknown>).holderIdentity).not.toBe(
    (held as Record<string, unknown>).holderIdentity,
  );
  expect(spec).toMatchObject({ leaseTransitions: 1, leaseDurationSeconds: 15 });
});

clusterTest("a deleted instance goes after its children", async () => {
  await cluster.client.delete(DEMO);
  await until(async () => expect((await cluster.client.get(DEMO)).code).toBe(404));
  for (const each of CHILDREN) expect((await cluster.client.get(each)).code).toBe(404);
  expect(await leader.metric("cache_operator_reconciles_total", "failed")).toBe(0);
});

clusterTest("the last one gives its lease up", async () => {
  expect(await leader.end("SIGTERM")).toBe(0);
  expect(await read(LEASE)).toMatchObject({ spec: { holderIdentity: "" } });
});

clusterTest("one whose lease another has taken ends", async () => {
  leader = await Replica.start(cluster.kubeconfig);
  await leader.untilLeads();
  await change(LEASE, { spec: { holderIdentity: "another" } });
  expect(await leader.ended()).toBe(1);
  expect(await read(LEASE)).toMatchObject({ spec: { holderIdentity: "another" } });
});
