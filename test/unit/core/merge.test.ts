// JSON merge patches: what desired states, and null removes. Each value is as test/cluster/semantics found it.
import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../../src/core/json.js";
import {
  configMap,
  custom,
  DERIVATIVE,
  decideOn,
  deployment,
  EXACT,
  gateFor,
  type Row,
  rows,
  type Settings,
  secret,
  service,
  stored,
} from "./helper.js";

const merge = { mode: "merge" } as const;

/** A row in merge mode: live as the server has it. */
const row = (claim: Omit<Row, "gate" | "live"> & { readonly live: JsonObject }): Row => ({
  ...claim,
  live: stored(claim.live),
  gate: merge,
});
const merged = (table: readonly Parameters<typeof row>[0][]): void => rows(table.map(row));

/** The whole patch of a pair. */
function patchOf(desired: JsonObject, live: JsonObject, rule: Settings = EXACT): Json | undefined {
  const decision = decideOn(gateFor(desired, rule, merge), desired, stored(live));
  return decision.verdict === "write" ? decision.payload() : undefined;
}

describe("the patch is the smallest", () => {
  test.each<[what: string, desired: JsonObject, live: JsonObject, patch: Json | undefined]>([
    [
      "none, where nothing differs",
      configMap({ data: { a: "1" } }),
      configMap({ data: { a: "1" } }),
      undefined,
    ],
    [
      "one value",
      configMap({ data: { a: "1", b: "2" } }),
      configMap({ data: { a: "0", b: "2" } }),
      { data: { a: "1" } },
    ],
    ["a first value", configMap({ data: { a: "1" } }), configMap({}), { data: { a: "1" } }],
    [
      "null, where desired states null",
      configMap({ data: { a: null } }),
      configMap({ data: { a: "1", b: "2" } }),
      { data: { a: null } },
    ],
    [
      "labels by key",
      configMap({}, { labels: { a: "1", b: "2" } }),
      configMap({}, { labels: { a: "1", c: "3" } }),
      { metadata: { labels: { b: "2" } } },
    ],
    [
      "a label's null",
      configMap({}, { labels: { a: null } }),
      configMap({}, { labels: { a: "1", c: "3" } }),
      { metadata: { labels: { a: null } } },
    ],
    [
      "a list is sent whole",
      deployment({}, {}, { image: "demo:1.1" }),
      deployment(),
      { spec: { template: { spec: { containers: [{ name: "web", image: "demo:1.1" }] } } } },
    ],
    [
      "values without any facts",
      custom({ a: 1, b: { c: [1] } }),
      custom({ a: 2, b: { c: [2] }, d: 3 }),
      { spec: { a: 1, b: { c: [1] } } },
    ],
  ])("%s", (_what, desired, live, patch) => {
    expect(patchOf(desired, live)).toEqual(patch);
  });

  test("it has no name, no resourceVersion, and nothing that only the server writes", () => {
    const desired = configMap(
      { data: { a: "1" } },
      { uid: "x", resourceVersion: "7", generation: 9, selfLink: "/x", managedFields: [] },
    );
    expect(patchOf(desired, configMap({ data: { a: "2" } }))).toEqual({ data: { a: "1" } });
  });
});

describe("what desired leaves out stays", () => {
  merged([
    {
      name: "a field",
      desired: deployment(),
      live: deployment({ replicas: 5, paused: true }),
      is: "skip",
    },
    {
      name: "a key",
      desired: configMap({ data: { a: "1" } }),
      live: configMap({ data: { a: "1", b: "2" }, binaryData: { c: "AA==" } }),
      is: "skip",
    },
    {
      name: "a label and an annotation of a template",
      desired: deployment(),
      live: deployment({
        template: {
          metadata: { labels: { app: "demo", more: "1" }, annotations: { a: "1" } },
          spec: { containers: [{ name: "web", image: "demo:1.0" }] },
        },
      }),
      is: "skip",
    },
    {
      name: "but no item of a list, which is sent whole",
      desired: deployment({}, {}, { env: [{ name: "A", value: "1" }] }),
      live: deployment(
        {},
        {},
        {
          env: [
            { name: "A", value: "1" },
            { name: "B", value: "2" },
          ],
        },
      ),
      is: "write",
      changes: ["spec.template.spec.containers[name=web].env[name=B] removed"],
      payload: { "/spec/template/spec/containers/0/env": [{ name: "A", value: "1" }] },
    },
  ]);
});

