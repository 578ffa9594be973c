import { describe, expect, test } from "vitest";
import { UsageError } from "../../../src/core/errors.js";
import type { Json, JsonObject } from "../../../src/core/json.js";
import {
  configMap,
  custom,
  decideOn,
  deepFreeze,
  deployment,
  EXACT,
  explainOn,
  gateFor,
  type Settings,
  settle,
  stored,
} from "./helper.js";

/** The verdict, or the code of a UsageError; anything else is thrown on. */
function outcome(act: () => { readonly verdict: string; payload?(): unknown }): string {
  try {
    const decision = act();
    decision.payload?.();
    return decision.verdict;
  } catch (error) {
    if (error instanceof UsageError) return error.code;
    throw error;
  }
}

class Point {
  x = 1;
}
class Named {
  toString(): string {
    return "a";
  }
}

const opaque: readonly (readonly [name: string, value: unknown])[] = [
  ["a Date", new Date(0)],
  ["NaN", Number.NaN],
  ["Infinity", Number.POSITIVE_INFINITY],
  ["-Infinity", Number.NEGATIVE_INFINITY],
  ["a function", () => 1],
  ["a class", Point],
  ["a symbol", Symbol("x")],
  ["a Map", new Map([["a", 1]])],
  ["a Set", new Set([1])],
  ["a WeakMap", new WeakMap()],
  ["a RegExp", /x/],
  ["an Error", new Error("x")],
  ["a Promise", Promise.resolve(1)],
  ["bytes", new Uint8Array([1])],
  ["a Buffer", Buffer.from("x")],
  ["an ArrayBuffer", new ArrayBuffer(1)],
  ["a boxed number", Object(1)],
  ["a boxed text", Object("x")],
  ["an object with toJSON", { toJSON: () => 1 }],
];

describe("what is not wire JSON is refused", () => {
  const kinds: readonly (readonly [place: string, at: (value: unknown) => JsonObject, live: JsonObject])[] = [
    ["in an untyped object", (value) => custom({ a: value as Json }), stored(custom({ a: 1 }))],
    ["in an untyped list", (value) => custom({ a: [value as Json] }), stored(custom({ a: [1] }))],
    ["that live lacks", (value) => custom({ a: value as Json }), stored(custom({}))],
    ["as a whole field", (value) => custom(value as Json), stored(custom({ a: 1 }))],
    [
      "where the kind has a text",
      (value) => deployment({}, { hostname: value as Json }),
      stored(deployment({}, { hostname: "a" })),
    ],
    [
      "where the kind has a number",
      (value) => deployment({ replicas: value as Json }),
      stored(deployment({ replicas: 2 })),
    ],
    [
      "where the kind has a quantity",
      (value) => deployment({}, {}, { resources: { limits: { cpu: value as Json } } }),
      stored(deployment({}, {}, { resources: { limits: { cpu: "1" } } })),
    ],
    [
      "where the kind has a struct",
      (value) => deployment({ strategy: value as Json }),
      stored(deployment({ strategy: { type: "Recreate" } })),
    ],
    [
      "where the kind has a list",
      (value) => deployment({}, {}, { args: value as Json }),
      stored(deployment({}, {}, { args: ["a"] })),
    ],
    [
      "where the kind has a map",
      (value) => configMap({ data: value as Json }),
      stored(configMap({ data: { a: "1" } })),
    ],
    [
      "as a map's value",
      (value) => configMap({ data: { a: value as Json } }),
      stored(configMap({ data: { a: "1" } })),
    ],
    [
      "as a label",
      (value) => configMap({}, { labels: { a: value as Json } }),
      stored(configMap({}, { labels: { a: "1" } })),
    ],
  ];
  describe.each(kinds)("%s", (_place, at, live) => {
    test.each(opaque)("%s", (_name, value) => {
      const desired = at(value);
      const gate = gateFor(desired, EXACT);
      expect(outcome(() => decideOn(gate, desired, live))).toBe("not-wire-json");
      expect(outcome(() => explainOn(gate, desired, live))).toBe("not-wire-json");
    });
  });

  test.each(opaque)("on create: %s", (_name, value) => {
    const desired = custom({ a: value as Json });
    expect(outcome(() => decideOn(gateFor(desired, EXACT), desired, undefined))).toBe("not-wire-json");
  });

  test.each(opaque)("in live, never a crash: %s", (_name, value) => {
    for (const live of [
      custom({ a: value as Json }),
      custom(value as Json),
      configMap({ data: { a: value as Json } }),
    ]) {
      const desired = { ...live, spec: { a: 1 }, data: { a: "1" } } as JsonObject;
      const gate = gateFor(desired, EXACT);
      expect(["skip", "write", "not-wire-json"]).toContain(outcome(() => decideOn(gate, desired, live)));
      expect(["skip", "write", "not-wire-json"]).toContain(outcome(() => explainOn(gate, desired, live)));
    }
  });

  test("the error says where, and what", () => {
    const desired = custom({ a: { b: [1, new Date(0)] } } as unknown as Json);
    expect(() => decideOn(gateFor(desired, EXACT), desired, stored(custom({})))).toThrow(
      expect.objectContaining({ code: "not-wire-json", detail: expect.stringContaining("Date") }),
    );
  });
});

