import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../../src/core/json.js";
import type { FactData } from "../../../src/index.js";
import {
  changesOf,
  configMap,
  custom,
  decideOn,
  deployment,
  gateFor,
  object,
  type Row,
  rows,
  type Settings,
  stored,
} from "./helper.js";
import { appliedBy, managed } from "./managed.js";

const THEN = "2026-01-01T00:00:00Z";
const NOW = "2026-02-02T00:00:00Z";
const of = (object: JsonObject, status: Json): JsonObject => ({ ...object, status });
const ready = (more: JsonObject = {}): JsonObject => ({
  type: "Ready",
  status: "True",
  message: "well",
  lastTransitionTime: THEN,
  ...more,
});
const conditions = (...list: JsonObject[]): JsonObject => ({ conditions: list });
const STATUS: Settings = { subresource: "status", strategy: "exact" };

const JOB = object("batch/v1", "Job", {});
const POD = object("v1", "Pod", {});
const NODE = object("v1", "Node", {});
const AUTOSCALER = object(
  "autoscaling/v1",
  "HorizontalPodAutoscaler",
  {},
  { annotations: { "autoscaling.alpha.kubernetes.io/current-metrics": "[]" } },
);

/** A custom kind of which the facts say that its status is written with the object. */
const PLAIN: FactData = {
  kinds: [
    {
      group: "example.com",
      version: "v1",
      kind: "Widget",
      type: "example.com/v1.Widget",
      namespaced: true,
      statusSubresource: false,
    },
  ],
  types: {
    "example.com/v1.Widget": { stored: "asIs", fields: { spec: { type: "any" }, status: { type: "any" } } },
  },
};

const onStatus = (table: readonly Row[]): void =>
  rows(table.map((row) => ({ ...row, options: { ...row.options, subresource: "status" } })));

