// The claims of examples/valkey-operator, by an ensurer, with every request counted at the server: edits by hand.
import { afterAll, beforeAll, describe, expect } from "vitest";
import type { JsonObject, KubeObject } from "../../../src/core/json.js";
import { clusterTest, given } from "../helper.js";
import type { Operator } from "./operator.js";
import { withCustomKinds } from "./served.js";
import { ALWAYS, gateWith, kinds, looking, startOperator, writing } from "./valkey-operator.js";

const admin = withCustomKinds();
const gate = await gateWith();

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
    operator = await startOperator(admin(), gate);
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
