import { describe, expect, test } from "vitest";
import { UsageError } from "../../../src/core/errors.js";
import type { JsonObject, KubeObject } from "../../../src/core/json.js";
import type { GateOptions } from "../../../src/rules/gate.js";
import {
  changesOf,
  configMap,
  custom,
  decideOn,
  deepFreeze,
  deployment,
  explainOn,
  gateFor,
  type Settings,
  secret,
  service,
  stored,
} from "./helper.js";
import { appliedBy, managed, updatedBy } from "./managed.js";

interface Row {
  readonly name: string;
  readonly desired: JsonObject;
  /** The server's answer to desired; live unless given. */
  readonly answer?: JsonObject;
  readonly live: JsonObject;
  readonly rule?: Settings;
  readonly gate?: Omit<GateOptions, "rules">;
  readonly is: string;
  /** Of a write. */
  readonly changes?: readonly string[];
}

const APPLY = { mode: "apply", fieldManager: "me" } as const;
const MERGE = { mode: "merge" } as const;
const AS = "skip as-observed";
const NOT_AS = "write not-as-observed";

const web = { name: "web", image: "demo:1.0" };
const sidecar = { name: "proxy", image: "proxy:1" };
const desired = deployment();
/** What a webhook makes of it: a forced value and a sidecar; the server's defaults are the same in any answer. */
const pods = (
  containers: readonly JsonObject[],
  pod: JsonObject = {},
  metadata: JsonObject = {},
): JsonObject =>
  stored(deployment({ replicas: 1 }, { terminationGracePeriodSeconds: 60, containers, ...pod }), metadata);
const answer = pods([web, sidecar]);
const mine = (object: JsonObject, ...others: JsonObject[]): JsonObject =>
  managed(object, appliedBy("me", desired), ...others);
const spec = (value: JsonObject, metadata?: JsonObject): JsonObject => stored(custom(value, metadata));