describe("null and empty", () => {
  merged([
    {
      name: "null brings the default back",
      desired: deployment({ replicas: null }),
      live: deployment({ replicas: 5 }),
      is: "write",
      changes: ["spec.replicas reset-to-default"],
      payload: { "/spec/replicas": null },
    },
    {
      name: "null where live has the default",
      desired: deployment({ replicas: null }),
      live: deployment({ replicas: 1 }),
      is: "skip",
    },
    {
      name: "null where live has nothing",
      desired: configMap({ data: { a: "1", b: null } }),
      live: configMap({ data: { a: "1" } }),
      is: "skip",
    },
    {
      name: "{} merges nothing into what is there",
      desired: deployment({}, { nodeSelector: {}, securityContext: {} }),
      live: deployment({}, { nodeSelector: { disk: "ssd" }, securityContext: { runAsUser: 7 } }),
      is: "skip",
    },
    {
      name: "[] removes what is there",
      desired: deployment({}, {}, { command: [] }),
      live: deployment({}, {}, { command: ["q"] }),
      is: "write",
    },
    {
      name: "null in a list is the zero value",
      desired: deployment({}, {}, { args: ["a", null] }),
      live: deployment({}, {}, { args: ["a", ""] }),
      is: "skip",
    },
    {
      name: "stringData is folded into data",
      desired: secret({ stringData: { a: "1" } }),
      live: secret({ data: { a: "MQ==", b: "Mg==" } }),
      is: "skip",
    },
    {
      name: "a new key of stringData",
      desired: secret({ stringData: { a: "1", c: "3" } }),
      live: secret({ data: { a: "MQ==", b: "Mg==" } }),
      is: "write",
      payload: { "/data/c": "Mw==", "/data/b": undefined, "/stringData": undefined },
    },
  ]);
});

const OWNER = {
  apiVersion: "v1",
  kind: "ConfigMap",
  name: "owner",
  uid: "11111111-0000-0000-0000-000000000000",
};
describe("metadata", () => {
  merged([
    {
      name: "owner references in another order",
      desired: configMap({}, { ownerReferences: [{ ...OWNER, uid: "2" }, OWNER] }),
      live: configMap({}, { ownerReferences: [OWNER, { ...OWNER, uid: "2" }] }),
      is: "skip",
    },
    {
      name: "finalizers in another order",
      desired: configMap({}, { finalizers: ["example.com/b", "example.com/a"] }),
      live: configMap({}, { finalizers: ["example.com/a", "example.com/b"] }),
      is: "skip",
    },
    {
      name: "a finalizer more: the patch has live's too",
      desired: configMap({}, { finalizers: ["example.com/b"] }),
      live: configMap({}, { finalizers: ["example.com/a"] }),
      is: "write",
      payload: { "/metadata/finalizers": ["example.com/a", "example.com/b"] },
    },
    {
      name: "our own finalizer goes",
      rule: { strategy: "exact", finalizers: { own: ["example.com/a"] } },
      desired: configMap({}),
      live: configMap({}, { finalizers: ["example.com/a", "example.com/b"] }),
      is: "write",
      payload: { "/metadata/finalizers": ["example.com/b"] },
    },
  ]);
});

