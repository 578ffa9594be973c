// The claims of examples/valkey-operator, by an ensurer, with every request counted at the server.
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { metadataOf } from "../../../src/adapter/object.js";
import { isObject, type JsonObject, type KubeObject } from "../../../src/core/json.js";
import { bundledRules, compileRules, createGate, type Gate } from "../../../src/index.js";
import { readRuleDirectory } from "../../../src/rules/load.js";
import type { RuleData } from "../../../src/rules/set.js";
import type { Client } from "../../../tools/cluster/types.d.ts";
import { clusterTest, given, sharedClient } from "../helper.js";
import { forgetKinds, serveKinds } from "../semantics/custom-kinds.js";
import { basesIn, EXAMPLES, exampleKinds } from "./example.js";
import { Operator } from "./operator.js";
import { customFacts, customObjects } from "./valkey.js";

const CRDS = readFileSync(new URL("custom-kinds.yaml", import.meta.url), "utf8");
const RULES = "valkey-operator/rules";
const kinds = await exampleKinds(RULES, "replace");

/** The origin's rules; `above`: with these on top. */
async function gateWith(...above: readonly RuleData[]): Promise<Gate> {
  const custom = { rules: [], facts: customFacts };
  const rules = compileRules([
    bundledRules,
    await readRuleDirectory(`${EXAMPLES}${RULES}`),
    custom,
    ...above,
  ]);
  return createGate({ rules });
}

const HASH = { annotation: "valkey.example.com/applied-hash", drift: "exact" } as const;
const comparing: RuleData = {
  rules: [{ group: "monitoring.coreos.com", kind: "ServiceMonitor", strategy: "exact", why: "As bundled." }],
};
const looking: RuleData = {
  rules: [
    { group: "apps", kind: "StatefulSet", extends: true, why: "Edits by hand too.", hash: HASH },
    { group: "batch", kind: "CronJob", extends: true, why: "Edits by hand too.", hash: HASH },
  ],
};

/** The one write of a pass in which nothing has to be written: the rule set says unconditional of the ServiceMonitor. */
const ALWAYS = "update servicemonitors";

const PLURALS: Readonly<Record<string, string>> = {
  ConfigMap: "configmaps",
  CronJob: "cronjobs",
  CustomResourceDefinition: "customresourcedefinitions",
  NetworkPolicy: "networkpolicies",
  PodDisruptionBudget: "poddisruptionbudgets",
  Service: "services",
  ServiceMonitor: "servicemonitors",
  StatefulSet: "statefulsets",
  Valkey: "valkeys",
};
/** One request for each object. */
const all = (verb: string): readonly string[] =>
  Object.values(PLURALS)
    .map((plural) => `${verb} ${plural}`)
    .sort();
/** What a pass sends that writes one object of this kind beside what it always writes. */
const writing = (kind: string): readonly string[] => [...new Set([`update ${PLURALS[kind]}`, ALWAYS])].sort();

let admin: Client;
let gate: Gate;
const start = async (with_ = gate) =>
  Operator.of(admin, with_, async (namespace) => [
    ...(await basesIn(admin, kinds, namespace)),
    ...customObjects(namespace),
  ]);

beforeAll(async () => {
  gate = await gateWith();
  if (!given) return;
  admin = sharedClient();
  await serveKinds(admin, CRDS);
});
afterAll(async () => {
  if (!given) return;
  await forgetKinds(admin, CRDS);
  admin.close();
});