const rows: readonly Row[] = [
  { name: "what a webhook made of it", desired, answer, live: answer, is: AS },
  {
    name: "the sidecar is gone",
    desired,
    answer,
    live: pods([web]),
    is: NOT_AS,
    changes: ["spec.template.spec.containers[name=proxy] added"],
  },
  {
    name: "the forced value is another",
    desired,
    answer,
    live: pods([web, sidecar], { terminationGracePeriodSeconds: 30 }),
    is: NOT_AS,
    changes: ["spec.template.spec.terminationGracePeriodSeconds changed"],
  },
  {
    name: "a container of somebody else",
    desired,
    answer,
    live: pods([web, sidecar, { name: "debug", image: "d:1" }]),
    is: NOT_AS,
    changes: ["spec.template.spec.containers[name=debug] removed"],
  },
  {
    name: "a default that the facts know, gone from live",
    desired,
    answer,
    live: stored(deployment({}, { terminationGracePeriodSeconds: 60, containers: [web, sidecar] })),
    is: NOT_AS,
    changes: ["spec.replicas added"],
  },
  {
    name: "an injected label, removed by somebody",
    desired: custom({ a: 1 }),
    answer: spec({ a: 1 }, { labels: { injected: "yes" } }),
    live: spec({ a: 1 }),
    is: NOT_AS,
    changes: ["metadata.labels.injected added"],
  },
  {
    name: "a foreign label",
    desired: custom({ a: 1 }),
    answer: spec({ a: 1 }),
    live: spec({ a: 1 }, { labels: { foreign: "yes" } }),
    is: AS,
  },
  {
    name: "what only the server writes, and status",
    desired: service({ ports: [] }),
    answer: stored(service({ ports: [] })),
    live: { ...stored(service({ ports: [] }), { resourceVersion: "7", generation: 9 }), status: { a: 1 } },
    is: AS,
  },
  {
    name: "a top-level field that desired does not state",
    desired: configMap({ data: { a: "1" } }),
    answer: stored(configMap({ data: { a: "1" } })),
    live: stored(configMap({ data: { a: "1" }, binaryData: { b: "YQ==" } })),
    is: AS,
  },
  ...([{}, MERGE, APPLY] as const).map(
    (gate): Row => ({
      name: `a top-level field of the answer that desired does not state: ${"mode" in gate ? gate.mode : "replace"}`,
      desired: configMap({ data: { a: "1" } }),
      answer: stored(configMap({ data: { a: "1" }, binaryData: { b: "YQ==" } })),
      live: managed(
        configMap({ data: { a: "1" }, binaryData: { b: "Yg==" } }),
        appliedBy("me", configMap({ data: { a: "1" } })),
      ),
      gate,
      is: AS,
    }),
  ),
  {
    name: "what the server dropped, and somebody put there",
    desired: { ...custom({ a: 1 }), more: { b: 1 } },
    answer: spec({ a: 1 }),
    live: { ...spec({ a: 1 }), more: { b: 1 } },
    is: NOT_AS,
    changes: ["more removed"],
  },
  {
    name: "an ignored field",
    desired: custom({ a: 1 }),
    answer: spec({ a: 1, b: 1 }),
    live: spec({ a: 1, b: 2 }),
    rule: { ignore: ["spec.b"] },
    is: AS,
  },
  {
    name: "once, as live has it",
    desired: custom({ a: 1, b: 1 }),
    answer: spec({ a: 1, b: 1 }),
    live: spec({ a: 1, b: 2 }),
    rule: { once: ["spec.b"] },
    is: AS,
  },
  {
    name: "incidental",
    desired: custom({ a: 1 }),
    answer: spec({ a: 1, at: "1" }),
    live: spec({ a: 1, at: "2" }),
    rule: { incidental: ["spec.at"] },
    is: AS,
  },
  {
    name: "a field that the rule does not claim",
    desired: custom({ a: 1, b: 1 }),
    answer: spec({ a: 1, b: 1 }),
    live: spec({ a: 1, b: 2 }),
    rule: { fields: ["spec.a"] },
    is: AS,
  },
  {
    name: "the order of what the rule pairs as a set",
    desired: custom({ tags: ["a", "b"] }),
    answer: spec({ tags: ["a", "b"] }),
    live: spec({ tags: ["b", "a"] }),
    rule: { lists: [{ path: "spec.tags", set: true }] },
    is: AS,
  },
  {
    name: "must be gone, whatever the server answered",
    desired: custom({ a: 1 }),
    answer: spec({ a: 1, b: 1 }),
    live: spec({ a: 1, b: 1 }),
    rule: { absent: ["spec.b"] },
    is: NOT_AS,
    changes: ["spec.b must-be-absent"],
  },
  {
    name: "a write-only field",
    desired: secret({ stringData: { a: "x" } }),
    answer: stored(secret({ data: { a: "eA==" }, type: "Opaque" })),
    live: stored(secret({ data: { a: "eA==" }, type: "Opaque" })),
    is: AS,
  },
  {
    name: "an immutable field that desired states otherwise: no answer shows it",
    desired: secret({ type: "b" }),
    answer: stored(secret({ type: "a" })),
    live: stored(secret({ type: "a" })),
    is: "blocked immutable",
    changes: ["type immutable"],
  },
  {
    name: "an immutable field as the server fills it in",
    desired: deployment({ selector: { matchLabels: { app: "demo" } } }),
    answer,
    live: answer,
    is: AS,
  },
  {
    name: "terminating, and not as observed",
    desired: custom({ a: 1 }),
    answer: spec({ a: 1 }),
    live: spec({ a: 2 }, { deletionTimestamp: "2026-01-01T00:00:00Z" }),
    is: "blocked terminating",
  },
  {
    name: "an answer about another object of the name",
    desired: custom({ a: 1 }),
    answer: spec({ a: 1 }, { uid: "another" }),
    live: spec({ a: 1 }),
    is: "write not-observed",
  },
  {
    name: "another strategy takes no notice of it",
    desired: custom({ a: 1 }),
    answer: spec({ a: 2 }),
    live: spec({ a: 1 }),
    rule: { strategy: "exact" },
    is: "skip equal",
  },
  {
    name: "merge: what the server answered, beside what it left alone",
    desired: custom({ a: 1 }),
    answer: spec({ a: 1, forced: 1 }),
    live: spec({ a: 1, forced: 1, foreign: 1 }),
    gate: MERGE,
    is: AS,
  },
  {
    name: "merge: a forced value",
    desired: custom({ a: 1 }),
    answer: spec({ a: 1, forced: 1 }),
    live: spec({ a: 1, forced: 2 }),
    gate: MERGE,
    is: NOT_AS,
    changes: ["spec.forced changed"],
  },
  {
    name: "merge: null, and it is there again",
    desired: custom({ a: 1, gone: null }),
    answer: spec({ a: 1 }),
    live: spec({ a: 1, gone: 1 }),
    gate: MERGE,
    is: NOT_AS,
    changes: ["spec.gone removed"],
  },
  {
    name: "merge: null, and the server fills it in",
    desired: custom({ a: 1, gone: null }),
    answer: spec({ a: 1, gone: 1 }),
    live: spec({ a: 1, gone: 1, more: 1 }),
    gate: MERGE,
    is: AS,
  },
  {
    name: "merge: null of all labels",
    desired: custom({ a: 1 }, { labels: null }),
    answer: spec({ a: 1 }),
    live: spec({ a: 1 }, { labels: { foreign: "1" } }),
    gate: MERGE,
    is: NOT_AS,
    changes: ["metadata.labels removed"],
  },
  {
    name: "merge: a zero, an empty list and an empty text that the server drops",
    desired: custom({ a: 1, off: false, list: [], text: "" }),
    answer: spec({ a: 1 }),
    live: spec({ a: 1, off: true, list: [1], text: "x" }),
    gate: MERGE,
    is: NOT_AS,
    changes: ["spec.off removed", "spec.list removed", "spec.text removed"],
  },
  {
    name: "merge: null in a map that the answer lacks, beside what is others'",
    desired: custom({ a: 1, map: { gone: null } }, { labels: { gone: null } }),
    answer: spec({ a: 1 }),
    live: spec({ a: 1, map: { gone: "1", theirs: "1" } }, { labels: { gone: "1", theirs: "1" } }),
    gate: MERGE,
    is: NOT_AS,
    changes: ["metadata.labels.gone removed", "spec.map.gone removed"],
  },
  {
    name: "merge: an empty map, which a patch leaves as it is",
    desired: custom({ a: 1, map: {} }),
    answer: spec({ a: 1 }),
    live: spec({ a: 1, map: { theirs: "1" } }),
    gate: MERGE,
    is: AS,
  },
  {
    name: "merge: null of all finalizers",
    desired: custom({ a: 1 }, { finalizers: null }),
    answer: spec({ a: 1 }),
    live: spec({ a: 1 }, { finalizers: ["example.com/theirs"] }),
    gate: MERGE,
    is: NOT_AS,
    changes: ["metadata.finalizers removed"],
  },
  {
    name: "merge: a foreign finalizer",
    desired: custom({ a: 1 }, { finalizers: ["example.com/ours"] }),
    answer: spec({ a: 1 }, { finalizers: ["example.com/ours"] }),
    live: spec({ a: 1 }, { finalizers: ["example.com/theirs", "example.com/ours"] }),
    gate: MERGE,
    is: AS,
  },
  {
    name: "apply: what a webhook made of it",
    desired,
    answer,
    live: mine(answer),
    gate: APPLY,
    is: AS,
  },
  {
    name: "apply: a foreign container and label",
    desired,
    answer,
    live: mine(
      pods([web, sidecar, { name: "debug", image: "d:1" }], {}, { labels: { foreign: "1" } }),
      updatedBy("other", deployment({}, { containers: [{ name: "debug", image: "d:1" }] })),
    ),
    gate: APPLY,
    is: AS,
  },
  {
    name: "apply: the sidecar is gone",
    desired,
    answer,
    live: mine(pods([web])),
    gate: APPLY,
    is: NOT_AS,
    changes: ["spec.template.spec.containers[name=proxy] added"],
  },
  {
    name: "apply: ours, and no longer stated",
    desired: configMap({ data: { a: "1" } }),
    answer: stored(configMap({ data: { a: "1" } })),
    live: managed(
      configMap({ data: { a: "1", b: "1" } }),
      appliedBy("me", configMap({ data: { a: "1", b: "1" } })),
    ),
    gate: APPLY,
    is: NOT_AS,
    changes: ["data.b removed"],
  },
  {
    name: "apply: not ours yet",
    desired: configMap({ data: { a: "1" } }),
    answer: stored(configMap({ data: { a: "1" } })),
    live: managed(configMap({ data: { a: "1" } }), updatedBy("other", configMap({ data: { a: "1" } }))),
    gate: APPLY,
    is: "write not-owned",
  },
  {
    name: "apply: without managedFields, live as the server answered",
    desired: configMap({ data: { a: "1" } }),
    answer: stored(configMap({ data: { a: "1" } })),
    live: stored(configMap({ data: { a: "1" } })),
    gate: APPLY,
    is: "skip no-managed-fields",
  },
  {
    name: "apply: without managedFields, more than that",
    desired: configMap({ data: { a: "1" } }),
    answer: stored(configMap({ data: { a: "1" } })),
    live: stored(configMap({ data: { a: "1", b: "1" } })),
    gate: APPLY,
    is: "write no-managed-fields",
  },
];

