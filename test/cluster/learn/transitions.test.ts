import { afterAll, beforeAll, describe, expect } from "vitest";
import type { Json, JsonObject } from "../../../src/core/json.js";
import { compileRules, createGate, learnRules } from "../../../src/index.js";
import type { Client, KubeObject } from "../../../tools/cluster/types.d.ts";
import { definitionOf } from "../../custom-resource-definition.js";
import { clusterTest, freshPlace, given } from "../helper.js";
import { forgetKinds, serveKinds } from "../semantics/custom-kinds.js";
import { TRANSITIONS, type TransitionCase } from "./transitions.js";

const kindOf = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1);

/** A kind for each case, so that no other case's rules refuse anything of it. */
const definitions = TRANSITIONS.map(({ name, part, optional }) =>
  definitionOf({
    group: "learn.example",
    kind: kindOf(name),
    plural: name.toLowerCase(),
    schema: {
      required: ["spec"],
      properties: { spec: { type: "object", required: optional ? [] : ["part"], properties: { part } } },
    },
  }),
);
const crds = definitions.map((each) => JSON.stringify(each)).join("\n---\n");
const learned = learnRules(definitions);
const gate = createGate({ rules: compileRules([learned]) });

let client: Client;
let namespace: string;
beforeAll(async () => {
  if (!given) return;
  ({ client, namespace } = await freshPlace());
  await serveKinds(client, crds);
});
afterAll(async () => {
  if (!given) return;
  await forgetKinds(client, crds);
  client.close();
});

function object(name: string, part: Json, metadata: JsonObject): KubeObject & JsonObject {
  return {
    apiVersion: "learn.example/v1",
    kind: kindOf(name),
    metadata: { namespace, ...metadata },
    spec: { part },
  } as KubeObject & JsonObject;
}

/** The part of an object; in what order a set is means nothing. */
function textOf(object: object): string {
  const sorted = (key: string, value: unknown) => (key === "set" ? [...(value as string[])].sort() : value);
  return JSON.stringify((object as JsonObject).spec, sorted);
}

/** Changes of which the gate and the server do not say the same: each with what both said. */
async function disagreements({ name, states, foreseen }: TransitionCase): Promise<string[]> {
  const found: string[] = [];
  for (const [index, before] of states.entries()) {
    const metadata = { name: `state-${index}` };
    const made = await client.create(object(name, before, metadata));
    expect(made.code, made.body.message).toBe(201);
    const { resourceVersion } = made.body.metadata;
    for (const after of states) {
      const desired = object(name, after, metadata);
      const { verdict } = gate.decide(desired, made.body as unknown as KubeObject);
      const sent = object(name, after, { ...metadata, resourceVersion } as JsonObject);
      const { code, body } = await client.replace(sent, { dryRun: true });
      const isSame = textOf(body) === textOf(made.body);
      const isRight =
        verdict === "blocked"
          ? code === 422
          : verdict === "skip"
            ? code === 422 || isSame
            : code === 200 || (code === 422 && !foreseen);
      if (!isRight) found.push(`${JSON.stringify(before)} to ${JSON.stringify(after)}: ${verdict}, ${code}`);
    }
  }
  return found;
}

describe("changes that validation rules refuse", () => {
  for (const row of TRANSITIONS) {
    const name = `${row.name}: what is blocked is refused; ${row.foreseen ? "nothing else is" : "that there is more is said"}`;
    clusterTest(name, async () => {
      expect(await disagreements(row)).toEqual([]);
      const isSaid = learned.unknowns.some(
        ({ kind, unknown }) => kind === kindOf(row.name) && unknown.code === "transition-rule",
      );
      expect(isSaid).toBe(!row.foreseen);
    });
  }
});
