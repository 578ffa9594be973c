// The claims of examples/valkey-operator, by an ensurer, with every request counted at the server: changes.
import { afterAll, beforeAll, describe, expect } from "vitest";
import { metadataOf } from "../../../src/adapter/port/object.js";
import { isObject, type KubeObject } from "../../../src/core/json.js";
import { clusterTest, given } from "../helper.js";
import type { Operator } from "./operator.js";
import { withCustomKinds } from "./served.js";
import { ALWAYS, gateWith, kinds, startOperator, writing } from "./valkey-operator.js";

const admin = withCustomKinds();
const gate = await gateWith();

describe("written once, then quiet:", () => {
  let operator: Operator;
  beforeAll(async () => {
    if (!given) return;
    operator = await startOperator(admin(), gate);
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
