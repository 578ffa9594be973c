import { describe, expect, test } from "vitest";
import { isObject, type Json, type JsonObject } from "../../../src/core/json.js";
import {
  at,
  changesOf,
  configMap,
  custom,
  decideOn,
  deployment,
  gateFor,
  object,
  type Settings,
  secret,
  stored,
} from "./helper.js";

const HASH: Settings = { strategy: "hash" };
const ANNOTATION = "churngate.dev/hash";

function annotationsOf(of: JsonObject): JsonObject {
  const metadata = isObject(of.metadata) ? of.metadata : {};
  return isObject(metadata.annotations) ? metadata.annotations : {};
}

/** What the fingerprint of desired is recorded as. */
function recorded(desired: JsonObject, rule: Settings = HASH, annotation = ANNOTATION): Json | undefined {
  const decision = decideOn(gateFor(desired, rule), desired, undefined);
  return decision.verdict === "create" ? annotationsOf(decision.payload())[annotation] : undefined;
}

/** Live as the first write of desired leaves it. */
function adopted(desired: JsonObject, rule: Settings = HASH): JsonObject {
  const decision = decideOn(gateFor(desired, rule), desired, undefined);
  if (decision.verdict !== "create") throw new Error(decision.verdict);
  return stored(decision.payload());
}

describe("a fingerprint", () => {
  test("is h1- and forty digits", () => {
    expect(recorded(deployment())).toMatch(/^h1-[0-9a-f]{40}$/);
  });

  const same: readonly (readonly [name: string, one: JsonObject, other: JsonObject])[] = [
    ["key order", custom({ a: 1, b: { c: 2, d: 3 } }), custom({ b: { d: 3, c: 2 }, a: 1 })],
    [
      "a quantity respelt",
      deployment({}, {}, { resources: { limits: { memory: "1Gi" } } }),
      deployment({}, {}, { resources: { limits: { memory: "1024Mi" } } }),
    ],
    [
      "a time respelt",
      object("v1", "Event", { lastTimestamp: "2026-01-01T00:00:00Z" }),
      object("v1", "Event", { lastTimestamp: "2026-01-01T01:00:00+01:00" }),
    ],
    ["bytes respelt", secret({ data: { a: "YQ==" } }), secret({ data: { a: "YQ==\n" } })],
    ["stringData for data", secret({ data: { a: "YQ==" } }), secret({ stringData: { a: "a" } })],
    ["null for absent", deployment(), deployment({ replicas: null })],
    ["null for the empty text in a map", configMap({ data: { a: "" } }), configMap({ data: { a: null } })],
    ["a BigInt for its number", custom({ a: 5 }), custom({ a: 5n })],
    [
      "labels",
      deployment(),
      { ...deployment(), metadata: { name: "demo", namespace: "default", labels: { x: "1" } } },
    ],
    ["status", deployment(), { ...deployment(), status: { replicas: 1 } }],
    ["undefined members", custom({ a: 1 }), custom({ a: 1, b: undefined } as unknown as Json)],
  ];
  test.each(same)("is the same for %s", (_name, one, other) => {
    expect(recorded(one)).toBe(recorded(other));
  });

  const differs: readonly (readonly [name: string, one: JsonObject, other: JsonObject])[] = [
    ["a value", custom({ a: 1 }), custom({ a: 2 })],
    ["a stated default", deployment(), deployment({ replicas: 1 })],
    ["a stated zero", deployment(), deployment({ minReadySeconds: 0 })],
    [
      "another format of a quantity",
      deployment({}, {}, { resources: { limits: { memory: "1Gi" } } }),
      deployment({}, {}, { resources: { limits: { memory: "1073741824" } } }),
    ],
    ["the order of a list", custom({ a: [1, 2] }), custom({ a: [2, 1] })],
    ["a text for a number", custom({ a: 1 }), custom({ a: "1" })],
    ["a large BigInt for its text", custom({ a: 9007199254740993n }), custom({ a: "9007199254740993" })],
    ["two large integers", custom({ a: 9007199254740993n }), custom({ a: 9007199254740995n })],
    ["null in an untyped object", custom({}), custom({ a: null })],
    ["a key called __proto__", custom({}), custom(JSON.parse('{"__proto__":1}'))],
  ];
  test.each(differs)("differs for %s", (_name, one, other) => {
    expect(recorded(one)).not.toBe(recorded(other));
  });

  test("is of the rule's fields only, and not of what it ignores or states once", () => {
    const rule: Settings = { ...HASH, fields: ["spec"], ignore: ["spec.a"], once: ["spec.b"] };
    expect(recorded(custom({ a: 1, b: 1, c: 1 }), rule)).toBe(recorded(custom({ a: 2, b: 2, c: 1 }), rule));
    expect(recorded(custom({ a: 1, b: 1, c: 1 }), rule)).not.toBe(
      recorded(custom({ a: 1, b: 1, c: 2 }), rule),
    );
  });

  test("does not hold the facts of defaults", () => {
    const facts = (fallback: Json) =>
      ({
        kinds: [
          {
            group: "example.com",
            version: "v1",
            kind: "Widget",
            type: "t.v1.Widget",
            namespaced: true,
            statusSubresource: true,
          },
        ],
        types: {
          "t.v1.Widget": { fields: { spec: { type: "struct", ref: "t.v1.Spec" } } },
          "t.v1.Spec": {
            fields: { a: { type: "integer", default: fallback, pointer: true }, b: { type: "integer" } },
          },
        },
      }) as const;
    const desired = custom({ b: 1 });
    const of = (fallback: Json): Json | undefined => {
      const decision = decideOn(gateFor(desired, HASH, {}, facts(fallback)), desired, undefined);
      return decision.verdict === "create" ? annotationsOf(decision.payload())[ANNOTATION] : undefined;
    };
    expect(of(1)).toBe(of(2));
  });
});