describe("what looks strange and is wire JSON is taken", () => {
  const sparse: Json[] = [1];
  sparse[2] = 3;
  const getter = {
    get a(): number {
      return 1;
    },
  };
  const bare: Record<string, Json> = Object.assign(Object.create(null), { a: 1 });
  const instance = new Point() as unknown as JsonObject;
  const hidden = Object.defineProperty({ a: 1 }, "b", { value: 2, enumerable: false });
  test.each<[name: string, desired: Json, live: Json, verdict: string]>([
    ["a BigInt", { a: 1n }, { a: 1 }, "skip"],
    ["undefined members", { a: 1, b: undefined } as unknown as Json, { a: 1 }, "skip"],
    ["undefined members of live", { a: 1 }, { a: 1, b: undefined } as unknown as Json, "skip"],
    ["undefined against a value", { a: undefined } as unknown as Json, { a: 1 }, "write"],
    ["a hole in a list is null", { a: sparse }, { a: [1, null, 3] }, "skip"],
    ["a hole in live's", { a: [1, null, 3] }, { a: sparse }, "skip"],
    ["a hole and another item", { a: sparse }, { a: [1, 2, 3] }, "write"],
    ["undefined items are null", { a: [undefined] } as unknown as Json, { a: [null] }, "skip"],
    ["a getter", getter, { a: 1 }, "skip"],
    ["an object without a prototype", bare, { a: 1 }, "skip"],
    ["two of them", bare, Object.assign(Object.create(null), { a: 2 }) as Json, "write"],
    ["a class instance", instance, { x: 1 }, "skip"],
    ["members that are hidden", hidden, { a: 1 }, "skip"],
    ["symbol keys", { a: 1, [Symbol("x")]: 2 } as unknown as Json, { a: 1 }, "skip"],
    ["a frozen object", deepFreeze({ a: [1] }), { a: [1] }, "skip"],
    ["a text with NUL and lone surrogates", { a: "\u0000\ud800" }, { a: "\u0000\ud800" }, "skip"],
    ["an empty key", { "": 1 }, { "": 2 }, "write"],
    ["a class instance with toString of its own", new Named() as unknown as Json, {}, "skip"],
  ])("%s: %4$s", (_name, one, other, verdict) => {
    const [desired, live] = [custom(one), stored(custom(other))];
    const gate = gateFor(desired, EXACT);
    const decision = decideOn(gate, desired, live);
    expect([decision.verdict, explainOn(gate, desired, live).verdict]).toEqual([verdict, verdict]);
    if (decision.verdict === "write") {
      const payload = decision.payload();
      expect(JSON.parse(JSON.stringify(payload))).toEqual(payload);
      expect(decideOn(gate, desired, settle(payload, live)).verdict).toBe("skip");
    }
  });
});

function nested(depth: number, inmost: Json): Json {
  let value = inmost;
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? { a: value } : [value];
  return value;
}

/** An object that holds itself. */
function cyclic(): Json {
  const knot: Record<string, Json> = { b: 1 };
  knot.a = [knot];
  return knot;
}

