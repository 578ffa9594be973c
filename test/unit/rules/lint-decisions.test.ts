import { describe, expect, test } from "vitest";
import type { Mode, Strategy } from "../../../src/core/decision.js";
import type { JsonObject, KubeObject } from "../../../src/core/json.js";
import { compileRules } from "../../../src/rules/compile.js";
import { createGate } from "../../../src/rules/gate.js";
import { lintRules } from "../../../src/rules/lint/index.js";
import type { RuleLiteral } from "../../../src/rules/set.js";

// What lint says of a rule, and what the gate then does by it.

const spec = {
  replicas: 2,
  selector: { matchLabels: { app: "a" } },
  template: {
    metadata: { labels: { app: "a" } },
    spec: { containers: [{ name: "c", image: "example.com/c:1" }] },
  },
};

type Stored = KubeObject & { readonly spec: JsonObject };

const object = (more: JsonObject = {}, metadata: JsonObject = {}): Stored =>
  ({
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "a", namespace: "b", ...metadata },
    spec: { ...spec, ...more },
  }) as Stored;

interface Row {
  name: string;
  rule: Partial<RuleLiteral>;
  mode?: Mode;
  desired?: Stored;
  /** Live, where it is not what a creation of `created` leaves. */
  live?: (created: Stored) => Stored;
  created?: Stored;
  codes: string[];
  /** The verdict, the reason and the paths that differ; of a write, then those of the next decision. */
  decided: string[];
}

const withSpec = (more: JsonObject) => (live: Stored) =>
  ({ ...live, spec: { ...live.spec, ...more } }) as Stored;

const rows: Row[] = [
  {
    name: "hash does not see what must be gone",
    rule: { strategy: "hash", fields: ["spec.replicas"], absent: ["spec.paused"] },
    live: withSpec({ paused: true }),
    codes: ["blind-part"],
    decided: ["skip equal"],
  },
  {
    name: "hash with drift does",
    rule: { strategy: "hash", hash: { drift: "derivative" }, absent: ["spec.paused"] },
    live: withSpec({ paused: true }),
    codes: [],
    decided: ["write differs spec.paused"],
  },
  {
    name: "hash does not see that live lacks what is stated once",
    rule: { strategy: "hash", fields: ["spec.replicas"], once: ["spec.paused"] },
    created: object(),
    desired: object({ paused: true }),
    codes: ["blind-part"],
    decided: ["skip equal"],
  },
  {
    name: "derivative does not see the last finalizer of ours",
    rule: { strategy: "derivative", finalizers: { own: ["a.b/c"] } },
    created: object({}, { finalizers: ["a.b/c"] }),
    codes: ["blind-part"],
    decided: ["skip equal"],
  },
  {
    name: "exact does",
    rule: { strategy: "exact", finalizers: { own: ["a.b/c"] } },
    created: object({}, { finalizers: ["a.b/c"] }),
    codes: [],
    decided: ["write differs metadata.finalizers[0]"],
  },
  {
    name: "a fingerprint that must be gone is written for ever",
    rule: {
      strategy: "hash",
      fields: ["spec.replicas"],
      absent: ["metadata.annotations[churngate.dev/hash]"],
    },
    codes: ["absent-fingerprint"],
    decided: [
      "write differs metadata.annotations[churngate.dev/hash]",
      "write differs metadata.annotations[churngate.dev/hash]",
    ],
  },
  {
    name: "a default that must be gone is written for ever",
    rule: { strategy: "exact", absent: ["spec.replicas"] },
    desired: object({ replicas: null }),
    // As the server stores each write.
    live: withSpec({ replicas: 1 }),
    codes: ["never-absent"],
    decided: ["write differs spec.replicas"],
  },
  {
    name: "an immutable difference under hash is written once, and then forgotten",
    rule: { strategy: "hash" },
    created: object(),
    desired: object({ selector: { matchLabels: { app: "other" } } }),
    codes: ["immutable-hash"],
    decided: [
      "write hash-differs metadata.annotations[churngate.dev/hash] spec.selector.matchLabels.app",
      "skip equal",
    ],
  },
  {
    name: "with drift it is blocked from then on",
    rule: { strategy: "hash", hash: { drift: "derivative" } },
    created: object(),
    desired: object({ selector: { matchLabels: { app: "other" } } }),
    codes: [],
    decided: [
      "write hash-differs metadata.annotations[churngate.dev/hash] spec.selector.matchLabels.app",
      "blocked immutable spec.selector.matchLabels.app",
    ],
  },
  {
    name: "exact in a merge patch does not see what is no longer stated",
    rule: { strategy: "exact" },
    mode: "merge",
    created: object({ minReadySeconds: 5 }),
    desired: object(),
    codes: ["removals-in-merge"],
    decided: ["skip equal"],
  },
  {
    name: "hash in a merge patch sees it, and cannot take it away",
    rule: {
      strategy: "hash",
      fields: ["spec.minReadySeconds"],
      ignore: [{ path: "spec.selector", why: "w" }],
    },
    mode: "merge",
    created: object({ minReadySeconds: 5 }),
    desired: object(),
    codes: ["idle-fields", "removals-in-merge"],
    decided: ["write hash-differs metadata.annotations[churngate.dev/hash]", "skip equal"],
  },
  {
    name: "a release in a PUT is an ignore",
    rule: { strategy: "exact", release: ["spec.replicas"] },
    live: withSpec({ replicas: 5 }),
    codes: ["release-is-ignore"],
    decided: ["skip equal"],
  },
  {
    name: "fields leave nothing out of a merge patch",
    rule: { strategy: "derivative", fields: ["spec.replicas"] },
    mode: "merge",
    created: object(),
    desired: object({ minReadySeconds: 5 }),
    codes: ["idle-fields"],
    decided: ["write differs spec.minReadySeconds", "skip equal"],
  },
  {
    name: "who ignores every item ignores the list",
    rule: {
      strategy: "exact",
      lists: [{ path: "spec.template.spec.containers", keys: ["name"] }],
      ignore: [{ path: "spec.template.spec.containers[*]", why: "w" }],
    },
    live: withSpec({ template: { ...spec.template, spec: { containers: [] } } }),
    codes: ["shadowed"],
    decided: ["skip equal"],
  },
  {
    name: "what is sent along is sent whole",
    rule: {
      strategy: "exact",
      incidental: ["spec.strategy"],
      ignore: [{ path: "spec.strategy.type", why: "w" }],
    },
    created: object({ strategy: { type: "RollingUpdate" } }),
    desired: object({ strategy: { type: "Recreate" }, minReadySeconds: 5 }),
    codes: ["shadowed"],
    decided: ["write differs spec.minReadySeconds", "skip equal"],
  },
  {
    name: "a set of objects is compared without their order",
    rule: { strategy: "exact", lists: [{ path: "spec.template.spec.containers", set: true }] },
    created: containers("a", "b"),
    desired: containers("b", "a"),
    codes: [],
    decided: ["skip equal"],
  },
];