describe("hash", () => {
  const desired = configMap({ data: { a: "1" } });
  const edited = (body: JsonObject, metadata: JsonObject = {}): JsonObject => {
    const live = adopted(desired);
    return { ...live, ...body, metadata: { ...(isObject(live.metadata) ? live.metadata : {}), ...metadata } };
  };
  const hashWith = (drift: "none" | "derivative" | "exact"): Settings => ({ ...HASH, hash: { drift } });
  const table: readonly {
    readonly name: string;
    readonly rule?: Settings;
    readonly desired?: JsonObject;
    readonly live: JsonObject;
    readonly is: string;
    readonly reason: string;
    readonly changes?: readonly string[];
  }[] = [
    { name: "the recorded one is desired's", live: adopted(desired), is: "skip", reason: "equal" },
    {
      name: "none is recorded",
      live: stored(desired),
      is: "write",
      reason: "hash-missing",
      changes: [`metadata.annotations[${ANNOTATION}] added`],
    },
    {
      name: "another one is recorded",
      live: edited({}, { annotations: { [ANNOTATION]: "h1-0000" } }),
      is: "write",
      reason: "hash-differs",
    },
    {
      name: "one of an unknown algorithm is recorded",
      live: edited({}, { annotations: { [ANNOTATION]: "h0-x" } }),
      is: "write",
      reason: "hash-differs",
    },
    {
      name: "desired changes",
      desired: configMap({ data: { a: "2" } }),
      live: adopted(desired),
      is: "write",
      reason: "hash-differs",
    },
    { name: "a hand edit goes unseen", live: edited({ data: { a: "9" } }), is: "skip", reason: "equal" },
    {
      name: "drift none: the same",
      rule: hashWith("none"),
      live: edited({ data: { a: "9" } }),
      is: "skip",
      reason: "equal",
    },
    {
      name: "drift derivative: a changed value is seen",
      rule: hashWith("derivative"),
      live: edited({ data: { a: "9" } }),
      is: "write",
      reason: "differs",
    },
    {
      name: "drift derivative: an added key is not",
      rule: hashWith("derivative"),
      live: edited({ data: { a: "1", b: "2" } }),
      is: "skip",
      reason: "equal",
    },
    {
      name: "drift exact: an added key is seen",
      rule: hashWith("exact"),
      live: edited({ data: { a: "1", b: "2" } }),
      is: "write",
      reason: "differs",
      changes: ["data.b removed"],
    },
    {
      name: "drift exact: nothing differs",
      rule: hashWith("exact"),
      live: adopted(desired),
      is: "skip",
      reason: "equal",
    },
    {
      name: "a missing label is seen all the same",
      desired: configMap({ data: { a: "1" } }, { labels: { x: "1" } }),
      live: adopted(desired),
      is: "write",
      reason: "differs",
      changes: ["metadata.labels.x added"],
    },
    { name: "a foreign label is not", live: edited({}, { labels: { y: "2" } }), is: "skip", reason: "equal" },
  ];
  test.each(table)("$name", (row) => {
    const rule = row.rule ?? HASH;
    const decision = decideOn(gateFor(desired, rule), row.desired ?? desired, row.live);
    expect([decision.verdict, decision.reason.code]).toEqual([row.is, row.reason]);
    if (row.changes !== undefined) expect(changesOf(decision)).toEqual(row.changes);
    if (decision.verdict !== "write") return;
    expect(decideOn(gateFor(desired, rule), row.desired ?? desired, decision.payload()).verdict).toBe("skip");
  });

  test("the rule names the annotation", () => {
    const rule: Settings = { ...HASH, hash: { annotation: "example.com/fingerprint" } };
    expect(recorded(desired, rule, "example.com/fingerprint")).toBe(recorded(desired));
    expect(recorded(desired, rule)).toBeUndefined();
    const decision = decideOn(gateFor(desired, rule), desired, stored(desired));
    expect(decision.reason).toEqual({ code: "hash-missing", annotation: "example.com/fingerprint" });
  });

  test("a fingerprint that desired states itself is not believed", () => {
    const stale = configMap({ data: { a: "1" } }, { annotations: { [ANNOTATION]: "h1-stale" } });
    expect(recorded(stale)).toBe(recorded(desired));
    expect(decideOn(gateFor(desired, HASH), stale, adopted(desired)).verdict).toBe("skip");
  });

  test("where nothing can be hashed, it writes, and says why", () => {
    const broken = {
      hash: () => {
        throw new Error("no hash here");
      },
    };
    const gate = gateFor(desired, HASH, broken);
    const decision = decideOn(gate, desired, adopted(desired));
    expect([decision.verdict, decision.reason]).toEqual([
      "write",
      { code: "unhashable", detail: "no hash here" },
    ]);
    if (decision.verdict !== "write") return;
    expect(decision.payload().data).toEqual({ a: "1" });
    expect(decideOn(gate, desired, undefined).verdict).toBe("create");
  });

  test("the gate takes another hash function", () => {
    const gate = gateFor(desired, HASH, { hash: () => "abcdef".repeat(10) });
    const decision = decideOn(gate, desired, undefined);
    if (decision.verdict !== "create") throw new Error(decision.verdict);
    expect(annotationsOf(decision.payload())[ANNOTATION]).toBe(`h1-${"abcdef".repeat(10).slice(0, 40)}`);
  });
});

