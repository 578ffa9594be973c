// What the examples claim, by controllers that ask their gates.
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from "vitest";
import { isList, type JsonObject } from "../../src/core/json.js";
import { caseObjects } from "../../src/rules/cases/objects.js";
import type { Client } from "../../tools/cluster/types.d.ts";
import { check } from "./examples/checked.js";
import { accepted } from "./examples/controller.js";
import { exampleKinds, placed } from "./examples/example.js";
import { Operator } from "./examples/operator.js";
import { canBeStaged, stage } from "./examples/staged.js";
import { clusterTest, freshNamespace, given, sharedClient } from "./helper.js";
import { forgetKinds, serveKinds } from "./semantics/custom-kinds.js";

const CRDS = readFileSync(new URL("examples/custom-kinds.yaml", import.meta.url), "utf8");

let client: Client;
beforeAll(async () => {
  if (!given) return;
  client = sharedClient();
  await serveKinds(client, CRDS);
});
afterAll(async () => {
  if (!given) return;
  await forgetKinds(client, CRDS);
  client.close();
});

describe("the operator that applies", async () => {
  const kinds = await exampleKinds("apply-operator/rules", "apply");
  let operator: Operator;
  beforeEach(async () => {
    if (given) operator = await Operator.of(client, kinds, `agent-${randomUUID()}`);
  });
  afterEach(() => operator?.end());

  clusterTest("creates each object in round 1, and sends nothing in rounds 2 to 5", async () => {
    expect(await operator.round()).toEqual(operator.each("create 1"));
    const created = await operator.versions();
    for (let round = 2; round <= 5; round++) expect(await operator.round()).toEqual(operator.each("skip 0"));
    expect(await operator.versions()).toEqual(created);
  });

  clusterTest("is recorded as its tables take it to be", async () => {
    await operator.round();
    for (const { desired, kind } of operator.objects) {
      const { managedFields } = (await operator.read(desired)).metadata ?? {};
      const [entry] = isList(managedFields) ? (managedFields as readonly JsonObject[]) : [];
      const [assumed] = kind.ownership?.(desired as JsonObject, [], {}) ?? [];
      expect({ ...entry, time: undefined }, desired.kind).toEqual(assumed);
    }
  });

  clusterTest("puts back what was edited by hand by one apply, and leaves what others added", async () => {
    await operator.round();
    const labels = { "app.kubernetes.io/name": "mine", "app.kubernetes.io/managed-by": null, team: "a" };
    for (const { desired } of operator.objects)
      accepted(await client.merge(desired, { metadata: { labels } }, { fieldManager: "kubectl-edit" }));
    expect(await operator.round()).toEqual(operator.each("write 1"));
    for (const { desired } of operator.objects) {
      const { metadata } = await operator.read(desired);
      expect(metadata?.labels).toMatchObject({ ...(desired.metadata?.labels as object), team: "a" });
    }
    expect(await operator.round()).toEqual(operator.each("skip 0"));
  });
});

clusterTest("the Valkey operator: over five rounds no version and no generation moves", async () => {
  const kinds = await exampleKinds("valkey-operator/rules", "replace");
  const operator = await Operator.of(client, kinds, await freshNamespace(client));
  expect(await operator.round()).toEqual(operator.each("create 1"));
  const created = await operator.versions();
  const steady = operator
    .each("skip 0")
    .map((done) => (done === "ServiceMonitor skip 0" ? "ServiceMonitor write 1" : done));
  for (let round = 1; round <= 5; round++) expect(await operator.round()).toEqual(steady);
  expect(await operator.versions()).toEqual(created);
});

const SETS = [
  { dir: "apply-operator/rules", mode: "apply" },
  { dir: "java-operator/by-ownership", mode: "apply" },
  { dir: "java-operator/by-diff", mode: "replace" },
  { dir: "java-operator/by-diff", mode: "merge" },
  { dir: "valkey-operator/rules", mode: "replace" },
  { dir: "own-defaults-operator/rules", mode: "replace" },
] as const;

describe.each(SETS)("on a server the tables hold of $dir, $mode:", async ({ dir, mode }) => {
  let namespace: string;
  beforeAll(async () => {
    if (given) namespace = await freshNamespace(client);
  });
  for (const kind of await exampleKinds(dir, mode)) {
    for (const row of kind.table.cases.filter(canBeStaged)) {
      clusterTest(`${kind.kind}: ${row.name}`, async () => {
        const name = `case-${randomUUID()}`;
        const desired = await placed(client, caseObjects(kind.table, row).desired, name, namespace);
        await stage(client, kind, row, name, namespace);
        try {
          await check(client, kind, row, desired);
        } finally {
          await client.delete(desired);
        }
      });
    }
  }
});
