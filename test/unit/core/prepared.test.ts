import { describe, expect, test } from "vitest";
import type { Json, JsonObject, KubeObject } from "../../../src/core/json.js";
import { createGate, type Gate, type GateOptions } from "../../../src/rules/gate.js";
import {
  configMap,
  custom,
  decideOn,
  deployment,
  EXACT,
  gateFor,
  object,
  type Settings,
  service,
  stored,
} from "./helper.js";
import { appliedBy, managed, updatedBy } from "./managed.js";

/** A pair over which nothing is to be written, and another live object for the same desired one. */
interface Row {
  readonly name: string;
  readonly desired: JsonObject;
  readonly live: JsonObject;
  readonly later: JsonObject;
  readonly is: "skip" | "write" | "blocked";
  readonly rule?: Settings;
  readonly gate?: Omit<GateOptions, "rules">;
  readonly status?: true;
}

/** A prepared object that has seen a live object. */
function preparedFor(gate: Gate, desired: JsonObject, live: JsonObject, status = false) {
  const prepared = gate.prepare(desired as KubeObject, status ? { subresource: "status" } : {});
  expect(prepared.decide(live as KubeObject).verdict).toBe("skip");
  expect(prepared.decide(live as KubeObject).verdict).toBe("skip");
  return prepared;
}

function check({ desired, live, later, is, rule, gate: options, status }: Row): void {
  const gate = gateFor(desired, rule ?? EXACT, options);
  const prepared = preparedFor(gate, desired, live, status === true);
  const decision = prepared.decide(later as KubeObject);
  const plain = decideOn(gate, desired, later, status === true ? { subresource: "status" } : undefined);
  expect([decision.verdict, decision.reason]).toEqual([plain.verdict, plain.reason]);
  expect(decision.verdict).toBe(is);
  expect(prepared.decide(live as KubeObject).verdict).toBe("skip");
}

const APPLY = { mode: "apply", fieldManager: "ours" } as const;

const widget = (spec: Json): JsonObject => stored(custom(spec));
const data = { a: "1", b: "2" };
const map = configMap({ data });
const applied = managed(map, appliedBy("ours", configMap({ data })));