describe("a fingerprint follows the rule below lists", () => {
  const containers = (...list: JsonObject[]): JsonObject =>
    deployment({ template: { metadata: { labels: { app: "demo" } }, spec: { containers: list } } });
  const [a, b] = [
    { name: "a", image: "a:1" },
    { name: "b", image: "b:1" },
  ];
  const recorded = (desired: JsonObject, rule: Settings): unknown => {
    const decision = decideOn(gateFor(desired, rule), desired, undefined);
    const payload = decision.verdict === "create" ? decision.payload() : {};
    return at(payload, "/metadata/annotations/churngate.dev~1hash");
  };
  const path = "spec.template.spec.containers";

  test("an ignored item takes no part", () => {
    const rule: Settings = { strategy: "hash", ignore: [`${path}[name=b]`] };
    expect(recorded(containers(a, b), rule)).toBe(recorded(containers(a, { ...b, image: "b:2" }), rule));
    expect(recorded(containers(a, b), rule)).not.toBe(recorded(containers({ ...a, image: "a:2" }, b), rule));
  });

  test("the order of a list that the rule pairs does not count", () => {
    const rule: Settings = { strategy: "hash", lists: [{ path, keys: ["name"] }] };
    expect(recorded(containers(a, b), rule)).toBe(recorded(containers(b, a), rule));
    expect(recorded(containers(a, b), { strategy: "hash" })).not.toBe(
      recorded(containers(b, a), { strategy: "hash" }),
    );
  });
});