describe("a status", () => {
  onStatus([
    {
      name: "a Node without capacity has nothing to allocate",
      desired: of(NODE, { capacity: {} }),
      live: of(stored(NODE), {}),
      is: "skip",
    },
    {
      name: "a Node that lost its capacity has nothing to allocate",
      desired: of(NODE, { capacity: {} }),
      live: of(stored(NODE), { capacity: { cpu: "1" }, allocatable: { cpu: "1" } }),
      is: "write",
      changes: ["status.capacity changed", "status.allocatable removed"],
    },
    {
      name: "what the server drops",
      desired: of(NODE, { config: { error: "none" } }),
      live: of(stored(NODE), {}),
      is: "skip",
      passed: ["status.config kept-from-live"],
    },
    {
      name: "what the server only keeps where it is",
      desired: of(NODE, { config: { error: "none" } }),
      live: of(stored(NODE), { config: { error: "some" } }),
      is: "write",
      changes: ["status.config.error changed"],
    },
    {
      name: "what an annotation says in its place",
      desired: of(AUTOSCALER, { currentCPUUtilizationPercentage: 60 }),
      live: of(stored(AUTOSCALER), { currentCPUUtilizationPercentage: 50 }),
      is: "skip",
      passed: ["status.currentCPUUtilizationPercentage kept-from-live"],
    },
    {
      name: "what no annotation says",
      desired: of(AUTOSCALER, { currentCPUUtilizationPercentage: 60 }),
      live: of(stored(object("autoscaling/v1", "HorizontalPodAutoscaler", {})), {
        currentCPUUtilizationPercentage: 50,
      }),
      is: "write",
      changes: ["status.currentCPUUtilizationPercentage changed"],
    },
    {
      name: "nothing else is compared",
      desired: of(deployment({ replicas: 9 }), { replicas: 1 }),
      live: of(stored(deployment(), { labels: { a: "1" } }), { replicas: 1 }),
      is: "skip",
      reason: "equal",
    },
    {
      name: "labels are not compared",
      desired: of(object("v1", "Node", {}, { labels: { a: "2" } }), { phase: "Running" }),
      live: of(stored(object("v1", "Node", {}, { labels: { a: "1" } })), { phase: "Running" }),
      is: "skip",
      reason: "equal",
    },
    {
      name: "nothing else is sent",
      desired: of(deployment({ replicas: 9 }), { replicas: 2 }),
      live: of(
        stored(deployment({ replicas: 3 }), { generateName: "d-", labels: { a: "1" }, managedFields: [] }),
        { replicas: 1 },
      ),
      is: "write",
      reason: "differs",
      changes: ["status.replicas changed"],
      payload: {
        "/spec/replicas": 3,
        "/status": { replicas: 2 },
        "/metadata/labels": { a: "1" },
        "/metadata/generateName": "d-",
        "/metadata/resourceVersion": "100",
        "/metadata/managedFields": undefined,
        "/metadata/uid": undefined,
      },
    },
    {
      name: "what desired's no longer states goes",
      desired: of(deployment(), { observedGeneration: 1 }),
      live: of(stored(deployment()), { observedGeneration: 1, replicas: 1 }),
      is: "write",
      changes: ["status.replicas removed"],
    },
    {
      name: "a desired object without one",
      desired: deployment(),
      live: of(stored(deployment()), { replicas: 1 }),
      is: "skip",
    },
    {
      name: "an empty one over none",
      desired: of(deployment(), {}),
      live: stored(deployment()),
      is: "skip",
    },
    {
      name: "a field that the kind does not have",
      desired: of(deployment(), { replcas: 1 }),
      live: stored(deployment()),
      is: "skip",
      reason: "unknown-field",
      names: ["status.replcas"],
    },
    {
      name: "of an object that is being deleted",
      desired: of(deployment(), { replicas: 0 }),
      live: of(stored(deployment(), { deletionTimestamp: NOW, finalizers: ["x"] }), { replicas: 1 }),
      is: "write",
      payload: { "/metadata/finalizers": ["x"], "/metadata/deletionTimestamp": undefined },
    },
    {
      name: "conditions by type, whatever their order",
      desired: of(deployment(), conditions(ready(), ready({ type: "Idle" }))),
      live: of(stored(deployment()), conditions(ready({ type: "Idle" }), ready())),
      is: "skip",
    },
    {
      name: "a heartbeat is news",
      desired: of(object("v1", "Node", {}), conditions(ready({ lastHeartbeatTime: NOW }))),
      live: of(stored(object("v1", "Node", {})), conditions(ready({ lastHeartbeatTime: THEN }))),
      is: "write",
      changes: ["status.conditions[type=Ready].lastHeartbeatTime changed"],
    },
    {
      name: "a kind of which nothing is known: conditions are conditions",
      desired: of(custom({ a: 2 }), conditions(ready({ lastTransitionTime: NOW }))),
      live: of(stored(custom({ a: 1 })), conditions(ready())),
      is: "skip",
      passed: ["status.conditions[type=Ready].lastTransitionTime incidental"],
    },
    {
      name: "a kind of which nothing is known: its message differs",
      desired: of(custom({ a: 2 }), conditions(ready({ lastTransitionTime: NOW, message: "ill" }))),
      live: of(stored(custom({ a: 1 })), conditions(ready())),
      is: "write",
      payload: { "/status/conditions/0": ready({ message: "ill" }), "/spec/a": 1 },
    },
    {
      name: "a kind that has no conditions gets none by the default rule",
      desired: of(object("v1", "ResourceQuota", {}), { hard: { pods: "1" }, conditions: [] }),
      live: of(stored(object("v1", "ResourceQuota", {})), { hard: { pods: "1" } }),
      is: "skip",
      reason: "unknown-field",
    },
    {
      name: "a rule's fields are what is ours",
      desired: of(deployment(), { observedGeneration: 2 }),
      live: of(stored(deployment()), { observedGeneration: 1, replicas: 1 }),
      rule: { ...STATUS, fields: ["status.observedGeneration"] },
      is: "write",
      changes: ["status.observedGeneration changed"],
      payload: { "/status": { observedGeneration: 2, replicas: 1 } },
    },
    {
      name: "a rule's fields are ours where desired has no status",
      desired: deployment(),
      live: of(stored(deployment()), { observedGeneration: 1, replicas: 1 }),
      rule: { ...STATUS, fields: ["status.observedGeneration"] },
      is: "write",
      changes: ["status.observedGeneration removed"],
    },
    {
      name: "a condition asks the whole desired object",
      desired: of(deployment({ paused: true }), { replicas: 2 }),
      live: of(stored(deployment()), { replicas: 1 }),
      rule: {
        ...STATUS,
        when: [{ if: { on: "desired", path: "spec.paused", equals: true }, ignore: ["status.replicas"] }],
      },
      is: "skip",
    },
    {
      name: "a rule's list may leave others their conditions",
      desired: of(custom({}), conditions(ready())),
      live: of(stored(custom({})), conditions(ready(), ready({ type: "Theirs" }))),
      rule: { ...STATUS, lists: [{ path: "status.conditions", keys: ["type"], foreign: "keep" }] },
      is: "skip",
    },
    {
      name: "a merge patch has nothing but the status",
      desired: of(deployment({ replicas: 9 }), { replicas: 2, readyReplicas: null }),
      live: of(stored(deployment()), { replicas: 1, readyReplicas: 1 }),
      gate: { mode: "merge" },
      is: "write",
      payload: { "": { status: { replicas: 2, readyReplicas: null } } },
    },
    {
      name: "without a subresource: a PUT of all of live",
      desired: of(custom({ a: 2 }), { phase: "New" }),
      live: of(stored(custom({ a: 1 })), { phase: "Old" }),
      facts: PLAIN,
      is: "write",
      payload: { "/spec/a": 1, "/status": { phase: "New" } },
    },
    {
      name: "without a subresource: no apply, which would drop all else that we own",
      desired: of(custom({ a: 2 }), { phase: "New" }),
      live: of(stored(custom({ a: 1 })), { phase: "Old" }),
      facts: PLAIN,
      gate: { mode: "apply", fieldManager: "me" },
      is: "write",
      mode: "merge",
      payload: { "": { status: { phase: "New" } } },
    },
  ]);
});