describe("a live object is skipped only where it is as the remembered one", () => {
  const rows: readonly Row[] = [
    { name: "the same", desired: map, live: stored(map), later: stored(map), is: "skip" },
    {
      name: "another value",
      desired: map,
      live: stored(map),
      later: stored(configMap({ data: { a: "1", b: "3" } })),
      is: "write",
    },
    {
      name: "a member more at the end",
      desired: map,
      live: stored(map),
      later: stored(configMap({ data: { ...data, c: "3" } })),
      is: "write",
    },
    {
      name: "a member less at the end",
      desired: map,
      live: stored(map),
      later: stored(configMap({ data: { a: "1" } })),
      is: "write",
    },
    {
      name: "the members in another order",
      desired: map,
      live: stored(map),
      later: stored(configMap({ data: { b: "2", a: "1" } })),
      is: "skip",
    },
    {
      name: "a list in place of an object with the names of its indexes",
      desired: custom({ of: { 0: "a", 1: "b" } }),
      live: widget({ of: { 0: "a", 1: "b" } }),
      later: widget({ of: ["a", "b"] }),
      is: "write",
    },
    {
      name: "an object in place of a list",
      desired: custom({ of: ["a", "b"] }),
      live: widget({ of: ["a", "b"] }),
      later: widget({ of: { 0: "a", 1: "b" } }),
      is: "write",
    },
    {
      name: "an empty list in place of an empty object",
      desired: custom({ of: {} }),
      live: widget({ of: {} }),
      later: widget({ of: [] }),
      is: "write",
    },
    {
      name: "null in place of an empty object",
      desired: custom({ of: {} }),
      live: widget({ of: {} }),
      later: widget({ of: null }),
      is: "write",
    },
    {
      name: "a text in place of a number",
      desired: custom({ of: 1 }),
      live: widget({ of: 1 }),
      later: widget({ of: "1" }),
      is: "write",
    },
    {
      name: "a key that every object inherits, gone",
      desired: custom({ of: { constructor: "a" } }),
      live: widget({ of: { constructor: "a" } }),
      later: widget({ of: {} }),
      is: "write",
    },
    {
      name: "a key __proto__, gone",
      desired: custom({ of: JSON.parse('{"__proto__":{"a":1}}') as Json }),
      live: widget({ of: JSON.parse('{"__proto__":{"a":1}}') as Json }),
      later: widget({ of: {} }),
      is: "write",
    },
    {
      name: "another status",
      desired: deployment(),
      live: { ...stored(deployment()), status: { replicas: 1 } },
      later: { ...stored(deployment()), status: { replicas: 2, more: [1] } },
      is: "skip",
    },
    {
      name: "another version of the object",
      desired: map,
      live: stored(map),
      later: stored(map, { resourceVersion: "101", generation: 7, uid: "other", selfLink: "there" }),
      is: "skip",
    },
    {
      name: "a foreign label",
      desired: map,
      live: stored(map, { labels: { a: "b" } }),
      later: stored(map, { labels: { a: "c" } }),
      is: "skip",
    },
    {
      name: "a condition on live's status",
      desired: deployment({ replicas: 2 }),
      live: { ...stored(deployment({ replicas: 3 })), status: { phase: "Scaling" } },
      later: { ...stored(deployment({ replicas: 3 })), status: { phase: "Done" } },
      rule: {
        ...EXACT,
        when: [
          {
            if: { on: "live", path: "status.phase", equals: "Scaling" },
            ignore: [{ path: "spec.replicas" }],
          },
        ],
      } as Settings,
      is: "write",
    },
    {
      name: "a condition on live's generation",
      desired: deployment({ replicas: 2 }),
      live: stored(deployment({ replicas: 3 }), { generation: 1 }),
      later: stored(deployment({ replicas: 3 }), { generation: 2 }),
      rule: {
        ...EXACT,
        when: [
          {
            if: { on: "live", path: "metadata.generation", equals: 1 },
            ignore: [{ path: "spec.replicas" }],
          },
        ],
      } as Settings,
      is: "write",
    },
    {
      name: "a condition of an override",
      desired: deployment({ replicas: 2 }),
      live: { ...stored(deployment({ replicas: 3 })), status: { phase: "Scaling" } },
      later: { ...stored(deployment({ replicas: 3 })), status: { phase: "Done" } },
      rule: {
        ...EXACT,
        overrides: [
          {
            match: { name: "demo" },
            when: [
              {
                if: { on: "live", path: "status.phase", equals: "Scaling" },
                ignore: [{ path: "spec.replicas" }],
              },
            ],
          },
        ],
      } as Settings,
      is: "write",
    },
    {
      name: "managedFields, where a manager's own labels go",
      desired: configMap({ data }, { labels: { a: "1" } }),
      live: managed(
        configMap({ data }, { labels: { a: "1", b: "1" } }),
        updatedBy("other", configMap({}, { labels: { b: "1" } })),
      ),
      later: managed(
        configMap({ data }, { labels: { a: "1", b: "1" } }),
        updatedBy("ours", configMap({}, { labels: { b: "1" } })),
      ),
      gate: { fieldManager: "ours" },
      is: "write",
    },
    {
      name: "apply: our entry is gone",
      desired: map,
      live: applied,
      later: managed(map, appliedBy("other", configMap({ data }))),
      gate: APPLY,
      is: "write",
    },
    {
      name: "apply: our entry records another field",
      desired: map,
      live: applied,
      later: managed(map, appliedBy("ours", configMap({ data: { a: "1" } }))),
      gate: APPLY,
      is: "write",
    },
    {
      name: "apply: our entry is of an update",
      desired: map,
      live: applied,
      later: managed(map, updatedBy("ours", configMap({ data }))),
      gate: APPLY,
      is: "write",
    },
    {
      name: "apply: our entry is of a subresource",
      desired: map,
      live: applied,
      later: managed(map, appliedBy("ours", configMap({ data }), { subresource: "status" })),
      gate: APPLY,
      is: "write",
    },
    {
      name: "apply: our entry is of another version",
      desired: map,
      live: applied,
      later: managed(map, appliedBy("ours", configMap({ data }), { apiVersion: "v2" })),
      gate: APPLY,
      is: "write",
    },
    {
      name: "apply: another one's entry came to be",
      desired: map,
      live: applied,
      later: managed(map, appliedBy("ours", configMap({ data })), appliedBy("other", configMap({ data }))),
      gate: APPLY,
      is: "skip",
    },
    {
      name: "apply: the time of our entry",
      desired: map,
      live: managed(map, appliedBy("ours", configMap({ data }), { time: "2026-01-01T00:00:00Z" })),
      later: managed(map, appliedBy("ours", configMap({ data }), { time: "2026-01-02T00:00:00Z" })),
      gate: APPLY,
      is: "skip",
    },
    {
      name: "apply: no managedFields",
      desired: map,
      live: applied,
      later: stored(map),
      gate: APPLY,
      is: "skip",
    },
    {
      name: "hash: the record is gone",
      desired: map,
      live: recorded(map, { strategy: "hash" }),
      later: stored(map),
      rule: { strategy: "hash" },
      is: "write",
    },
    {
      name: "hash: the rest is not looked at",
      desired: map,
      live: recorded(map, { strategy: "hash" }),
      later: { ...recorded(map, { strategy: "hash" }), data: { other: "1" } },
      rule: { strategy: "hash" },
      is: "skip",
    },
    {
      name: "hash: the rest is looked at for drift",
      desired: map,
      live: recorded(map, { strategy: "hash", hash: { drift: "exact" } }),
      later: { ...recorded(map, { strategy: "hash" }), data: { other: "1" } },
      rule: { strategy: "hash", hash: { drift: "exact" } },
      is: "write",
    },
    {
      name: "status: another one's value",
      desired: object("apps/v1", "Deployment", { status: { replicas: 1 } }),
      live: { ...stored(deployment()), status: { replicas: 1 } },
      later: { ...stored(deployment()), status: { replicas: 2 } },
      status: true,
      is: "write",
    },
    {
      name: "a carried address",
      desired: service({ ports: [{ port: 80 }] }),
      live: stored(service({ clusterIP: "10.0.0.1", clusterIPs: ["10.0.0.1"], ports: [{ port: 80 }] })),
      later: stored(service({ clusterIP: "10.0.0.2", clusterIPs: ["10.0.0.2"], ports: [{ port: 80 }] })),
      is: "skip",
    },
  ];
  test.each(rows.map((row) => [row.name, row] as const))("%s", (_name, row) => check(row));
});