describe("in steady state", () => {
  clusterTest(
    "five passes write the ServiceMonitor each, which is unconditional, and nothing else",
    async () => {
      const operator = await start();
      try {
        const first = await operator.pass();
        expect(first.results).toEqual(operator.each("created"));
        // Of a kind that is made in the same pass, the first tries may be too early.
        const writes = new Set(first.requests.filter((each) => !each.startsWith("get ")));
        expect([...writes]).toEqual(all("create"));
        await established(operator);
        const versions = await operator.versions();
        for (let pass = 1; pass <= 5; pass++) {
          const { results, requests } = await operator.pass();
          expect(requests).toEqual([ALWAYS]);
          expect(results.filter((each) => !each.endsWith(" unchanged"))).toEqual(["ServiceMonitor updated"]);
          expect(await operator.versions()).toEqual(versions);
        }
        operator.restart();
        expect((await operator.pass()).requests).toEqual([ALWAYS]);
        expect(await operator.versions()).toEqual(versions);
      } finally {
        await operator.end();
      }
    },
  );

  clusterTest("five passes ask nothing at all where the ServiceMonitor is compared too", async () => {
    const operator = await start(await gateWith(comparing));
    try {
      await operator.pass();
      await established(operator);
      const versions = await operator.versions();
      for (let pass = 1; pass <= 5; pass++) {
        expect(await operator.pass()).toEqual({ results: operator.each("unchanged"), requests: [] });
        expect(await operator.versions()).toEqual(versions);
      }
      expect((await operator.pass({ reading: true })).requests).toEqual(all("get"));
    } finally {
      await operator.end();
    }
  });
});

/** The server itself writes the definition's status, and changes it no more once that is done. */
async function established(operator: Operator): Promise<void> {
  const accepted = async () => {
    const { status } = (await operator.live(operator.of("CustomResourceDefinition"))) as JsonObject;
    return isObject(status) && JSON.stringify(status.conditions);
  };
  await expect.poll(accepted).toMatch(/"type":"Established"/);
}

describe("written once, then quiet:", () => {
  let operator: Operator;
  beforeAll(async () => {
    if (!given) return;
    operator = await start();
    await operator.pass();
  });
  afterAll(() => operator?.end());

  /** What the rule says is ours, of an object. */
  const ours = (object: KubeObject): readonly unknown[] =>
    (gate.ruleFor(object).rule.fields ?? ["spec"]).map((field) =>
      String(typeof field === "string" ? field : field.path)
        .split(".")
        .reduce<unknown>((at, step) => (isObject(at) ? at[step] : undefined), object),
    );

  async function expectWritten(kind: string, patch: object): Promise<void> {
    const before = operator.desired;
    operator.state(kind, patch);
    try {
      const desired = operator.of(kind);
      expect((await operator.pass()).requests).toEqual(writing(kind));
      const live = await operator.live(desired);
      // What a new object of the same would hold.
      const name = `${metadataOf(desired).name}-new`;
      const fresh = { ...desired, metadata: { ...desired.metadata, name } };
      if (kind !== "CustomResourceDefinition")
        expect(ours(live)).toEqual(ours(await operator.other.create(fresh, { dryRun: true })));
      expect(live.metadata?.labels).toMatchObject({ ...desired.metadata?.labels });
      expect((await operator.pass()).requests).toEqual([ALWAYS]);
      expect((await operator.pass()).requests).toEqual([ALWAYS]);
    } finally {
      operator.desired = before;
      await operator.pass();
    }
  }

  for (const { kind, table } of kinds)
    for (const row of table.cases)
      if (row.desired !== undefined && row.live === undefined && row.verdict === "write")
        clusterTest(`${kind}: ${row.name}`, () => expectWritten(kind, row.desired as object));

  clusterTest.each([
    ["another number", { spec: { shards: 4 } }],
    ["a default no longer left to the server", { spec: { replicas: 2 } }],
    ["a setting is dropped", { spec: { config: { "maxmemory-policy": null } } }],
    ["a struct is dropped", { spec: { metrics: null } }],
    ["a user is added", { spec: { users: ["a"] } }],
  ])("Valkey, the operator's own kind: %s", (_, patch) => expectWritten("Valkey", patch));

  clusterTest("CustomResourceDefinition: a name for it", () =>
    expectWritten("CustomResourceDefinition", { spec: { names: { shortNames: ["vk"] } } }),
  );
});

