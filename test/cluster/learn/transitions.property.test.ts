import fc from "fast-check";
import { afterAll, beforeAll, expect } from "vitest";
import type { JsonObject } from "../../../src/core/json.js";
import { compileRules, createGate, learnRules } from "../../../src/index.js";
import type { Client, KubeObject } from "../../../tools/cluster/types.d.ts";
import { definitionOf } from "../../custom-resource-definition.js";
import { clusterTest, freshNamespace, given, sharedClient } from "../helper.js";
import { forgetKinds, serveKinds } from "../semantics/custom-kinds.js";
import { type RuledPart, ruledPart } from "./arbitrary-rules.js";

const COUNT = 80;

/** One kind has all of the parts, each in a field of its own: no rule sees another's part. */
const parts = new Map(fc.sample(ruledPart, COUNT).map((part, index) => [`part${index}`, part] as const));
const properties = Object.fromEntries([...parts].map(([name, { schema }]) => [name, schema]));
const definition = definitionOf({
  group: "rules.example",
  kind: "Ruled",
  plural: "ruleds",
  schema: { properties: { spec: { type: "object", properties } } },
});
const crds = JSON.stringify(definition);
const gate = createGate({ rules: compileRules([learnRules([definition])]) });

let client: Client;
let namespace: string;
beforeAll(async () => {
  if (!given) return;
  client = sharedClient();
  await serveKinds(client, crds);
  namespace = await freshNamespace(client);
});
afterAll(async () => {
  if (!given) return;
  await forgetKinds(client, crds);
  client.close();
});

function object(spec: JsonObject, metadata: JsonObject): KubeObject & JsonObject {
  return {
    apiVersion: "rules.example/v1",
    kind: "Ruled",
    metadata: { namespace, ...metadata },
    spec,
  } as KubeObject & JsonObject;
}

/** Whether the server refuses this part: rules of others may refuse whatever does not change them. */
function refuses(answer: unknown, part: string): boolean {
  const { details } = answer as {
    readonly details?: { readonly causes?: readonly { readonly field?: string }[] };
  };
  return details?.causes?.some(({ field = "" }) => `${field}.`.startsWith(`spec.${part}.`)) === true;
}

/** Of changes of a part, from one of its states into the others, those that the gate blocks: how many, and which of them the server takes. */
async function blocks(
  name: string,
  part: RuledPart,
  index: number,
  live: KubeObject,
): Promise<{ blocked: number; taken: string[] }> {
  const taken: string[] = [];
  let blocked = 0;
  const { name: of, resourceVersion } = live.metadata as JsonObject;
  for (const after of part.states) {
    const spec = { ...(live.spec as JsonObject), [name]: after };
    const desired = object(spec, { name: of as string });
    if (gate.decide(desired, live).verdict !== "blocked") continue;
    blocked += 1;
    const sent = object(spec, { name: of as string, resourceVersion } as JsonObject);
    const { code, body } = await client.replace(sent, { dryRun: true });
    const change = `${JSON.stringify(part.states[index])} to ${JSON.stringify(after)}`;
    if (!refuses(body, name)) taken.push(`${code}: ${change}: ${JSON.stringify(part.schema)}`);
  }
  return { blocked, taken };
}

clusterTest("no rule that is learned blocks a change that the server takes", async () => {
  const taken: string[] = [];
  let blocked = 0;
  for (const index of [0, 1, 2, 3]) {
    const states = [...parts].map(([name, { states: each }]) => [name, each[index] ?? {}] as const);
    const made = await client.create(object(Object.fromEntries(states), { name: `state-${index}` }));
    expect(made.code, made.body.message).toBe(201);
    for (const [name, part] of parts) {
      const found = await blocks(name, part, index, made.body as unknown as KubeObject);
      blocked += found.blocked;
      taken.push(...found.taken);
    }
  }
  expect(blocked).toBeGreaterThan(5);
  expect(taken).toEqual([]);
});