describe("what a rule keeps out of the patch", () => {
  merged([
    {
      name: "ignore",
      rule: { strategy: "exact", ignore: [{ path: "spec.replicas" }] },
      desired: deployment({ replicas: 2, minReadySeconds: 7 }),
      live: deployment({ replicas: 5 }),
      is: "write",
      changes: ["spec.minReadySeconds added"],
      payload: { "/spec": { minReadySeconds: 7 } },
    },
    {
      name: "release",
      rule: { strategy: "exact", release: ["spec.replicas"] },
      desired: deployment({ replicas: 2, minReadySeconds: 7 }),
      live: deployment({ replicas: 5 }),
      is: "write",
      payload: { "/spec": { minReadySeconds: 7 } },
    },
    {
      name: "once, where live has it",
      rule: { strategy: "exact", once: ["data.seed"] },
      desired: configMap({ data: { a: "1", seed: "y" } }),
      live: configMap({ data: { a: "0", seed: "x" } }),
      is: "write",
      payload: { "/data": { a: "1" } },
    },
    {
      name: "once, where live lacks it",
      rule: { strategy: "exact", once: ["data.seed"] },
      desired: configMap({ data: { a: "1", seed: "y" } }),
      live: configMap({ data: { a: "1" } }),
      is: "write",
      payload: { "/data": { seed: "y" } },
    },
    {
      name: "absent",
      rule: { strategy: "exact", absent: ["metadata.annotations[example.com/old]"] },
      desired: configMap({ data: { a: "1" } }),
      live: configMap(
        { data: { a: "1" } },
        { annotations: { "example.com/old": "1", "example.com/new": "2" } },
      ),
      is: "write",
      changes: ["metadata.annotations[example.com/old] must-be-absent"],
      payload: { "/metadata/annotations": { "example.com/old": null } },
    },
    {
      name: "atLeast, live above",
      rule: { strategy: "exact", atLeast: ["spec.replicas"] },
      desired: deployment({ replicas: 2 }),
      live: deployment({ replicas: 5 }),
      is: "skip",
    },
    {
      name: "a list whose foreign items are kept",
      rule: { strategy: "exact", lists: [{ path: "spec.ports", keys: ["name"], foreign: "keep" }] },
      desired: service({ ports: [{ name: "a", port: 1 }] }),
      live: service({
        ports: [
          { name: "a", port: 2 },
          { name: "b", port: 3 },
        ],
      }),
      is: "write",
      payload: {
        "/spec/ports/0/port": 1,
        "/spec/ports/1/name": "b",
        "/spec/ports/1/port": 3,
      },
    },
  ]);
});

describe("refusals", () => {
  merged([
    {
      name: "an immutable value alone",
      desired: secret({ type: "example.com/b" }),
      live: secret({ type: "example.com/a" }),
      is: "blocked",
      reason: "immutable",
      recreate: ["type"],
    },
    {
      name: "an immutable value is not in the patch",
      desired: secret({ type: "example.com/b", data: { a: "MQ==" } }),
      live: secret({ type: "example.com/a", data: { a: "Mg==" } }),
      is: "write",
      recreate: ["type"],
      payload: { "/type": undefined, "/data": { a: "MQ==" } },
    },
    {
      name: "an unknown field alone",
      desired: deployment({ replicaz: 3 }),
      live: deployment(),
      is: "skip",
      reason: "unknown-field",
      names: ["spec.replicaz"],
    },
    {
      name: "a terminating object",
      desired: configMap({ data: { a: "1" } }),
      live: configMap(
        { data: { a: "2" } },
        { deletionTimestamp: "2026-01-01T00:00:00Z", finalizers: ["example.com/a"] },
      ),
      is: "blocked",
      reason: "terminating",
    },
    {
      name: "a terminating object, written at the caller's wish",
      desired: configMap({ data: { a: "1" } }),
      live: configMap(
        { data: { a: "2" } },
        { deletionTimestamp: "2026-01-01T00:00:00Z", finalizers: ["example.com/a"] },
      ),
      options: { terminating: "write" },
      is: "write",
      payload: { "/data": { a: "1" } },
    },
  ]);
});

describe("other strategies", () => {
  merged([
    {
      name: "derivative: a value differs",
      rule: DERIVATIVE,
      desired: configMap({ data: { a: "1" } }),
      live: configMap({ data: { a: "2", b: "3" } }),
      is: "write",
      payload: { "/data": { a: "1" } },
    },
    {
      name: "derivative: a list of another length",
      rule: DERIVATIVE,
      desired: deployment({}, {}, { args: ["a"] }),
      live: deployment({}, {}, { args: ["a", "b"] }),
      is: "write",
    },
    {
      name: "hash: the fingerprint is in the patch",
      rule: { strategy: "hash" },
      desired: configMap({ data: { a: "1" } }),
      live: configMap({ data: { a: "1" } }),
      is: "write",
      reason: "hash-missing",
    },
    {
      name: "unconditional: an empty patch",
      rule: { strategy: "unconditional" },
      desired: configMap({ data: { a: "1" } }),
      live: configMap({ data: { a: "1" } }),
      is: "write",
      reason: "unconditional",
    },
  ]);
});

test("a creation leaves out what is null: there, a map would have an empty text", () => {
  const desired = configMap({ data: { a: null, b: "1" } }, { labels: { x: null }, annotations: null });
  const decision = decideOn(gateFor(desired, EXACT, merge), desired, undefined);
  if (decision.verdict !== "create") throw new Error(decision.verdict);
  const payload = decision.payload() as JsonObject;
  expect(payload.data).toEqual({ b: "1" });
  expect(payload.metadata).toMatchObject({ labels: {} });
  expect(payload.metadata).not.toHaveProperty("annotations");
});
