import { describe, expect, test } from "vitest";
import type { ChangeReason, PassedBy, Reason } from "../../../src/core/decision.js";
import type { JsonObject, KubeObject } from "../../../src/core/json.js";
import type { GateOptions } from "../../../src/rules/gate.js";
import {
  configMap,
  custom,
  decideOn,
  deployment,
  explainOn,
  gateFor,
  type Settings,
  secret,
  service,
  stored,
} from "./helper.js";

/** A pair that produces a code. */
interface Pair {
  readonly desired: JsonObject;
  readonly live: JsonObject | undefined;
  readonly rule?: Settings;
  readonly none?: true;
  readonly gate?: Omit<GateOptions, "rules">;
  readonly hash?: () => string;
  /** The server's remembered answer. */
  readonly observed?: JsonObject;
}

const exact = (settings: Settings): Settings => ({ strategy: "exact", ...settings });
const data = (a: string): JsonObject => configMap({ data: { a } });
const gateOf = ({ desired, rule, none, hash, gate }: Pair) =>
  gateFor(desired, none ? undefined : (rule ?? { strategy: "exact" }), { ...gate, ...(hash && { hash }) });
const optionsOf = ({ observed }: Pair) =>
  observed === undefined ? {} : { observed: observed as KubeObject };
const gate = { mode: "apply", fieldManager: "me" } as const;
const owned = (manager: string, operation = "Apply", apiVersion = "v1"): JsonObject => ({
  managedFields: [
    { manager, operation, apiVersion, fieldsType: "FieldsV1", fieldsV1: { "f:data": { "f:a": {} } } },
  ],
});
const ports = [1, 1].map((port) => ({ port }));

/** Those of an ensurer are not a decision's. */
const VERDICTS: Readonly<
  Record<Exclude<Reason["code"], "unmanaged" | "fight" | "no-effect">, Pair & { readonly verdict: string }>
> = {
  equal: { verdict: "skip", desired: data("1"), live: stored(data("1")) },
  differs: { verdict: "write", desired: data("1"), live: stored(data("2")) },
  "not-found": { verdict: "create", desired: data("1"), live: undefined },
  "no-rule": { verdict: "skip", desired: custom({ a: 1 }), live: stored(custom({ a: 1 })), none: true },
  unconditional: {
    verdict: "write",
    desired: data("1"),
    live: stored(data("1")),
    rule: { strategy: "unconditional" },
  },
  "hash-differs": {
    verdict: "write",
    desired: data("1"),
    live: stored(configMap({}, { annotations: { "churngate.dev/hash": "h1-x" } })),
    rule: { strategy: "hash" },
  },
  "hash-missing": {
    verdict: "write",
    desired: data("1"),
    live: stored(data("1")),
    rule: { strategy: "hash" },
  },
  unhashable: {
    verdict: "write",
    desired: data("1"),
    live: stored(data("1")),
    rule: { strategy: "hash" },
    hash: () => {
      throw new Error("no");
    },
  },
  "as-observed": {
    verdict: "skip",
    desired: data("1"),
    live: stored(data("2")),
    rule: { strategy: "observed" },
    observed: stored(data("2")),
  },
  "not-as-observed": {
    verdict: "write",
    desired: data("1"),
    live: stored(data("1")),
    rule: { strategy: "observed" },
    observed: stored(data("2")),
  },
  "not-observed": {
    verdict: "write",
    desired: data("1"),
    live: stored(data("1")),
    rule: { strategy: "observed" },
  },
  immutable: { verdict: "blocked", desired: secret({ type: "a" }), live: stored(secret({ type: "b" })) },
  terminating: {
    verdict: "blocked",
    desired: data("1"),
    live: stored(data("2"), { deletionTimestamp: "2026-01-01T00:00:00Z" }),
  },
  "unknown-field": { verdict: "skip", desired: deployment({ Replicas: 1 }), live: stored(deployment()) },
  "not-owned": { verdict: "write", desired: data("1"), live: stored(data("1"), owned("other")), gate },
  "owned-in-other-version": {
    verdict: "write",
    desired: data("1"),
    live: stored(data("1"), owned("me", "Apply", "v0")),
    gate,
  },
  "no-managed-fields": { verdict: "skip", desired: data("1"), live: stored(data("1")), gate },
  "not-possible-by-apply": {
    verdict: "write",
    desired: data("1"),
    live: stored(configMap({ data: { a: "1", b: "1" } }), owned("me")),
    rule: exact({ absent: ["data.b"] }),
    gate,
  },
  conflict: {
    verdict: "blocked",
    desired: data("1"),
    live: stored(data("2"), owned("other", "Update")),
    gate: { ...gate, force: false },
  },
  "duplicate-key": {
    verdict: "blocked",
    desired: service({ ports }),
    live: stored(service({ ports: ports.slice(1) }), owned("me")),
    gate,
  },
};

