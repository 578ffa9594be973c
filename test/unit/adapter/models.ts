import * as clientNode from "@kubernetes/client-node";
import fc from "fast-check";
import type { Attribute } from "../../../src/adapter/client-node/attribute.js";
import type { Json } from "../../../src/core/json.js";

/** Every model of client-node: its attributes by its name. */
export const MODELS: ReadonlyMap<string, readonly Attribute[]> = new Map(
  Object.entries(clientNode).flatMap(([name, model]): [string, readonly Attribute[]][] =>
    typeof model === "function" && "getAttributeTypeMap" in model
      ? [[name, (model.getAttributeTypeMap as () => readonly Attribute[])()]]
      : [],
  ),
);

/** Names that wire JSON and JavaScript have their own ideas of. */
const KEYS = fc.constantFrom("a", "_from", "from", "_default", "constructor", "toString", "x_kubernetes_y");
const TEXTS = fc.constantFrom("", "a", "b", "10", "example.com/x");
/** As JSON.parse makes them. */
const PLAIN = { noNullPrototype: true };
const seconds = fc.integer({ min: 0, max: 4_000_000_000 });

const LEAVES: Readonly<Record<string, fc.Arbitrary<Json>>> = {
  string: TEXTS,
  number: fc.integer(),
  boolean: fc.boolean(),
  Date: seconds.map((at) => new Date(at * 1000).toISOString().replace(".000", "")),
  V1MicroTime: seconds.map((at) => new Date(at * 1000).toISOString().replace(".000", ".123456")),
  IntOrString: fc.oneof(fc.integer(), TEXTS),
  any: fc.oneof(TEXTS, fc.integer(), fc.boolean(), fc.dictionary(KEYS, TEXTS, PLAIN)),
};

/** Wire JSON of a type. Below `depth`, only leaves are stated. */
export function wireOf(type: string, depth = 6): fc.Arbitrary<Json> {
  const item = /^Array<(.*)>$/.exec(type)?.[1];
  if (item !== undefined) return fc.array(wireOf(item, depth - 1), { maxLength: 2 });
  const value = /^\{ \[key: string\]: (.*); \}$/.exec(type)?.[1];
  if (value !== undefined) return fc.dictionary(KEYS, wireOf(value, depth - 1), { ...PLAIN, maxKeys: 3 });
  const attributes = MODELS.get(type);
  if (attributes === undefined) return LEAVES[type] ?? (LEAVES.any as fc.Arbitrary<Json>);
  const stated = attributes.filter((each) => depth > 0 || LEAVES[each.type] !== undefined);
  return fc.subarray(stated, { maxLength: Math.min(5, stated.length) }).chain((some) => {
    const members = some.map((each) => [each.baseName, wireOf(each.type, depth - 1)] as const);
    return fc.record(Object.fromEntries(members), PLAIN) as fc.Arbitrary<Json>;
  });
}

/** The same without classes, as a typed builder makes it; dates stay. */
export function unclassed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unclassed);
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, unclassed(item)]));
}

/** Throws where anything in it is changed later. */
export function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const item of Object.values(value)) frozen(item);
  }
  return value;
}