describe("cycles and depth give a verdict or too-deep", () => {
  const KNOWN = ["skip", "write", "create", "too-deep"];
  const rules: readonly Settings[] = [
    EXACT,
    { strategy: "derivative" },
    { strategy: "hash" },
    { strategy: "hash", hash: { drift: "exact" } },
    { strategy: "unconditional" },
    { strategy: "exact", ignore: ["spec.x"] },
    { strategy: "exact", lists: [{ path: "spec.x", set: true }] },
    { strategy: "exact", once: ["spec.x"], absent: ["spec.y"] },
    { strategy: "exact", fields: ["spec.z"] },
  ];
  const values: readonly (readonly [name: string, make: () => Json])[] = [
    ["a cycle", cyclic],
    ["a depth of 10,000", () => nested(10_000, 1)],
    ["a depth of 10,000 with another end", () => nested(10_000, 2)],
    ["nothing deep", () => 1],
  ];
  describe.each(rules.map((rule) => [JSON.stringify(rule), rule] as const))("%s", (_rule, rule) => {
    test.each(values)("desired has %s", (_name, make) => {
      for (const [, other] of values) {
        for (const place of [
          (value: Json) => custom({ x: value }),
          (value: Json) => custom({ x: [value] }),
          (value: Json) => ({ ...custom(1), extra: value }),
        ]) {
          const [desired, live] = [place(make()), place(other())];
          const gate = gateFor(desired, rule);
          expect(KNOWN).toContain(outcome(() => decideOn(gate, desired, live)));
          expect(KNOWN).toContain(outcome(() => explainOn(gate, desired, live)));
          expect(KNOWN).toContain(outcome(() => decideOn(gate, desired, undefined)));
        }
      }
    });
  });

  test.each(values)("in a built-in kind: %s", (_name, make) => {
    for (const [, other] of values) {
      for (const [desired, live] of [
        [deployment({ deep: make() }), deployment({ deep: other() })],
        [deployment({}, {}, { args: make() }), deployment({}, {}, { args: other() })],
        [configMap({ data: { a: make() } }), configMap({ data: { a: other() } })],
        [configMap({}, { labels: make() }), configMap({}, { labels: other() })],
        [configMap({}, { ownerReferences: [make()] }), configMap({}, { ownerReferences: [other()] })],
        [configMap({}, { finalizers: [make()] }), configMap({}, { finalizers: [other()] })],
        [configMap({ data: { a: "1" } }), { ...configMap({}), binaryData: make() }],
        [deployment(), deployment({ deep: other() })],
      ] as const) {
        const gate = gateFor(desired, EXACT);
        expect(KNOWN).toContain(outcome(() => decideOn(gate, desired, live)));
        expect(KNOWN).toContain(outcome(() => explainOn(gate, desired, live)));
      }
    }
  });

  test("the gate decides as before after an error", () => {
    const gate = gateFor(custom({}), EXACT);
    for (const bad of [custom(cyclic()), custom({ a: Number.NaN })]) {
      expect(["too-deep", "not-wire-json"]).toContain(
        outcome(() => decideOn(gate, bad, stored(custom({ a: 1 })))),
      );
      expect(decideOn(gate, custom({ a: 1 }), stored(custom({ a: 1 }))).verdict).toBe("skip");
      const { verdict, passed } = explainOn(gate, custom({ a: 1 }), stored(custom({ a: 1 })));
      expect([verdict, passed]).toEqual(["skip", []]);
    }
  });
});

describe("keys that every object seems to have", () => {
  const KEYS = [
    "__proto__",
    "constructor",
    "toString",
    "valueOf",
    "hasOwnProperty",
    "toJSON",
    "length",
    "then",
  ];
  /** An object with this member of its own. */
  const holding = (key: string, value: Json, more: JsonObject = {}): JsonObject =>
    Object.defineProperty({ ...more }, key, { value, enumerable: true, configurable: true, writable: true });

  const places: readonly (readonly [
    place: string,
    at: (members: JsonObject) => JsonObject,
    added: "skip" | "write",
  ])[] = [
    ["an untyped object", (members) => custom(members), "write"],
    ["an untyped object in a list", (members) => custom({ list: [members] }), "write"],
    ["a map", (members) => configMap({ data: members }), "write"],
    ["a struct, where it is unknown", (members) => deployment({}, members), "skip"],
    ["a list's item, where it is unknown", (members) => deployment({}, {}, members), "skip"],
    ["labels", (members) => configMap({}, { labels: members }), "write"],
    ["the top", (members) => ({ ...custom({}), ...members }), "write"],
  ];
  describe.each(places)("in %s", (place, at, added) => {
    test.each(KEYS)("%s", (key) => {
      const gate = gateFor(at({}), EXACT);
      const one = deepFreeze(at(holding(key, "1", { a: "1" })));
      const verdict = (desired: JsonObject, live: JsonObject): string => {
        const decision = decideOn(gate, desired, live);
        expect(explainOn(gate, desired, live).verdict).toBe(decision.verdict);
        if (decision.verdict !== "write") return decision.verdict;
        const payload = decision.payload();
        expect(Object.getPrototypeOf(payload)).toBe(Object.prototype);
        expect(decideOn(gate, desired, settle(payload, live)).verdict).toBe("skip");
        return decision.verdict;
      };
      expect(verdict(one, at(holding(key, "1", { a: "1" })))).toBe("skip");
      expect(verdict(one, at({ a: "1" }))).toBe(added);
      const other = verdict(one, at(holding(key, "2", { a: "1" })));
      expect(other).toBe("write");
      const removed = verdict(at({ a: "1" }), one);
      expect(removed).toBe(place === "labels" || place === "the top" ? "skip" : "write");
    });
  });
});

describe("a large object", () => {
  test("of 50 MB is decided", { timeout: 60_000 }, () => {
    const text = "x".repeat(1000);
    const data = (mark: string): JsonObject =>
      Object.fromEntries(
        Array.from({ length: 50_000 }, (_, index) => [`key-${index}`, `${text}${index}${mark}`]),
      );
    const gate = gateFor(configMap({}), EXACT);
    const desired = configMap({ data: data("") });
    expect(decideOn(gate, desired, stored(configMap({ data: data("") }))).verdict).toBe("skip");
    const decision = decideOn(
      gate,
      desired,
      stored(configMap({ data: { ...data(""), "key-49999": "other" } })),
    );
    expect("changes" in decision && decision.changes.map(({ path }) => path)).toEqual(["data.key-49999"]);
  });
});