const CHANGES: Readonly<Record<Exclude<ChangeReason["code"], "hash" | "own-finalizer">, Pair>> = {
  changed: { desired: data("1"), live: stored(data("2")) },
  added: { desired: data("1"), live: stored(configMap({})) },
  removed: {
    desired: configMap({ data: {} }),
    live: stored(configMap({ data: { a: "1" } })),
    rule: exact({ fields: ["data.a"] }),
  },
  "reset-to-default": { desired: deployment(), live: stored(deployment({ replicas: 2 })) },
  order: {
    desired: deployment({}, {}, { env: [{ name: "a" }, { name: "b" }] }),
    live: stored(deployment({}, {}, { env: [{ name: "b" }, { name: "a" }] })),
  },
  "must-be-absent": {
    desired: data("1"),
    live: stored(configMap({ data: { a: "1", b: "1" } })),
    rule: exact({ absent: ["data.b"] }),
  },
  immutable: { desired: secret({ type: "a" }), live: stored(secret({ type: "b" })) },
};

const tags = (...list: string[]): JsonObject => custom({ tags: list });

const PASSED: Readonly<Record<PassedBy["code"], Pair>> = {
  default: { desired: deployment(), live: stored(deployment({ replicas: 1 })) },
  computed: { desired: service({ ports: [] }), live: stored(service({ clusterIP: "10.0.0.1" })) },
  empty: { desired: deployment({ paused: false }), live: stored(deployment()) },
  spelling: { desired: custom({ a: 1n }), live: stored(custom({ a: 1 })) },
  "kept-from-live": {
    desired: service({ type: "LoadBalancer" }),
    live: stored(service({ type: "LoadBalancer", loadBalancerClass: "x" })),
  },
  foreign: { desired: data("1"), live: stored(configMap({ data: { a: "1" } }, { labels: { x: "1" } })) },
  ignored: { desired: data("1"), live: stored(data("2")), rule: exact({ ignore: ["data.a"] }) },
  once: { desired: data("1"), live: stored(data("2")), rule: exact({ once: ["data.a"] }) },
  "at-least": {
    desired: custom({ a: 1 }),
    live: stored(custom({ a: 2 })),
    rule: exact({ atLeast: ["spec.a"] }),
  },
  incidental: {
    desired: custom({ at: "2" }),
    live: stored(custom({ at: "1" })),
    rule: exact({ incidental: ["spec.at"] }),
  },
  drift: {
    desired: data("1"),
    live: stored(
      configMap({ data: { a: "2" } }, { annotations: { "churngate.dev/hash": fingerprintOf(data("1")) } }),
    ),
    rule: { strategy: "hash" },
  },
  "as-observed": {
    desired: data("1"),
    live: stored(data("2")),
    rule: { strategy: "observed" },
    observed: stored(data("2")),
  },
  "not-stated": {
    desired: deployment(),
    live: stored(deployment({ replicas: 2 })),
    rule: { strategy: "derivative" },
  },
  "not-owned": {
    desired: data("1"),
    live: stored(configMap({ data: { a: "1" }, binaryData: { b: "YQ==" } })),
  },
  "unknown-field": { desired: deployment({ Replicas: 1 }), live: stored(deployment()) },
  "duplicate-key": {
    desired: deployment({}, {}, { env: [{ name: "a" }, { name: "a" }] }),
    live: stored(deployment({}, {}, { env: [{ name: "b" }] })),
  },
  "set-order": {
    desired: tags("a", "b"),
    live: stored(tags("b", "a")),
    rule: exact({ lists: [{ path: "spec.tags", set: true }] }),
  },
};

