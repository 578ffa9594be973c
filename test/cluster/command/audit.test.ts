import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text as readText } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect } from "vitest";
import type { AuditDocument } from "../../../src/adapter/audit/document.js";
import { loadEngine } from "../../../src/cli/load-engine.js";
import { createEnsurer, createGate } from "../../../src/index.js";
import { startCluster } from "../../../tools/cluster/start.mjs";
import type { Client, KubeObject } from "../../../tools/cluster/types.d.ts";
import { cli, type Outcome } from "../../unit/cli/helper.js";
import { clusterTest, given, sharedCluster } from "../helper.js";
import { clusterPort } from "../port.js";

const ROUNDS = 8;

/** The policy of docs/audit.md, but for two namespaces in which less is logged. */
function policy(): string {
  const documented = readFileSync("docs/audit-policy.yaml", "utf8");
  const less = ["Metadata", "Request"].map(
    (level) => `  - level: ${level}\n    namespaces: [at-${level.toLowerCase()}]\n`,
  );
  return documented.replace("rules:\n", `rules:\n${less.join("")}`);
}

const webhook = (url: string): string =>
  JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    "current-context": "a",
    contexts: [{ name: "a", context: { cluster: "a", user: "a" } }],
    clusters: [{ name: "a", cluster: { server: url } }],
    users: [{ name: "a", user: {} }],
  });

/** A command that listens, and where. */
function listening(end: AbortSignal): { url: Promise<string>; outcome: Promise<Outcome> } {
  let told: (url: string) => void = () => {};
  const url = new Promise<string>((resolve) => {
    told = resolve;
  });
  const onErr = (text: string): void => {
    const found = /listening on (\S+)/.exec(text)?.[1];
    if (found !== undefined) told(found);
  };
  const outcome = cli(["audit", "--listen", "127.0.0.1:0", "-o", "json"], {
    signal: end,
    onErr,
    factory: loadEngine,
  });
  return { url, outcome };
}

/** Passes requests on to a URL, and is told once one with a text in it was taken. */
async function relay(
  url: string,
  text: string,
): Promise<{ url: string; taken: Promise<void>; close(): void }> {
  let told: () => void = () => {};
  const taken = new Promise<void>((resolve) => {
    told = resolve;
  });
  const server = createServer(async (incoming, response) => {
    const body = await readText(incoming);
    const { status } = await fetch(url, { method: "POST", body });
    response.writeHead(status).end();
    if (status === 200 && body.includes(text)) told();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, taken, close: () => server.close() };
}

const metadata = (name: string, namespace: string) => ({ name, namespace });

const deployment = (name: string, namespace: string, replicas?: number): KubeObject => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: metadata(name, namespace),
  spec: {
    ...(replicas !== undefined && { replicas }),
    selector: { matchLabels: { app: name } },
    template: {
      metadata: { labels: { app: name } },
      spec: { containers: [{ name: "main", image: "main:1" }] },
    },
  },
});

/** A PUT of what is read just before, changed. */
async function update(
  client: Client,
  of: KubeObject,
  change: (live: KubeObject) => KubeObject,
  fieldManager: string,
) {
  const { body } = await client.get(of);
  const { code } = await client.replace(change(body), { fieldManager });
  expect(code).toBe(200);
}

const replicasTo =
  (replicas: number) =>
  (live: KubeObject): KubeObject => ({ ...live, spec: { ...(live.spec as object), replicas } });