/** Edits that rows of the tables don't have, or have with fingerprints that are none of the server's. */
const EDITS: Readonly<Record<string, readonly (readonly [string, object])[]>> = {
  StatefulSet: [
    ["scaled by hand", { spec: { replicas: 5 } }],
    ["another update strategy", { spec: { updateStrategy: { rollingUpdate: { partition: 2 } } } }],
    ["a node selector", { spec: { template: { spec: { nodeSelector: { zone: "a" } } } } }],
    [
      "no volumes",
      { spec: { template: { spec: { volumes: null, containers: [{ name: "valkey", image: "x" }] } } } },
    ],
  ],
  CronJob: [
    ["another schedule", { spec: { schedule: "0 0 * * *" } }],
    ["suspended", { spec: { suspend: true } }],
  ],
};

describe("edited by hand:", () => {
  let operator: Operator;
  beforeAll(async () => {
    if (!given) return;
    operator = await start();
    await operator.pass();
  });
  afterAll(() => operator?.end());

  const edit = (kind: string, patch: object): Promise<KubeObject> => {
    const { apiVersion = "", metadata } = operator.of(kind);
    const ref = { apiVersion, kind, name: String(metadata?.name), namespace: operator.namespace };
    const { merge } = operator.other;
    if (merge === undefined) throw new Error("no merge");
    return merge(ref, patch, { fieldManager: "kubectl-edit" });
  };
  const contents = (object: KubeObject) => ({ ...object, metadata: object.metadata?.labels });

  for (const { kind, table } of kinds)
    for (const row of table.cases)
      if (row.live !== undefined && row.live !== null && !row.name.startsWith("what this strategy")) {
        const seen = row.verdict === "write";
        clusterTest(`${kind}: ${row.name}: ${seen ? "put back by one write" : "stays"}`, async () => {
          const before = contents(await operator.live(operator.of(kind)));
          const edited = contents(await edit(kind, row.live as object));
          expect((await operator.pass()).requests).toEqual(seen ? writing(kind) : [ALWAYS]);
          expect(contents(await operator.live(operator.of(kind)))).toEqual(seen ? before : edited);
          expect((await operator.pass()).requests).toEqual([ALWAYS]);
        });
      }

  for (const [kind, rows] of Object.entries(EDITS))
    clusterTest.each(rows)(
      `${kind}: %s: a fingerprint can't see it; with drift: exact it is put back`,
      async (_, patch) => {
        const { spec: before } = (await operator.live(operator.of(kind))) as JsonObject;
        const { spec: edited } = (await edit(kind, patch)) as JsonObject;
        expect(edited).not.toEqual(before);
        expect((await operator.pass()).requests).toEqual([ALWAYS]);
        expect(((await operator.live(operator.of(kind))) as JsonObject).spec).toEqual(edited);
        const seeing = await gateWith(looking);
        expect((await operator.pass({ gate: seeing })).requests).toEqual(writing(kind));
        expect(((await operator.live(operator.of(kind))) as JsonObject).spec).toEqual(before);
        expect((await operator.pass({ gate: seeing })).requests).toEqual([ALWAYS]);
        expect((await operator.pass()).requests).toEqual([ALWAYS]);
      },
    );

  clusterTest(
    "PodDisruptionBudget: what derivative can't see stays: a field that desired does not state",
    async () => {
      const kind = "PodDisruptionBudget";
      await edit(kind, { spec: { unhealthyPodEvictionPolicy: "AlwaysAllow" } });
      expect((await operator.pass()).requests).toEqual([ALWAYS]);
      expect(await operator.live(operator.of(kind))).toMatchObject({
        spec: { unhealthyPodEvictionPolicy: "AlwaysAllow" },
      });
    },
  );

  clusterTest("a Valkey, the operator's own kind, is put back too", async () => {
    const before = contents(await operator.live(operator.of("Valkey")));
    await edit("Valkey", { spec: { replicas: 5, config: { theirs: "1" } } });
    expect((await operator.pass()).requests).toEqual(writing("Valkey"));
    expect(contents(await operator.live(operator.of("Valkey")))).toEqual(before);
    expect((await operator.pass()).requests).toEqual([ALWAYS]);
  });
});