/** Live after the write of what is hashed. */
function recorded(desired: JsonObject, rule: Settings): JsonObject {
  const decision = decideOn(gateFor(desired, rule), desired, stored(desired));
  if (decision.verdict !== "write") throw new Error(decision.verdict);
  return decision.payload();
}

test("a live object that was changed in place is seen", () => {
  const prepared = createGate().prepare(map as KubeObject);
  const live = JSON.parse(JSON.stringify(stored(map)));
  for (let times = 0; times < 3; times++) expect(prepared.decide(live).verdict).toBe("skip");
  live.data.b = "3";
  expect(prepared.decide(live).verdict).toBe("write");
  live.data.b = "2";
  expect(prepared.decide(live).verdict).toBe("skip");
});

test("another object is refused, remembered or not", () => {
  const prepared = preparedFor(createGate(), map, stored(map));
  for (const other of [
    { ...stored(map), kind: "Secret" },
    { ...stored(map), apiVersion: "v2" },
    stored(map, { name: "other" }),
    stored(map, { namespace: "other" }),
  ])
    expect(() => prepared.decide(other as KubeObject)).toThrow(/desired is/);
});

describe("what is not to be remembered is decided all the same", () => {
  const deep = (depth: number): JsonObject => {
    let value: JsonObject = {};
    for (let level = 0; level < depth; level++) value = { of: value };
    return value;
  };
  const cycle: { of?: unknown } = {};
  cycle.of = cycle;
  test.each([
    ["a cycle", cycle],
    ["a list in a cycle", [cycle]],
    ["depth 10,000", deep(10_000)],
    ["depth 1,000", deep(1000)],
    ["50,000 values", Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`k${at}`, at]))],
    ["50,000 empty objects", Array.from({ length: 50_000 }, () => ({}))],
  ])("%s that both have", (_name, value) => {
    const gate = createGate();
    const spec = { value: value as Json };
    const [desired, live] = [custom(spec), widget(spec)];
    expect(decideOn(gate, desired, live).verdict).toBe("skip");
    preparedFor(gate, desired, live);
  });
});

test("alternating live objects are each told apart", () => {
  const prepared = createGate().prepare(map as KubeObject);
  const same = stored(map) as KubeObject;
  const turned = stored(configMap({ data: { b: "2", a: "1" } })) as KubeObject;
  const other = stored(configMap({ data: { a: "1", b: "3" } })) as KubeObject;
  for (let times = 0; times < 100; times++) {
    expect(prepared.decide(same).verdict).toBe("skip");
    expect(prepared.decide(turned).verdict).toBe("skip");
    expect(prepared.decide(other).verdict).toBe("write");
    expect(prepared.decide(undefined).verdict).toBe("create");
  }
});

test("objects of one make share patterns, and are told apart", () => {
  const gate = createGate();
  const make = (at: number): JsonObject =>
    deployment({ replicas: at % 7 }, { nodeName: `n${at % 5}` }, { image: `demo:${at % 3}` });
  const all = Array.from({ length: 2000 }, (_, at) => {
    const desired = { ...make(at), metadata: { name: `o${at}`, namespace: "default" } };
    return { prepared: gate.prepare(desired as KubeObject), desired, live: stored(desired) };
  });
  for (let sweep = 0; sweep < 3; sweep++)
    for (const { prepared, live } of all)
      expect(prepared.decide(JSON.parse(JSON.stringify(live))).verdict).toBe("skip");
  for (const [at, { prepared, desired }] of all.entries()) {
    const { metadata } = desired;
    for (let step = 1; step < 4; step++) {
      const other = { ...make(at + step), metadata };
      expect(prepared.decide(stored(other) as KubeObject).verdict).toBe("write");
    }
  }
});
