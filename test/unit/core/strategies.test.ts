import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../src/core/json.js";
import { compileRules } from "../../../src/rules/compile.js";
import { createGate } from "../../../src/rules/gate.js";
import {
  configMap,
  custom,
  DERIVATIVE,
  decideOn,
  deployment,
  EXACT,
  object,
  rows,
  stored,
} from "./helper.js";

describe("exact", () => {
  rows([
    {
      name: "a value differs",
      desired: custom({ a: 1 }),
      live: stored(custom({ a: 2 })),
      is: "write",
      reason: "differs",
      changes: ["spec.a changed"],
    },
    {
      name: "something stated is missing",
      desired: custom({ a: 1 }),
      live: stored(custom({})),
      is: "write",
      changes: ["spec.a added"],
    },
    {
      name: "a key is no longer stated",
      desired: custom({}),
      live: stored(custom({ a: 1 })),
      is: "write",
      changes: ["spec.a removed"],
    },
    {
      name: "an item is no longer stated",
      desired: custom({ a: [1] }),
      live: stored(custom({ a: [1, 2] })),
      is: "write",
    },
    {
      name: "a whole field is missing",
      desired: custom({ a: 1 }),
      live: stored(object("example.com/v1", "Widget", {})),
      is: "write",
      changes: ["spec added"],
    },
    {
      name: "nothing differs",
      desired: custom({ a: [1, { b: null }] }),
      live: stored(custom({ a: [1, { b: null }] })),
      is: "skip",
      reason: "equal",
    },
  ]);
});

describe("derivative", () => {
  rows([
    {
      name: "a value differs",
      desired: custom({ a: 1 }),
      live: stored(custom({ a: 2, b: 3 })),
      rule: DERIVATIVE,
      is: "write",
      changes: ["spec.a changed"],
    },
    {
      name: "something stated is missing",
      desired: custom({ a: 1 }),
      live: stored(custom({})),
      rule: DERIVATIVE,
      is: "write",
    },
    {
      name: "what desired leaves out is not looked at",
      desired: custom({ a: 1 }),
      live: stored(custom({ a: 1, b: 2 })),
      rule: DERIVATIVE,
      is: "skip",
      passed: ["spec.b not-stated"],
    },
    {
      name: "lists must be as long",
      desired: custom({ a: [1] }),
      live: stored(custom({ a: [1, 2] })),
      rule: DERIVATIVE,
      is: "write",
    },
    {
      name: "lists must be in order",
      desired: custom({ a: [1, 2] }),
      live: stored(custom({ a: [2, 1] })),
      rule: DERIVATIVE,
      is: "write",
    },
    {
      name: "items may have more than is stated",
      desired: custom({ a: [{ b: 1 }] }),
      live: stored(custom({ a: [{ b: 1, c: 2 }] })),
      rule: DERIVATIVE,
      is: "skip",
    },
    {
      name: "a key of data goes unseen",
      desired: configMap({ data: { a: "1" } }),
      live: stored(configMap({ data: { a: "1", b: "2" } })),
      rule: DERIVATIVE,
      is: "skip",
    },
    {
      name: "a default asks live's neighbour, where desired does not state it",
      desired: object("rbac.authorization.k8s.io/v1", "RoleBinding", {
        subjects: [{ name: "a", apiGroup: "" }],
      }),
      live: stored(
        object("rbac.authorization.k8s.io/v1", "RoleBinding", {
          subjects: [{ name: "a", kind: "Group", apiGroup: "rbac.authorization.k8s.io" }],
        }),
      ),
      rule: DERIVATIVE,
      is: "skip",
    },
    {
      name: "an explicit false is stated",
      desired: deployment({ paused: false }),
      live: stored(deployment({ paused: true })),
      rule: DERIVATIVE,
      is: "write",
    },
    {
      name: "an explicit 0 is stated",
      desired: deployment({ minReadySeconds: 0 }),
      live: stored(deployment({ minReadySeconds: 5 })),
      rule: DERIVATIVE,
      is: "write",
    },
    {
      name: "an explicit 0 over nothing",
      desired: deployment({ minReadySeconds: 0 }),
      live: stored(deployment()),
      rule: DERIVATIVE,
      is: "skip",
    },
    {
      name: "a stated default over nothing",
      desired: deployment({ replicas: 1 }),
      live: stored(deployment()),
      rule: DERIVATIVE,
      is: "skip",
    },
    {
      name: "{} is stated, and holds nothing to look at",
      desired: custom({ a: {} }),
      live: stored(custom({ a: { b: 1 } })),
      rule: DERIVATIVE,
      is: "skip",
    },
    {
      name: "{} that live lacks",
      desired: custom({ a: {} }),
      live: stored(custom({})),
      rule: DERIVATIVE,
      is: "write",
    },
  ]);
});

describe("unconditional", () => {
  rows([
    {
      name: "nothing differs",
      desired: configMap({ data: { a: "1" } }),
      live: stored(configMap({ data: { a: "1" } })),
      rule: { strategy: "unconditional" },
      is: "write",
      reason: "unconditional",
      changes: [],
      payload: { "/data": { a: "1" } },
    },
    {
      name: "something differs",
      desired: configMap({ data: { a: "2" } }),
      live: stored(configMap({ data: { a: "1" } })),
      rule: { strategy: "unconditional" },
      is: "write",
      reason: "unconditional",
      changes: ["data.a changed"],
    },
    {
      name: "only immutable paths differ",
      desired: deployment({ selector: { matchLabels: { app: "x" } } }),
      live: stored(deployment()),
      rule: { strategy: "unconditional" },
      is: "write",
      recreate: ["spec.selector.matchLabels.app"],
    },
    {
      name: "no live object",
      desired: configMap({}),
      live: undefined,
      rule: { strategy: "unconditional" },
      is: "create",
    },
  ]);
});