function fingerprintOf(desired: JsonObject): string {
  const decision = decideOn(gateFor(desired, { strategy: "hash" }), desired, undefined);
  if (decision.verdict !== "create") throw new Error(decision.verdict);
  const text = JSON.stringify(decision.payload());
  return /h1-[0-9a-f]{40}/.exec(text)?.[0] ?? "";
}

describe("each reason has a pair that produces it", () => {
  test.each(Object.entries(VERDICTS))("%s", (code, pair) => {
    const decision = decideOn(gateOf(pair), pair.desired, pair.live, optionsOf(pair));
    expect([decision.verdict, decision.reason.code]).toEqual([pair.verdict, code]);
    const explained = explainOn(gateOf(pair), pair.desired, pair.live, optionsOf(pair));
    expect([explained.verdict, explained.reason]).toEqual([decision.verdict, decision.reason]);
  });
});

describe("each change's reason has a pair that produces it", () => {
  test.each(Object.entries(CHANGES))("%s", (code, pair) => {
    const decision = decideOn(gateOf(pair), pair.desired, pair.live, optionsOf(pair));
    const codes = "changes" in decision ? decision.changes.map(({ reason }) => reason.code) : [];
    expect(codes).toContain(code);
  });
});

describe("each way of passing over has a pair that produces it", () => {
  test.each(Object.entries(PASSED))("%s", (code, pair) => {
    const explained = explainOn(gateOf(pair), pair.desired, pair.live, optionsOf(pair));
    expect(explained.passed.map(({ by }) => by.code)).toContain(code);
  });
});

describe("a change says where", () => {
  const gate = (rule: Settings) => gateFor(configMap({}), rule);
  test.each<[name: string, desired: JsonObject, live: JsonObject, path: string, pointer: string]>([
    ["a map's key", data("1"), stored(data("2")), "data.a", "/data/a"],
    ["a key with a slash", configMap({ data: { "x/y": "1" } }), stored(configMap({})), "data", "/data"],
    [
      "a key with a slash, changed",
      configMap({ data: { "x/y": "1" } }),
      stored(configMap({ data: { "x/y": "2" } })),
      "data[x/y]",
      "/data/x~1y",
    ],
    [
      "a key with a tilde",
      configMap({ data: { "x~y": "1" } }),
      stored(configMap({ data: { "x~y": "2" } })),
      "data[x~y]",
      "/data/x~0y",
    ],
    [
      "a key with brackets",
      configMap({ data: { "a]b": "1" } }),
      stored(configMap({ data: { "a]b": "2" } })),
      'data["a]b"]',
      "/data/a]b",
    ],
    [
      "an annotation",
      configMap({}, { annotations: { "example.com/a": "1" } }),
      stored(configMap({}, { annotations: { "example.com/a": "2" } })),
      "metadata.annotations[example.com/a]",
      "/metadata/annotations/example.com~1a",
    ],
  ])("%s", (_name, desired, live, path, pointer) => {
    const decision = decideOn(gate({ strategy: "exact" }), desired, live);
    expect(
      "changes" in decision ? decision.changes.map((change) => [change.path, change.pointer]) : [],
    ).toEqual([[path, pointer]]);
  });

  test("by live's index where live has the item, else by desired's", () => {
    const names = (...list: string[]): JsonObject =>
      deployment({ template: { spec: { containers: list.map((name) => ({ name, image: "a:1" })) } } });
    const decision = decideOn(
      gateFor(deployment(), { strategy: "exact" }),
      names("c", "a"),
      stored(names("a", "b")),
    );
    const found =
      "changes" in decision ? decision.changes.map(({ pointer, reason }) => [pointer, reason.code]) : [];
    expect(found).toEqual([
      ["/spec/template/spec/containers/0", "added"],
      ["/spec/template/spec/containers/1", "removed"],
    ]);
  });

  test("absent is a missing member, null is null", () => {
    const decision = decideOn(
      gateFor(custom({}), { strategy: "exact" }),
      custom({ a: null }),
      stored(custom({ b: null })),
    );
    const changes = "changes" in decision ? decision.changes : [];
    expect(changes.map((change) => [change.path, "desired" in change, "live" in change])).toEqual([
      ["spec.b", false, true],
      ["spec.a", true, false],
    ]);
    expect(changes[1]?.desired).toBeNull();
  });
});