describe("a status under apply", () => {
  const gate: Row["gate"] = { mode: "apply", fieldManager: "me" };
  const entry = (value: JsonObject): JsonObject => ({
    manager: "me",
    operation: "Apply",
    apiVersion: "apps/v1",
    subresource: "status",
    fieldsV1: { "f:status": Object.fromEntries(Object.keys(value).map((key) => [`f:${key}`, {}])) },
  });
  onStatus([
    {
      name: "what our entry of the subresource records",
      desired: of(deployment(), { replicas: 1 }),
      live: managed(of(deployment(), { replicas: 1 }), appliedBy("me", deployment()), entry({ replicas: 1 })),
      gate,
      is: "skip",
    },
    {
      name: "labels that desired states are none of it",
      desired: of(object("apps/v1", "Deployment", {}, { labels: { a: "1" } }), { replicas: 1 }),
      live: managed(of(deployment(), { replicas: 1 }), entry({ replicas: 1 })),
      gate,
      is: "skip",
      reason: "equal",
    },
    {
      name: "a condition that is another's too is not stated again",
      desired: of(deployment(), { replicas: 1, conditions: [] }),
      live: managed(
        of(deployment(), { replicas: 2, ...conditions(ready()) }),
        {
          ...entry({ replicas: 2 }),
          fieldsV1: {
            "f:status": {
              "f:replicas": {},
              "f:conditions": {
                'k:{"type":"Ready"}': {
                  ".": {},
                  "f:type": {},
                  "f:status": {},
                  "f:message": {},
                  "f:lastTransitionTime": {},
                },
              },
            },
          },
        },
        {
          ...entry({}),
          manager: "other",
          fieldsV1: {
            "f:status": {
              "f:conditions": { 'k:{"type":"Ready"}': { ".": {}, "f:type": {}, "f:lastTransitionTime": {} } },
            },
          },
        },
      ),
      gate,
      is: "write",
      payload: { "/status": { replicas: 1, conditions: [] } },
    },
    {
      name: "a condition that is another's is not sent along",
      desired: of(deployment(), conditions(ready({ message: "ill" }))),
      live: managed(of(deployment(), conditions(ready(), ready({ type: "Theirs" }))), {
        ...entry({}),
        fieldsV1: {
          "f:status": {
            "f:conditions": {
              'k:{"type":"Ready"}': {
                ".": {},
                "f:type": {},
                "f:status": {},
                "f:message": {},
                "f:lastTransitionTime": {},
              },
            },
          },
        },
      }),
      gate,
      is: "write",
      payload: { "/status/conditions": [ready({ message: "ill" })] },
    },
    {
      name: "what others own stays",
      desired: of(deployment(), { replicas: 1 }),
      live: managed(of(deployment(), { replicas: 1, readyReplicas: 1 }), entry({ replicas: 1 })),
      gate,
      is: "skip",
      passed: ["status.readyReplicas foreign"],
    },
    {
      name: "what we own and no longer state goes",
      desired: of(deployment(), { replicas: 1 }),
      live: managed(
        of(deployment(), { replicas: 1, readyReplicas: 1 }),
        entry({ replicas: 1, readyReplicas: 1 }),
      ),
      gate,
      is: "write",
      changes: ["status.readyReplicas removed"],
      payload: {
        "": {
          apiVersion: "apps/v1",
          kind: "Deployment",
          metadata: { name: "demo", namespace: "default" },
          status: { replicas: 1 },
        },
      },
    },
    {
      name: "an entry of the object itself is none of the status",
      desired: of(deployment(), { replicas: 1 }),
      live: managed(of(deployment(), { replicas: 1 }), { ...entry({ replicas: 1 }), subresource: "" }),
      gate,
      is: "write",
      reason: "not-owned",
    },
    {
      name: "no items of an atomic list in which something is incidental are stated",
      desired: of(JOB, { active: 1, conditions: [] }),
      live: managed(of(JOB, { active: 1 }), { ...entry({ active: 1 }), apiVersion: "batch/v1" }),
      rule: { ...STATUS, incidental: ["status.conditions[*].lastTransitionTime"] },
      gate,
      is: "write",
      reason: "not-owned",
      payload: { "/status": { active: 1, conditions: [] } },
    },
    {
      name: "a zero that the server keeps from live is stated",
      desired: of(POD, { reason: "x", observedGeneration: 0 }),
      live: managed(of(POD, { reason: "x" }), { ...entry({ reason: "" }), apiVersion: "v1" }),
      gate,
      is: "write",
      reason: "not-owned",
      payload: { "/status": { reason: "x", observedGeneration: 0 } },
    },
    {
      name: "what the server keeps from live is stated as live has it",
      desired: of(POD, { reason: "y", observedGeneration: 0 }),
      live: managed(of(POD, { reason: "x", observedGeneration: 3 }), {
        ...entry({ reason: "" }),
        apiVersion: "v1",
      }),
      gate,
      is: "write",
      payload: { "/status": { reason: "y", observedGeneration: 3 } },
    },
    {
      name: "what the server drops is stated",
      desired: of(NODE, { phase: "Running", config: { error: "none" } }),
      live: managed(of(NODE, { phase: "Running" }), { ...entry({ phase: "" }), apiVersion: "v1" }),
      gate,
      is: "write",
      reason: "not-owned",
      changes: [],
      payload: { "/status": { phase: "Running", config: { error: "none" } } },
    },
    ...["", null, undefined].map(
      (type): Row => ({
        name: `a condition whose type is ${JSON.stringify(type)} is that of no name`,
        desired: of(deployment(), conditions({ status: "True", ...(type !== undefined && { type }) })),
        live: managed(of(deployment(), conditions({ type: "", status: "True" })), {
          ...entry({}),
          fieldsV1: {
            "f:status": { "f:conditions": { 'k:{"type":""}': { ".": {}, "f:type": {}, "f:status": {} } } },
          },
        }),
        gate,
        is: "skip",
      }),
    ),
    {
      name: "a condition whose type is null is stated without it, beside another's",
      desired: of(deployment(), conditions({ type: null, status: "True" })),
      live: managed(of(deployment(), conditions({ type: "Ready", status: "True" })), entry({})),
      gate,
      is: "write",
      changes: ["status.conditions[type=] added"],
      payload: { "/status": conditions({ status: "True" }) },
    },
    {
      name: "an entry of another subresource is none of the status",
      desired: of(deployment(), { replicas: 1 }),
      live: managed(of(deployment(), { replicas: 1 }), { ...entry({ replicas: 1 }), subresource: "scale" }),
      gate,
      is: "write",
      reason: "not-owned",
    },
  ]);
});