/** Five controllers at work: one gated, one blind, two who fight, one whose object moves at every apply. */
async function controllers(client: Client, namespace: string): Promise<void> {
  const gate = createGate({ mode: "apply", fieldManager: "gated" });
  const ensurer = createEnsurer({ port: clusterPort(client), gate });
  const networkPolicy: KubeObject = {
    apiVersion: "networking.k8s.io/v1",
    kind: "NetworkPolicy",
    metadata: metadata("moving", namespace),
    spec: { podSelector: {}, ingress: [] },
  };
  await client.create(deployment("fought", namespace, 1), { fieldManager: "maker" });
  for (let round = 0; round < ROUNDS; round += 1) {
    // What is really to be changed now and then is no churn.
    await ensurer.ensure(deployment("gated", namespace, 1 + Math.floor(round / 4)) as never);
    await client.apply(deployment("blind", namespace, 2), { fieldManager: "blind", force: true });
    await client.apply(networkPolicy, { fieldManager: "mover", force: true });
    await update(client, deployment("fought", namespace), replicasTo(2), "one");
    await update(client, deployment("fought", namespace), replicasTo(3), "other");
  }
}

/** What is no candidate, or must not be taken for a no-op. */
async function odd(client: Client, namespace: string): Promise<void> {
  const held: KubeObject = {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { ...metadata("held", namespace), finalizers: ["example.com/held"] },
  };
  await client.create(held);
  await client.delete(held);
  const { body } = await client.get(held);
  const { finalizers: _, ...rest } = body.metadata;
  expect((await client.replace({ ...body, metadata: rest }, { fieldManager: "ending" })).code).toBe(200);
  expect((await client.get(held)).code).toBe(404);
  const account = { apiVersion: "v1", kind: "ServiceAccount", metadata: metadata("a", namespace) };
  await client.create(account);
  await client.request("POST", `/api/v1/namespaces/${namespace}/serviceaccounts/a/token`, {
    body: { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: {} },
  });
  const secret: KubeObject = {
    apiVersion: "v1",
    kind: "Secret",
    metadata: metadata("s", namespace),
    stringData: { password: "hunter2" },
  };
  await client.create(secret);
  for (let round = 0; round < ROUNDS; round += 1) {
    await client.apply(secret, { fieldManager: "dry", force: true, dryRun: true });
    await client.replace(
      { ...secret, metadata: { ...metadata("s", namespace), resourceVersion: "1" } },
      { fieldManager: "stale" },
    );
  }
}

