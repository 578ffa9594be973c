import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../../src/core/json.js";
import type { GateOptions } from "../../../src/rules/gate.js";
import type { FactData } from "../../../src/rules/set.js";
import {
  changesOf,
  configMap,
  custom,
  decideOn,
  deployment,
  EXACT,
  explainOn,
  gateFor,
  object,
  type Settings,
  secret,
  service,
  stored,
} from "./helper.js";
import { appliedBy, managed, updatedBy } from "./managed.js";

/** One look at a pair must say no more than the merge of both does. */
interface Row {
  readonly name: string;
  readonly desired: JsonObject;
  /** What our last apply stated, unless `set` says it; desired, unless given. */
  readonly stated?: JsonObject;
  readonly set?: JsonObject;
  /** Live without metadata of the server. */
  readonly live: JsonObject;
  readonly others?: readonly JsonObject[];
  readonly rule?: Settings;
  readonly gate?: Omit<GateOptions, "rules">;
  readonly facts?: FactData;
  readonly is: "skip" | "write" | "blocked";
  readonly reason?: string;
}

const APPLY = { mode: "apply", fieldManager: "ours" } as const;

function check(row: Row): void {
  const { desired, live, others = [] } = row;
  const own = appliedBy("ours", row.stated ?? desired, row.set && { fieldsV1: row.set });
  const there = managed(live, own, ...others);
  const gate = gateFor(desired, row.rule ?? EXACT, { ...APPLY, ...row.gate }, row.facts);
  const decision = decideOn(gate, desired, there);
  // A member that is there and says nothing is the end of the look: the merge decides.
  const merged = decideOn(gate, { ...desired, "": undefined }, there);
  expect([decision.verdict, decision.reason, changesOf(decision)]).toEqual([
    merged.verdict,
    merged.reason,
    changesOf(merged),
  ]);
  expect(decision.verdict).toBe(row.is);
  if (row.reason !== undefined) expect(decision.reason.code).toBe(row.reason);
}

function rows(table: readonly Row[]): void {
  test.each(table.map((row) => [row.name, row] as const))("%s", (_name, row) => check(row));
}

const ports = (...list: JsonObject[]): JsonObject => service({ ports: list, selector: { app: "demo" } });
const web = { name: "web", image: "demo:1.0" };
const pod = (...containers: JsonObject[]): JsonObject => deployment({}, { containers });
const limits = (memory: Json): JsonObject => deployment({}, {}, { resources: { limits: { memory } } });

