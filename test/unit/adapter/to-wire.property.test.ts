// Of node:assert, since a key called constructor confuses toStrictEqual.
import { deepStrictEqual } from "node:assert/strict";
import { ObjectSerializer } from "@kubernetes/client-node/dist/serializer.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toWire } from "../../../src/adapter/client-node/index.js";
import type { JsonObject } from "../../../src/core/json.js";
import { KINDS } from "../../../src/generated/client-node.js";
import { PATIENCE, runs } from "../properties/arbitrary.js";
import { frozen, MODELS, unclassed, wireOf } from "./models.js";

/** Models that are objects of a kind. */
const OBJECTS = [...MODELS].filter(([, attributes]) =>
  ["apiVersion", "kind", "metadata"].every((name) => attributes.some((each) => each.name === name)),
);

/** A kind's wire JSON, whole. */
const objectOf = (type: string, apiVersion: string, kind: string): fc.Arbitrary<JsonObject> =>
  wireOf(type).map((wire) => ({ ...(wire as JsonObject), apiVersion, kind }));

test("there are models and kinds to try", () => {
  expect(OBJECTS.length).toBeGreaterThan(100);
  expect(Object.keys(KINDS).length).toBeGreaterThan(8);
});

test(
  "what client-node reads comes back as it was on the wire, for every model",
  () => {
    const any = fc
      .constantFrom(...OBJECTS.map(([type]) => type))
      .chain((type) => fc.tuple(fc.constant(type), objectOf(type, "example.com/v1", "Any")));
    fc.assert(
      fc.property(any, ([type, wire]) => {
        const read = frozen(ObjectSerializer.deserialize(wire, type));
        deepStrictEqual(toWire(read), wire);
      }),
      runs(1500),
    );
  },
  PATIENCE,
);

describe.each(Object.entries(KINDS))("%s", (key, type) => {
  const [apiVersion = "", kind = ""] = key.split(" ");

  test(
    "a plain object of client-node's type becomes wire JSON; wire JSON stays the same object",
    () => {
      fc.assert(
        fc.property(objectOf(type, apiVersion, kind), (wire) => {
          const plain = frozen(unclassed(ObjectSerializer.deserialize(wire, type)));
          deepStrictEqual(toWire(plain), wire);
          expect(toWire(frozen(wire))).toBe(wire);
        }),
        runs(150),
      );
    },
    PATIENCE,
  );
});

test("wire JSON of a kind that client-node does not know is never copied", () => {
  const custom = fc.record({
    apiVersion: fc.constant("crd.example.com/v1"),
    kind: fc.constantFrom("NetworkPolicy", "Lease", "CustomResourceDefinition"),
    spec: wireOf("V1NetworkPolicySpec"),
    status: fc.dictionary(fc.constantFrom("_from", "_default", "__proto__", "constructor"), fc.jsonValue()),
  });
  fc.assert(
    fc.property(custom, (wire) => {
      expect(toWire(frozen(wire))).toBe(wire);
    }),
    runs(300),
  );
});