describe("a decision on a status", () => {
  const gate = gateFor(deployment(), undefined);
  const live = of(stored(deployment()), { replicas: 1 });
  const code = (call: () => unknown): string => {
    try {
      call();
    } catch (error) {
      return (error as { code: string }).code;
    }
    return "";
  };

  test("says where to send it", () => {
    const sent = (facts?: FactData): unknown => {
      const widget = of(stored(custom({})), { a: 1 });
      const by = gateFor(widget, undefined, {}, facts);
      const decision = decideOn(by, of(custom({}), { a: 2 }), widget, { subresource: "status" });
      return "subresource" in decision ? decision.subresource : undefined;
    };
    expect([sent(), sent(PLAIN)]).toEqual(["status", undefined]);
  });

  test("is another than that on the object", () => {
    const desired = of(deployment({ replicas: 2 }), { replicas: 2 });
    const changes = ([{}, { subresource: "status" }, {}] as const).map((options) =>
      changesOf(decideOn(gate, desired, live, options)),
    );
    expect(changes[1]).toEqual(["status.replicas changed"]);
    expect(changes[0]).toEqual(changes[2]);
    expect(changes[0]).toEqual(["spec.replicas added"]);
  });

  test("needs a live object, a kind with a status, and a subresource that is one", () => {
    const status = { subresource: "status" } as const;
    expect(code(() => decideOn(gate, deployment(), undefined, status))).toBe("no-live");
    expect(code(() => decideOn(gate, deployment(), null, status))).toBe("no-live");
    expect(code(() => decideOn(gate, configMap({}), stored(configMap({})), status))).toBe("no-status");
    const scale = { subresource: "scale" } as unknown as typeof status;
    expect(code(() => decideOn(gate, deployment(), live, scale))).toBe("bad-option");
  });

  test("refuses what is no JSON in the status, and looks at nothing else", () => {
    const date = new Date(0) as unknown as Json;
    const bad = of(deployment(), { replicas: 2, conditions: [{ type: "a", lastTransitionTime: date }] });
    expect(code(() => decideOn(gate, bad, live, { subresource: "status" }))).toBe("not-wire-json");
    const elsewhere = of(deployment({ at: date }), { replicas: 2 });
    expect(decideOn(gate, elsewhere, live, { subresource: "status" }).verdict).toBe("write");
  });
});