function containers(...names: string[]): Stored {
  const all = names.map((name) => ({ name, image: "example.com/c:1" }));
  return object({ template: { ...spec.template, spec: { containers: all } } });
}

const settings = { group: "apps", kind: "Deployment", why: "w" } as const;
const strategyOf = ({ strategy }: Partial<RuleLiteral>): { strategy: Strategy } => ({
  strategy: strategy ?? "exact",
});

describe("what lint says, and what is then decided", () => {
  test.each(rows)("$name", ({ rule, mode = "replace", created, desired, live, codes, decided }) => {
    const set = { rules: [{ ...settings, ...rule, ...strategyOf(rule) }] };
    const found = lintRules([set], { mode }).map(({ code }) => code);
    expect([...found].sort()).toEqual([...codes].sort());

    const gate = createGate({ rules: compileRules([set]), mode });
    const first = gate.decide(created ?? object(), undefined);
    let stored = (first.verdict === "create" ? first.payload() : object()) as Stored;
    stored = live?.(stored) ?? stored;
    const seen = decided.map(() => {
      const decision = gate.decide(desired ?? object(), stored);
      if (decision.verdict === "write" && mode === "replace") stored = decision.payload() as Stored;
      else if (decision.verdict === "write")
        stored = patched(stored, decision.payload() as unknown as JsonObject);
      const paths = "changes" in decision ? [...new Set(decision.changes.map(({ path }) => path))] : [];
      return [decision.verdict, decision.reason.code, ...paths].join(" ");
    });
    expect(seen).toEqual(decided);
  });
});

/** A merge patch of what these rows have: no null, no list. */
function patched(live: Stored, patch: JsonObject): Stored {
  const { metadata, spec: more } = patch as { metadata?: { annotations?: JsonObject }; spec?: JsonObject };
  const { annotations } = live.metadata as { annotations?: JsonObject };
  return {
    ...live,
    metadata: { ...live.metadata, annotations: { ...annotations, ...metadata?.annotations } },
    spec: { ...live.spec, ...more },
  } as Stored;
}

test("under unconditional, atLeast and foreign items say what a write leaves alone", () => {
  const lists = [{ path: "spec.template.spec.containers", keys: ["name"], foreign: "keep" as const }];
  const rule = { ...settings, strategy: "unconditional" as const, atLeast: ["spec.replicas"], lists };
  expect(lintRules([{ rules: [rule] }])).toEqual([]);
  const gate = createGate({ rules: compileRules([{ rules: [rule] }]), mode: "replace" });
  const live = withSpec({ replicas: 5 })(containers("c", "theirs"));
  const decision = gate.decide(containers("c"), live);
  const payload = decision.verdict === "write" ? decision.payload() : undefined;
  expect(payload?.spec).toEqual(live.spec);
});