describe("a field's own strategy", () => {
  const template = { path: "spec.template", strategy: "exact" as const };
  const replicas = { path: "spec.replicas", strategy: "derivative" as const };
  const both = { strategy: "derivative" as const, fields: ["spec.replicas", template] };
  rows([
    {
      name: "exact in a derivative rule",
      desired: deployment(),
      live: stored(deployment({}, { priorityClassName: "high" })),
      rule: both,
      is: "write",
      changes: ["spec.template.spec.priorityClassName removed"],
    },
    {
      name: "and derivative beside it",
      desired: deployment(),
      live: stored(deployment({ replicas: 5 })),
      rule: both,
      is: "skip",
    },
    {
      name: "derivative in an exact rule",
      desired: deployment(),
      live: stored(deployment({ replicas: 5 })),
      rule: { strategy: "exact", fields: [replicas, "spec.template"] },
      is: "skip",
    },
    {
      name: "and exact beside it",
      desired: deployment(),
      live: stored(deployment({}, { priorityClassName: "high" })),
      rule: { strategy: "exact", fields: [replicas, "spec.template"] },
      is: "write",
    },
    {
      name: "below a field of the other strategy",
      desired: custom({ a: { b: {}, c: {} } }),
      live: stored(custom({ a: { b: { x: 1 }, c: { x: 1 } } })),
      rule: { strategy: "exact", fields: ["spec", { path: "spec.a.b", strategy: "derivative" }] },
      is: "write",
      changes: ["spec.a.c.x removed"],
    },
    {
      name: "exact below a struct that is stated empty",
      desired: object("networking.k8s.io/v1", "IngressClass", { spec: { parameters: {} } }),
      live: stored(
        object("networking.k8s.io/v1", "IngressClass", {
          spec: { parameters: { name: "a", scope: "Cluster" } },
        }),
      ),
      rule: { strategy: "derivative", fields: ["spec", { path: "spec.parameters.name", strategy: "exact" }] },
      is: "write",
      changes: ["spec.parameters.name removed"],
    },
    {
      name: "exact below a struct that is not stated",
      desired: object("networking.k8s.io/v1", "IngressClass", { spec: {} }),
      live: stored(
        object("networking.k8s.io/v1", "IngressClass", {
          spec: { parameters: { name: "a", scope: "Cluster" } },
        }),
      ),
      rule: { strategy: "derivative", fields: ["spec", { path: "spec.parameters.name", strategy: "exact" }] },
      is: "write",
      changes: ["spec.parameters.name removed"],
    },
    {
      name: "a list's items",
      desired: deployment({}, {}, { env: [] }),
      live: stored(deployment({}, {}, { command: ["a"] })),
      rule: {
        strategy: "exact",
        fields: [{ path: "spec.template.spec.containers", strategy: "derivative" }],
      },
      is: "skip",
    },
  ]);
});

describe("without a rule the rule set's fallback decides, and says so", () => {
  const desired = custom({ a: 1 });
  test.each([
    { fallback: undefined, live: custom({ a: 1 }), verdict: "skip", strategy: "exact" },
    { fallback: undefined, live: custom({ a: 1, b: 2 }), verdict: "write", strategy: "exact" },
    { fallback: "exact", live: custom({ a: 2 }), verdict: "write", strategy: "exact" },
    { fallback: "derivative", live: custom({ a: 1, b: 2 }), verdict: "skip", strategy: "derivative" },
    { fallback: "derivative", live: custom({ a: 2, b: 2 }), verdict: "write", strategy: "derivative" },
    { fallback: "unconditional", live: custom({ a: 1 }), verdict: "write", strategy: "unconditional" },
  ] as const)("$fallback: $verdict", ({ fallback, live, verdict, strategy }) => {
    const set = { name: "test", rules: [], ...(fallback !== undefined && { fallback }) };
    const decision = decideOn(createGate({ rules: compileRules([set]) }), desired, stored(live));
    expect([decision.verdict, decision.strategy, decision.reason]).toEqual([
      verdict,
      strategy,
      { code: "no-rule", fallback: strategy },
    ]);
  });

  test("a kind without a rule, of which facts are known, is compared by them", () => {
    const gate = createGate({ rules: compileRules([{ name: "test", rules: [] }]) });
    const decision = decideOn(gate, deployment(), stored(deployment({ replicas: 1 })));
    expect([decision.verdict, decision.reason.code]).toEqual(["skip", "no-rule"]);
  });

  test("an ignore of the set holds for every kind", () => {
    const set = { name: "test", rules: [], ignore: ["metadata.labels.x"] };
    const gate = createGate({ rules: compileRules([set]) });
    const labelled = (x: string): JsonObject => custom({ a: 1 }, { labels: { x } });
    expect(decideOn(gate, labelled("1"), stored(labelled("2"))).verdict).toBe("skip");
  });
});

describe("a mode that the gate does not know", () => {
  test("is refused at once", () => {
    expect(() => createGate({ mode: "patch" as unknown as "replace" })).toThrow(
      expect.objectContaining({ code: "unsupported-mode" }),
    );
  });
});

describe("a decision that skips", () => {
  test("cannot be changed by one caller for the next", () => {
    const decision = decideOn(
      createGate({ rules: compileRules([{ rules: [{ group: "", kind: "ConfigMap", ...EXACT }] }]) }),
      configMap({}),
      stored(configMap({})),
    );
    expect(Object.isFrozen(decision) && Object.isFrozen(decision.reason)).toBe(true);
  });
});