describe("as our last apply left it", () => {
  rows([
    { name: "the same", desired: deployment(), live: deployment(), is: "skip" },
    { name: "another spelling", desired: limits("1024Mi"), live: limits("1Gi"), is: "skip" },
    { name: "another amount", desired: limits("1025Mi"), live: limits("1Gi"), is: "write" },
    {
      name: "a zero that is not stored",
      desired: deployment({ paused: false }),
      live: deployment(),
      is: "skip",
    },
    {
      name: "a zero that is a value",
      desired: deployment({ replicas: 0 }),
      live: deployment(),
      is: "write",
    },
    {
      name: "another one's item between ours",
      desired: pod(web, { name: "b", image: "b" }),
      live: pod(web, { name: "x", image: "x" }, { name: "b", image: "b" }),
      is: "skip",
    },
    {
      name: "our items in another order",
      desired: pod(web, { name: "b", image: "b" }),
      live: pod({ name: "b", image: "b" }, web),
      is: "write",
    },
    {
      name: "an item twice in live",
      desired: pod(web),
      live: pod(web, web),
      is: "write",
    },
    {
      name: "an item twice in desired",
      desired: pod(web, web),
      live: pod(web, web),
      is: "blocked",
      reason: "duplicate-key",
    },
    {
      name: "an item that we stated, gone from desired",
      desired: pod(web),
      stated: pod(web, { name: "b", image: "b" }),
      live: pod(web, { name: "b", image: "b" }),
      is: "write",
    },
    {
      name: "a field that we stated, gone from desired",
      desired: deployment(),
      stated: deployment({ replicas: 2 }),
      live: deployment({ replicas: 2 }),
      is: "write",
    },
    {
      name: "the same, of which live has the default",
      desired: deployment(),
      stated: deployment({ replicas: 1 }),
      live: deployment({ replicas: 1 }),
      is: "skip",
    },
    {
      name: "a key that we stated, gone from desired and from live",
      desired: configMap({ data: { a: "1" } }),
      stated: configMap({ data: { a: "1", b: "2" } }),
      live: configMap({ data: { a: "1" } }),
      is: "skip",
    },
    {
      name: "a field that our entry does not record",
      desired: deployment({ replicas: 2 }),
      stated: deployment(),
      live: deployment({ replicas: 2 }),
      is: "write",
      reason: "not-owned",
    },
    {
      name: "a key that our entry does not record",
      desired: configMap({ data: { a: "1", b: "2" } }),
      stated: configMap({ data: { a: "1" } }),
      live: configMap({ data: { a: "1", b: "2" } }),
      is: "write",
      reason: "not-owned",
    },
    {
      name: "an item that our entry does not record",
      desired: pod(web, { name: "b", image: "b" }),
      stated: pod(web),
      live: pod(web, { name: "b", image: "b" }),
      is: "write",
      reason: "not-owned",
    },
    {
      name: "an entry that is no entry",
      desired: configMap({ data: { a: "1" } }),
      set: { "f:data": { ".": {}, "f:a": [] } },
      live: configMap({ data: { a: "1" } }),
      is: "write",
      reason: "not-owned",
    },
    {
      name: "an entry of an empty struct that is no entry",
      desired: deployment({}, { securityContext: {} }),
      set: JSON.parse(
        JSON.stringify(appliedBy("ours", deployment({}, { securityContext: {} })).fieldsV1).replace(
          '"f:securityContext":{}',
          '"f:securityContext":[]',
        ),
      ) as JsonObject,
      live: deployment({}, { securityContext: {} }),
      is: "write",
      reason: "not-owned",
    },
    {
      name: "a label that our entry does not record",
      desired: configMap({}, { labels: { a: "1" } }),
      stated: configMap({}),
      live: configMap({}, { labels: { a: "1" } }),
      is: "write",
      reason: "not-owned",
    },
    {
      name: "a field that the kind does not have",
      desired: deployment({ replica: 2 }),
      live: deployment(),
      is: "blocked",
      reason: "unknown-field",
    },
    {
      name: "metadata that no object has",
      desired: { ...deployment(), metadata: { name: "demo", label: { a: "1" } } },
      live: deployment(),
      is: "blocked",
      reason: "unknown-field",
    },
    {
      name: "null for a field that live has",
      desired: deployment({ replicas: null }),
      stated: deployment({ replicas: 2 }),
      live: deployment({ replicas: 2 }),
      is: "write",
    },
    {
      name: "null for a key",
      desired: configMap({ data: { a: null } }),
      live: configMap({ data: { a: "1" } }),
      is: "write",
    },
    {
      name: "an atomic map with a key more",
      desired: ports({ port: 80 }),
      live: service({ ports: [{ port: 80 }], selector: { app: "demo", more: "x" } }),
      is: "write",
    },
    {
      name: "an atomic list in another order",
      desired: deployment({}, {}, { command: ["a", "b"] }),
      live: deployment({}, {}, { command: ["b", "a"] }),
      is: "write",
    },
    {
      name: "a port's key by its default",
      desired: ports({ port: 80, name: "http" }),
      live: ports({ port: 80, name: "http", protocol: "TCP", targetPort: 80 }),
      is: "skip",
    },
    {
      name: "an empty struct, of which we own a part",
      desired: deployment({}, { securityContext: {} }),
      stated: deployment({}, { securityContext: { runAsUser: 1 } }),
      live: deployment({}, { securityContext: { runAsUser: 1 } }),
      is: "write",
    },
    {
      name: "an empty struct that is another one's",
      desired: deployment({}, { securityContext: {} }),
      live: deployment({}, { securityContext: { runAsUser: 1 } }),
      is: "skip",
    },
    {
      name: "an empty list that our entry does not record",
      desired: deployment({}, { tolerations: [] }),
      stated: deployment(),
      live: deployment(),
      is: "write",
      reason: "not-owned",
    },
    {
      name: "a write-only field that we stated",
      desired: secret({ data: { a: "YQ==" } }),
      stated: secret({ stringData: { b: "b" }, data: { a: "YQ==" } }),
      live: secret({ data: { a: "YQ==", b: "Yg==" } }),
      is: "write",
    },
    {
      name: "a member of a union that desired does not state",
      desired: deployment({}, { volumes: [{ name: "v", emptyDir: { sizeLimit: "1024Mi" } }] }),
      live: deployment(
        {},
        { volumes: [{ name: "v", emptyDir: { sizeLimit: "1Gi" }, hostPath: { path: "/" } }] },
      ),
      is: "write",
    },
  ]);
});