describe("observed", () => {
  test.each(rows)("$name", ({ desired, live, answer = live, rule, gate, is, changes }) => {
    const made = gateFor(desired, { strategy: "observed", ...rule }, gate);
    const options = { observed: deepFreeze(answer) as KubeObject };
    const decision = decideOn(made, deepFreeze(desired), deepFreeze(live), options);
    const explained = explainOn(made, desired, live, options);
    expect([decision.verdict, decision.reason.code].join(" ")).toBe(is);
    expect([explained.verdict, explained.reason]).toEqual([decision.verdict, decision.reason]);
    if (changes !== undefined) expect(changesOf(decision)).toEqual(changes);
    if (decision.verdict === "write") expect(decision.payload()).toBeDefined();
  });

  test("what the server makes of desired is told by what it answered", () => {
    const { passed } = explainOn(gateFor(desired, { strategy: "observed" }), desired, answer, {
      observed: answer as KubeObject,
    });
    const made = passed.filter(({ by }) => by.code === "as-observed").map(({ path }) => path);
    expect(made).toEqual([
      "spec.template.spec.containers[name=proxy]",
      "spec.template.spec.terminationGracePeriodSeconds",
    ]);
  });

  test("an answer about another name is the caller's error", () => {
    const gate = gateFor(desired, { strategy: "observed" });
    const observed = stored(desired, { name: "other" }) as KubeObject;
    const call = (): unknown => decideOn(gate, desired, answer, { observed });
    expect(call).toThrow(UsageError);
    expect(call).toThrow(expect.objectContaining({ code: "identity-mismatch", path: "metadata.name" }));
  });
});