/** A blind updater and a blind applier, of whom less is logged. */
async function blind(client: Client, namespace: string): Promise<void> {
  await client.create({ apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
  const settings: KubeObject = {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: metadata("settings", namespace),
    data: { a: "1" },
  };
  await client.create(settings);
  for (let round = 0; round < ROUNDS; round += 1) {
    await update(client, settings, (live) => live, `${namespace}-updater`);
    await client.apply(deployment("applied", namespace, 2), {
      fieldManager: `${namespace}-applier`,
      force: true,
    });
  }
}

describe("audit", () => {
  let ofLog: AuditDocument;
  let ofWebhook: AuditDocument;
  const folder = mkdtempSync(join(tmpdir(), "churngate-audited-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  beforeAll(async () => {
    if (!given) return;
    const [log, end] = [join(folder, "audit.log"), new AbortController()];
    const { url, outcome } = listening(end.signal);
    writeFileSync(join(folder, "policy.yaml"), policy());
    const passing = await relay(await url, "the-last-one");
    writeFileSync(join(folder, "webhook.json"), webhook(passing.url));
    const cluster = await startCluster({
      version: sharedCluster().version,
      apiServerFlags: [
        `--audit-policy-file=${join(folder, "policy.yaml")}`,
        `--audit-log-path=${log}`,
        `--audit-webhook-config-file=${join(folder, "webhook.json")}`,
        "--audit-webhook-batch-max-wait=200ms",
      ],
    });
    try {
      const { client } = cluster;
      await client.create({ apiVersion: "v1", kind: "Namespace", metadata: { name: "demo" } });
      await controllers(client, "demo");
      await odd(client, "demo");
      for (const level of ["metadata", "request"]) await blind(client, `at-${level}`);
      await client.create({ apiVersion: "v1", kind: "Namespace", metadata: { name: "the-last-one" } });
      await passing.taken;
    } finally {
      await cluster.stop();
      passing.close();
      end.abort();
    }
    ofWebhook = JSON.parse((await outcome).out);
    const { code, out, err } = await cli(["audit", log, "-o", "json"], { factory: loadEngine });
    expect([code, err]).toEqual([0, ""]);
    ofLog = JSON.parse(out);
  });

  const named = ({ findings }: AuditDocument) =>
    findings.map(({ what, managers, kind, objects }) => [what, [...managers].sort(), kind, objects]).sort();

  const FOUND = [
    ["flips", ["one", "other"], "Deployment", 1],
    ["moves-nothing", ["mover"], "NetworkPolicy", 1],
    ["writes-nothing", ["at-metadata-updater"], "ConfigMap", 1],
    ["writes-nothing", ["at-request-updater"], "ConfigMap", 1],
    ["writes-nothing", ["blind"], "Deployment", 1],
  ];

  clusterTest("names who writes for nothing, and nobody else", () => {
    expect(named(ofLog)).toEqual(FOUND);
  });

  clusterTest("finds the same in what the webhook sends", () => {
    expect(named(ofWebhook)).toEqual(FOUND);
    expect(ofWebhook.lines.bad).toBe(0);
    expect(writesIn(ofWebhook)).toEqual(writesIn(ofLog));
  });

  /** Of our own: the server's at its start may be in neither. */
  const writesIn = ({ writers }: AuditDocument) =>
    writers
      .filter(({ userAgent }) => userAgent === undefined)
      .map(({ manager, kind, writes, effects, noops }) => [manager, kind, writes, effects, noops])
      .sort();

  const writerOf = (manager: string, kind: string) =>
    ofLog.writers.find((each) => each.manager === manager && each.kind === kind);

  clusterTest("counts each request", () => {
    expect(writerOf("blind", "Deployment")).toMatchObject({
      writes: ROUNDS,
      effects: { create: 1, nothing: ROUNDS - 1 },
      noops: { apply: ROUNDS - 1, update: 0, patch: 0 },
    });
    // Where a second is over between two applies, the time of the entry in managedFields moves too.
    expect(writerOf("mover", "NetworkPolicy")).toMatchObject({
      writes: ROUNDS,
      moves: { apply: ROUNDS - 1 },
    });
    expect(writerOf("gated", "Deployment")).toMatchObject({
      writes: 2,
      effects: { create: 1, change: 1 },
      noops: { apply: 0 },
    });
    expect(writerOf("dry", "Secret")).toBeUndefined();
    expect(writerOf("stale", "Secret")).toBeUndefined();
    expect(ofLog.requests.dryRuns).toBe(ROUNDS);
    expect(ofLog.requests.refused).toBeGreaterThanOrEqual(ROUNDS);
    expect(ofLog.requests.calls).toBeGreaterThanOrEqual(1);
  });

  clusterTest("takes no write for a no-op that ended an object", () => {
    expect(writerOf("ending", "ConfigMap")).toMatchObject({ writes: 1, effects: { unknown: 1 } });
  });

  clusterTest.each(["metadata", "request"])(
    "at %s, knows of an update by the next one, and of no apply",
    (level) => {
      expect(writerOf(`at-${level}-updater`, "ConfigMap")).toMatchObject({
        writes: ROUNDS,
        effects: { nothing: ROUNDS - 1, unknown: 1 },
      });
      const repeats = level === "request" ? ROUNDS - 1 : 0;
      expect(writerOf(`at-${level}-applier`, "Deployment")).toMatchObject({
        writes: ROUNDS,
        effects: { create: 1, unknown: ROUNDS - 1 },
        repeats,
      });
    },
  );

  clusterTest("shows no secret", () => {
    for (const document of [ofLog, ofWebhook]) {
      expect(JSON.stringify(document)).not.toContain("hunter2");
      expect(JSON.stringify(document)).not.toContain(Buffer.from("hunter2").toString("base64"));
    }
  });
});
