import { beforeAll, describe, expect } from "vitest";
import type { JsonObject } from "../../../src/core/json.js";
import { LearnError, learnRules } from "../../../src/index.js";
import type { Client, KubeObject } from "../../../tools/cluster/types.d.ts";
import { definitionOf } from "../../custom-resource-definition.js";
import { clusterTest, given, sharedClient } from "../helper.js";

let client: Client;
beforeAll(() => {
  if (given) client = sharedClient();
});

const text: JsonObject = { type: "string" };
const struct = (more: JsonObject = {}): JsonObject => ({
  type: "object",
  properties: { name: text, other: text },
  required: ["name"],
  ...more,
});
const list = (more: JsonObject): JsonObject => ({ type: "array", items: struct(), ...more });
const keyed = (keys: readonly string[], items: JsonObject = struct()): JsonObject =>
  list({ items, "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": keys });
const set = (items: JsonObject): JsonObject => ({ type: "array", items, "x-kubernetes-list-type": "set" });

const SCHEMAS: Readonly<Record<string, JsonObject>> = {
  "a required key": keyed(["name"]),
  "a key that no item has": keyed(["nam"]),
  "a key that is not required": keyed(["other"]),
  "a key with a default": keyed(["name"], {
    type: "object",
    properties: { name: { ...text, default: "a" } },
  }),
  "a nullable key": keyed(["name"], struct({ properties: { name: { ...text, nullable: true } } })),
  "a key that is an object": keyed(["name"], struct({ properties: { name: { type: "object" } } })),
  "a key that is a list": keyed(["name"], struct({ properties: { name: { type: "array", items: text } } })),
  "a key twice": keyed(["name", "name"]),
  "no keys": keyed([]),
  "keys of a list that is no map": list({ "x-kubernetes-list-map-keys": ["name"] }),
  "keys of a set": list({ "x-kubernetes-list-type": "set", "x-kubernetes-list-map-keys": ["name"] }),
  "keyed texts": keyed(["name"], text),
  "keyed items that may be null": keyed(["name"], struct({ nullable: true })),
  "no items": { type: "array", "x-kubernetes-list-type": "atomic" },
  "a set of texts": set(text),
  "a set of texts that may be null": set({ ...text, nullable: true }),
  "a set of numbers or texts": set({ "x-kubernetes-int-or-string": true }),
  "a set of objects": set(struct()),
  "a set of atomic objects": set(struct({ "x-kubernetes-map-type": "atomic" })),
  "a set of lists": set({ type: "array", items: text }),
  "a set of atomic lists": set({ type: "array", items: text, "x-kubernetes-list-type": "atomic" }),
  "a set of sets": set(set(text)),
  "a list type of an object": struct({ "x-kubernetes-list-type": "set" }),
  "a list type of a text": { ...text, "x-kubernetes-list-type": "atomic" },
  "a map type of a list": list({ "x-kubernetes-map-type": "atomic" }),
  "a map type that there is not": struct({ "x-kubernetes-map-type": "keyed" }),
  "properties and additionalProperties": struct({ additionalProperties: text }),
  "properties and no additionalProperties": struct({ additionalProperties: false }),
};

/** What is learned of a schema, and what the server says of it. */
function bothOf(schema: JsonObject) {
  const group = "refused.example";
  const definition = definitionOf({
    group,
    kind: "Refused",
    plural: "refuseds",
    schema: { properties: { spec: { type: "object", properties: { x: schema } } } },
  });
  const learned = (): string => {
    try {
      learnRules([definition]);
      return "taken";
    } catch (error) {
      if (error instanceof LearnError) return `refused: ${error.message}`;
      throw error;
    }
  };
  return { definition, learned };
}

describe("a definition is learned from where the server takes it", () => {
  clusterTest.each(Object.entries(SCHEMAS))("%s", async (_, schema) => {
    const { definition, learned } = bothOf(schema);
    const answer = await client.create(definition as unknown as KubeObject, { dryRun: true });
    expect([201, 422]).toContain(answer.code);
    const said = learned();
    expect(said.startsWith("taken"), `${said}; the server: ${answer.body.message}`).toBe(answer.code === 201);
  });
});
