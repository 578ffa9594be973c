import fc from "fast-check";
import type { JsonObject } from "../../../src/core/json.js";
import { definitionOf } from "../../custom-resource-definition.js";

const name = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom("a", "b", "spec", "status", "name", "size", "items", "metadata", "kind"),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "__proto__",
      "constructor",
      "toString",
      "a.b",
      "a b]",
      '"',
      "0",
      "x/y",
      "é",
      "",
    ),
  },
);

const text = fc.record(
  {
    type: fc.constant("string"),
    default: fc.constantFrom("", "d", "demo"),
    nullable: fc.boolean(),
    format: fc.constantFrom("date-time", "byte"),
    minLength: fc.nat(3),
    enum: fc.constantFrom(["a"], ["a", "b"], ["", "demo"]),
    "x-kubernetes-validations": fc.constantFrom(
      [{ rule: "self == oldSelf" }],
      [{ rule: "oldSelf == 'a' || self == oldSelf" }],
      [{ rule: "self.size() > 1" }],
    ),
  },
  { requiredKeys: ["type"] },
);

const number = fc.record(
  {
    type: fc.constantFrom("integer", "number"),
    default: fc.constantFrom(0, 1, 3),
    minimum: fc.integer({ min: -5, max: 5 }),
    nullable: fc.boolean(),
    "x-kubernetes-validations": fc.constantFrom([{ rule: "self >= oldSelf" }], [{ rule: "self == oldSelf" }]),
  },
  { requiredKeys: ["type"] },
);

const boolean = fc.record(
  { type: fc.constant("boolean"), default: fc.boolean() },
  { requiredKeys: ["type"] },
);

const open = fc.constantFrom<JsonObject>(
  { "x-kubernetes-int-or-string": true },
  { "x-kubernetes-preserve-unknown-fields": true },
  { type: "object", "x-kubernetes-preserve-unknown-fields": true },
  { type: "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true },
  { type: "object", additionalProperties: true },
  {},
);

/** A structural schema of any kind of value. */
const { schema } = fc.letrec<{ schema: JsonObject; struct: JsonObject }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    text,
    number,
    boolean,
    open,
    tie("struct"),
    fc.record({ type: fc.constant("object"), additionalProperties: tie("schema") }),
    fc.record(
      {
        type: fc.constant("array"),
        items: tie("schema"),
        "x-kubernetes-list-type": fc.constant("atomic"),
        minItems: fc.nat(2),
        default: fc.constant([]),
      },
      { requiredKeys: ["type", "items"] },
    ),
    fc.record({
      type: fc.constant("array"),
      // The server takes only what is atomic, and never null.
      items: tie("schema").map((items) => ({
        ...items,
        nullable: false,
        ...(items.type === "object" && { "x-kubernetes-map-type": "atomic" }),
        ...(items.type === "array" && {
          "x-kubernetes-list-type": "atomic",
          "x-kubernetes-list-map-keys": [],
        }),
      })),
      "x-kubernetes-list-type": fc.constant("set"),
    }),
    fc.record(
      {
        type: fc.constant("array"),
        items: tie("struct").map((items) => {
          const properties = { ...(items.properties as JsonObject), key: { type: "string" } };
          return { ...items, properties, required: ["key"], nullable: false };
        }),
        "x-kubernetes-list-type": fc.constant("map"),
        "x-kubernetes-list-map-keys": fc.constant(["key"]),
      },
      { requiredKeys: ["type", "items", "x-kubernetes-list-type", "x-kubernetes-list-map-keys"] },
    ),
  ) as fc.Arbitrary<JsonObject>,
  struct: fc
    .record({
      properties: fc.dictionary(name, tie("schema"), { maxKeys: 5 }),
      all: fc.boolean(),
      more: fc.constantFrom<JsonObject>(
        {},
        { default: {} },
        { nullable: true },
        { "x-kubernetes-map-type": "atomic" },
        { "x-kubernetes-preserve-unknown-fields": true },
        { "x-kubernetes-validations": [{ rule: "self == oldSelf" }] },
        { "x-kubernetes-validations": [{ rule: "!has(oldSelf.a) || self.a == oldSelf.a" }] },
      ),
    })
    .map(({ properties, all, more }): JsonObject => {
      const required = all ? Object.keys(properties) : [];
      return { type: "object", ...(required.length > 0 && { required }), properties, ...more };
    }) as fc.Arbitrary<JsonObject>,
}));

/** A definition of a kind whose spec, or what else it has, is any structural schema. */
export const definition = fc
  .record({
    properties: fc.dictionary(name, schema, { maxKeys: 4 }),
    more: fc.constantFrom<JsonObject>(
      {},
      { required: ["spec"] },
      { "x-kubernetes-preserve-unknown-fields": true },
    ),
    status: fc.boolean(),
  })
  .map(({ properties, more, status }) =>
    definitionOf({
      group: "example.com",
      kind: "Widget",
      plural: "widgets",
      schema: { properties, ...more },
      ...(status && { subresources: { status: {} } }),
    }),
  );
