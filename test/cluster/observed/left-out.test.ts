// What desired leaves to an admission policy that fills in only what is left out, while the facts know of another default.
import { beforeAll, vi } from "vitest";
import { createEnsurer } from "../../../src/adapter/ensurer.js";
import type { JsonObject, KubeObject } from "../../../src/core/json.js";
import { createGate } from "../../../src/rules/gate.js";
import type { KubeObject as Named } from "../../../tools/cluster/types.d.ts";
import { definitionOf } from "../../custom-resource-definition.js";
import { factsOfText } from "../../definitions.js";
import { mutate, shows, within } from "../admission.js";
import { clusterTest, given, sharedClient } from "../helper.js";
import { clusterPort } from "../port.js";
import { passes, staged, times } from "./stage.js";

const GROUP = "left-out.example";
const KIND = { group: GROUP, kind: "Pump" } as const;

const text = { type: "string" };

/** The kind's definition; `defaults`: with the default that the facts have and the server does not. */
function definition(defaults: boolean): KubeObject & JsonObject {
  const flow = { type: "integer", ...(defaults && { default: 3 }) };
  const valve = { type: "object", properties: { name: text, flow }, required: ["name"] };
  const valves = {
    type: "array",
    items: valve,
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": ["name"],
  };
  const spec = { type: "object", properties: { name: text, flow, valves } };
  return definitionOf({ ...KIND, plural: "pumps", schema: { properties: { spec } } });
}

beforeAll(async () => {
  if (!given) return;
  const client = sharedClient();
  await createEnsurer({ port: clusterPort(client), gate: createGate() }).ensure(definition(false));
  await vi.waitFor(
    async () => {
      client.forget();
      if ((await client.resource(`${GROUP}/v1`, "Pump")) === undefined) throw new Error("not served yet");
    },
    { timeout: 20_000, interval: 50 },
  );
});

interface Case {
  readonly name: string;
  /** CEL: where the policy puts 5, and whether anything is there. */
  readonly path: string;
  readonly has: string;
  readonly spec: JsonObject;
  /** What somebody makes of it. */
  readonly changed: JsonObject;
  readonly flow: (spec: Pump) => unknown;
}

interface Pump {
  readonly flow?: number;
  readonly valves?: readonly { readonly flow?: number }[];
}

const cases: readonly Case[] = [
  {
    name: "a field",
    path: "/spec/flow",
    has: "has(object.spec.flow)",
    spec: { name: "a" },
    changed: { flow: 3 },
    flow: ({ flow }) => flow,
  },
  {
    name: "an item's field",
    path: "/spec/valves/1/flow",
    has: "has(object.spec.valves[1].flow)",
    spec: { name: "a", valves: [{ name: "in" }, { name: "out" }] },
    changed: { valves: [{ name: "in" }, { name: "out", flow: 3 }] },
    flow: ({ valves }) => valves?.[1]?.flow,
  },
];

clusterTest.for(cases)(
  "$name is left out of a PUT where somebody made it the default that the facts know",
  async ({ path, has, spec, changed, flow }, { expect }) => {
    const { client, namespace, ensurer, edit, live } = await staged(KIND);
    const desired = {
      apiVersion: `${GROUP}/v1`,
      kind: "Pump",
      metadata: { name: "p", namespace },
      spec,
    } as KubeObject;
    const flowOf = (object: JsonObject) => flow(object.spec as Pump);
    const patches = [`[JSONPatch{op: "add", path: "${path}", value: 5}]`];
    const hook = { group: GROUP, resource: "pumps", patches, onlyIf: `!${has}` };
    await mutate(client, hook, within(namespace));
    await shows(client, desired as Named, (object) => flowOf(object) === 5);
    const facts = factsOfText(JSON.stringify(definition(true)));
    const ours = ensurer("replace", { set: { rules: [{ ...KIND, strategy: "observed" }], facts } });
    expect(await passes(ours, desired, 2)).toEqual(["created not-found", "unchanged as-observed"]);
    await edit(desired, { spec: changed });
    expect(flowOf(await live(desired))).toBe(3);
    expect(await passes(ours, desired, 20)).toEqual([
      "updated not-as-observed",
      ...times(19, "unchanged as-observed"),
    ]);
    expect(flowOf(await live(desired))).toBe(5);
  },
);
