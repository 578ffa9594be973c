import { beforeAll, describe, vi } from "vitest";
import { createEnsurer } from "../../../src/adapter/ensurer.js";
import type { JsonObject, KubeObject } from "../../../src/core/json.js";
import { compileRules } from "../../../src/rules/compile.js";
import { createGate } from "../../../src/rules/gate.js";
import { definitionOf } from "../../custom-resource-definition.js";
import { clusterTest, given, sharedClient } from "../helper.js";
import { clusterPort } from "../port.js";
import { passes, staged, times } from "./stage.js";

const GROUP = "observed.example";
const KIND = { group: GROUP, kind: "Engine" } as const;
/** No rule and no facts: the fallback decides. */
const set = { rules: [], fallback: "observed" } as const;

const text = { type: "string" };
const engine = {
  type: "object",
  properties: {
    size: { type: "integer", default: 3 },
    limits: {
      type: "object",
      default: {},
      properties: { memory: { ...text, default: "1Gi" }, burst: { type: "boolean", default: false } },
    },
    parts: {
      type: "array",
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["name"],
      items: {
        type: "object",
        required: ["name"],
        properties: { name: text, weight: { type: "integer", default: 1 } },
      },
    },
  },
};
const condition = { type: "object", properties: { type: text, status: text, lastTransitionTime: text } };
const status = {
  type: "object",
  properties: { phase: { ...text, default: "Pending" }, conditions: { type: "array", items: condition } },
};

beforeAll(async () => {
  if (!given) return;
  const schema = { properties: { spec: engine, status } };
  const definition = definitionOf({ ...KIND, plural: "engines", schema, subresources: { status: {} } });
  const client = sharedClient();
  await createEnsurer({ port: clusterPort(client), gate: createGate() }).ensure(definition);
  await vi.waitFor(
    async () => {
      client.forget();
      if ((await client.resource(`${GROUP}/v1`, "Engine")) === undefined) throw new Error("not served yet");
    },
    { timeout: 20_000, interval: 50 },
  );
});

function engineIn(namespace: string, spec: JsonObject = { parts: [{ name: "a" }] }): KubeObject {
  return {
    apiVersion: `${GROUP}/v1`,
    kind: "Engine",
    metadata: { name: "e", namespace },
    spec,
  } as KubeObject;
}

describe.each(["replace", "apply", "merge"] as const)("by %s, a kind that nobody described", (mode) => {
  clusterTest("is created, and then left alone", async ({ expect }) => {
    const { namespace, ensurer, take } = await staged(KIND);
    const desired = engineIn(namespace);
    expect(await passes(ensurer(mode, { set }), desired, 20)).toEqual([
      "created not-found",
      ...times(19, "unchanged no-rule"),
    ]);
    expect(take()).toHaveLength(1);
    // After a restart: one dry run an object.
    expect(await passes(ensurer(mode, { set }), desired, 20)).toEqual(times(20, "unchanged no-rule"));
    expect(take()).toEqual([`dry-run ${mode}`]);
  });

  clusterTest("is asked about where a value that its schema fills in was changed", async ({ expect }) => {
    const { namespace, ensurer, take, edit, live } = await staged(KIND);
    const desired = engineIn(namespace);
    const ours = ensurer(mode, { set });
    await passes(ours, desired, 1);
    await edit(desired, { spec: { limits: { memory: "2Gi" } } });
    take();
    // Under apply and merge it is what somebody else set: no write of ours takes it back.
    const first = mode === "replace" ? "updated no-rule" : "unchanged no-rule";
    expect(await passes(ours, desired, 20)).toEqual([first, ...times(19, "unchanged no-rule")]);
    expect(take()).toEqual([`dry-run ${mode}`, ...(mode === "replace" ? [mode] : [])]);
    const { spec } = (await live(desired)) as { spec: { limits: JsonObject } };
    expect(spec.limits.memory).toBe(mode === "replace" ? "1Gi" : "2Gi");
  });

  clusterTest("has its desired state changed, and changed back", async ({ expect }) => {
    const { namespace, ensurer, take } = await staged(KIND);
    const [one, two] = [engineIn(namespace, { size: 1 }), engineIn(namespace, { size: 2 })];
    const ours = ensurer(mode, { set });
    await passes(ours, one, 2);
    take();
    const results = [];
    for (let turn = 0; turn < 4; turn++) results.push(...(await passes(ours, turn % 2 === 0 ? two : one, 2)));
    expect(results).toEqual(times(4, "").flatMap(() => ["updated no-rule", "unchanged no-rule"]));
    // The first of each kind is asked for; later it is known that live is not that.
    expect(take()).toEqual([`dry-run ${mode}`, ...times(4, mode)]);
  });

  clusterTest("has its status written once", async ({ expect }) => {
    const { namespace, port, take, ensurer } = await staged(KIND);
    const desired = engineIn(namespace);
    const ours = ensurer(mode, { set });
    await ours.ensure(desired);
    take();
    const stated = { ...desired, status: { conditions: [{ type: "Ready", status: "True" }] } } as KubeObject;
    const gate = createGate({ mode, fieldManager: "ours", rules: compileRules([set]) });
    const run = async (of: typeof ours): Promise<string> => {
      const { result, decision } = await of.ensureStatus(stated);
      return `${result} ${decision.strategy}`;
    };
    const results = [];
    for (let pass = 0; pass < 10; pass++) results.push(await run(ours));
    expect(results).toEqual(["updated observed", ...times(9, "unchanged observed")]);
    take();
    const again = createEnsurer({ port, gate });
    expect([await run(again), await run(again)]).toEqual(times(2, "unchanged observed"));
    expect(take()).toEqual([`dry-run ${mode}`]);
  });
});