describe("without force", () => {
  const gate = { force: false };
  const others = (stated: JsonObject): readonly JsonObject[] => [updatedBy("other", stated)];
  rows([
    {
      name: "the same value, of others too",
      desired: limits("1Gi"),
      live: limits("1Gi"),
      others: others(limits("1Gi")),
      gate,
      is: "skip",
    },
    {
      name: "another spelling of a value of others",
      desired: limits("1024Mi"),
      live: limits("1Gi"),
      others: others(limits("1Gi")),
      gate,
      is: "blocked",
      reason: "conflict",
    },
    {
      name: "an atomic value of others, with what the server filled in",
      desired: deployment({}, {}, { env: [{ name: "a", valueFrom: { fieldRef: { fieldPath: "x" } } }] }),
      live: deployment(
        {},
        {},
        {
          env: [{ name: "a", valueFrom: { fieldRef: { apiVersion: "v1", fieldPath: "x" } } }],
        },
      ),
      others: others(
        deployment({}, {}, { env: [{ name: "a", valueFrom: { fieldRef: { fieldPath: "x" } } }] }),
      ),
      gate,
      is: "blocked",
      reason: "conflict",
    },
  ]);
});

describe("keys that every object inherits", () => {
  const maps = (of: JsonObject): JsonObject => custom({ maps: of });
  const facts: FactData = {
    kinds: [
      {
        group: "example.com",
        version: "v1",
        kind: "Widget",
        namespaced: true,
        statusSubresource: true,
        type: "Widget",
      },
    ],
    types: {
      Widget: { stored: "asIs", fields: { spec: { type: "struct", ref: "Spec" } } },
      Spec: {
        stored: "asIs",
        fields: { maps: { type: "map", of: { type: "map", of: { type: "string" } } } },
      },
    },
  } as unknown as FactData;
  rows(
    ["__proto__", "constructor", "toString", "valueOf"].flatMap((key): Row[] => {
      const set = { "f:spec": { "f:maps": { ".": {}, "f:a": { ".": {}, "f:b": {} }, [`f:${key}`]: {} } } };
      const both = maps(JSON.parse(`{"${key}":{},"a":{"b":"c"}}`) as JsonObject);
      return [
        {
          name: `${key}: live lacks it`,
          desired: both,
          set,
          live: maps({ a: { b: "c" } }),
          facts,
          is: "write",
        },
        { name: `${key}: live has it`, desired: both, set, live: both, facts, is: "skip" },
      ];
    }),
  );
});

test("live that an apply leaves as it is is explained so, though it holds what no server stores", () => {
  const account = object("v1", "ServiceAccount", { secrets: [{ name: "a" }] });
  const live = stored({ ...account, secrets: [null, { name: "a" }] });
  const gate = gateFor(account, EXACT, APPLY);
  expect(decideOn(gate, account, live).verdict).toBe("skip");
  expect(explainOn(gate, account, live).verdict).toBe("skip");
});
