import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fieldSetOf } from "../../../src/core/apply/field-set-of.js";
import type { Decision } from "../../../src/core/decision.js";
import type { KindFacts } from "../../../src/core/facts.js";
import type { JsonObject, KubeObject } from "../../../src/core/json.js";
import { partsOf } from "../../../src/core/plan/parts.js";
import { compilePlan } from "../../../src/core/plan/plan.js";
import { TypeNodes } from "../../../src/core/plan/types.js";
import { bundledFacts } from "../../../src/rules/facts.js";
import { createGate, type Gate, type GateOptions } from "../../../src/rules/gate.js";
import { decideOn, explainOn, gateFor, passedOf, type Settings } from "../core/helper.js";
import { changedAnywhere, outcomeOf } from "./anywhere.js";
import { apiVersionOf, bytes, KINDS, nameOf, PATIENCE, runs, stated, Tape } from "./arbitrary.js";
import { mutated } from "./mutate.js";
import { liveFrom } from "./server.js";

const types = new TypeNodes(bundledFacts);

const RULES: readonly Settings[] = [
  { strategy: "exact" },
  { strategy: "derivative" },
  { strategy: "hash" },
  { strategy: "hash", hash: { drift: "exact" } },
  {
    strategy: "exact",
    ignore: [{ path: "metadata.labels[tier]" }],
    once: ["spec.replicas"],
    absent: ["metadata.annotations[example.com/old]"],
    fields: [{ path: "spec", strategy: "derivative" }, "data"],
    when: [{ if: { on: "live", path: "status.phase", equals: "Ready" }, ignore: [{ path: "spec.paused" }] }],
  } as Settings,
  {
    strategy: "exact",
    finalizers: { own: ["example.com/a"] },
    lists: [{ path: "spec.template.spec.containers", keys: ["name"], foreign: "keep" }],
    incidental: ["spec.template.metadata.annotations"],
    release: ["spec.replicas"],
    overrides: [{ match: { labels: { tier: "a" } }, strategy: "derivative" }],
  } as Settings,
];

const GATES: readonly Omit<GateOptions, "rules">[] = [
  {},
  { fieldManager: "ours" },
  { mode: "merge" },
  { mode: "merge", fieldManager: "ours" },
  { mode: "apply", fieldManager: "ours" },
  { mode: "apply", fieldManager: "ours", force: false },
];

/** Who owns what of live: as after our own apply, that of another one beside, or none of both. */
function withOwners(kind: KindFacts | undefined, live: JsonObject, own: JsonObject, from: Tape): JsonObject {
  const { root } = compilePlan(kind, types, partsOf([]), { mode: "apply", keeps: false });
  const entry = (manager: string, operation: string, of: JsonObject): JsonObject => ({
    manager,
    operation,
    apiVersion: of.apiVersion,
    time: "2026-01-01T00:00:00Z",
    fieldsType: "FieldsV1",
    fieldsV1: fieldSetOf(root, of),
  });
  const ours = entry("ours", "Apply", own);
  const changed =
    from.below(6) === 5 ? { ...ours, fieldsV1: changedAnywhere(ours.fieldsV1 as JsonObject, from) } : ours;
  const all = [
    ...(from.below(4) === 3 ? [entry("other", "Update", live)] : []),
    ...(from.below(12) === 11 ? [] : [changed]),
    ...(from.below(6) === 5 ? [entry("other", "Apply", mutated(own, from))] : []),
    ...(from.below(8) === 7 ? [{ ...entry("ours", "Update", own), subresource: "status" }] : []),
  ];
  return { ...live, metadata: { ...(live.metadata as JsonObject), managedFields: all } };
}

/** What is compared: what a builder states, what the server may hold of it, and what that may become. */
interface Case {
  readonly desired: JsonObject;
  readonly lives: readonly JsonObject[];
}

/** How one kind is decided. */
interface Setup {
  readonly rule: Settings;
  readonly options: Omit<GateOptions, "rules">;
  /** The kind has no facts. */
  readonly custom: boolean;
}

const SETUPS: readonly Setup[] = RULES.flatMap((rule) =>
  GATES.flatMap((options) => [false, true].map((custom) => ({ rule, options, custom }))),
);

function gateOf({ group, version, kind }: KindFacts, { rule, options, custom }: Setup): Gate {
  const apiVersion = custom ? CUSTOM : apiVersionOf({ group, version } as KindFacts);
  return gateFor({ apiVersion, kind }, rule, options);
}

const CUSTOM = "example.com/v1";

function caseOf(kind: KindFacts, stated: JsonObject, from: Tape, setup: Setup, gate: Gate): Case {
  const { custom, rule } = setup;
  const of = custom ? { ...stated, apiVersion: CUSTOM } : stated;
  const own = from.below(4) === 3 ? mutated(of, from) : of;
  const desired = from.below(4) === 3 ? changedAnywhere(of, from) : of;
  const stored = liveFrom(kind, of);
  const there: JsonObject = custom ? { ...stored, ...of, metadata: stored.metadata } : stored;
  const owned = withOwners(custom ? undefined : kind, there, own, from);
  const live = rule.strategy === "hash" ? recorded(gate, desired, owned) : owned;
  const lives = [live];
  for (let count = 0; count < 6; count++) lives.push(changedAnywhere(from.pick(lives), from));
  return { desired, lives };
}

/** Live with the fingerprint that a write of desired would have recorded. */
function recorded(gate: Gate, desired: JsonObject, live: JsonObject): JsonObject {
  try {
    const decision = decideOn(gate, desired, live);
    const after = decision.verdict === "write" ? decision.payload() : {};
    const { annotations } = (after.metadata ?? {}) as JsonObject;
    return annotations === undefined
      ? live
      : { ...live, metadata: { ...(live.metadata as JsonObject), annotations } };
  } catch {
    return live;
  }
}

/** Of each place in the table another seed, so that not every kind meets the same. */
function seeded(index: number): fc.Parameters<unknown> {
  const { seed, ...more } = runs(20);
  return seed === undefined ? more : { ...more, seed: seed + index };
}

describe("what is prepared is decided as ever, and every way of looking at a pair agrees", {
  timeout: PATIENCE,
}, () => {
  test.each(KINDS.map((kind, index) => [nameOf(kind), kind, index] as const))("%s", (_name, kind, index) => {
    const made = new Map<Setup, Gate>();
    fc.assert(
      fc.property(stated(kind), bytes, fc.nat(SETUPS.length - 1), (object, read, at) => {
        const setup = SETUPS[at] as Setup;
        const gate = made.get(setup) ?? gateOf(kind, setup);
        made.set(setup, gate);
        const { desired, lives } = caseOf(kind, object, new Tape(read), setup, gate);
        expectRemembered(gate, desired, lives);
        for (const live of lives) expectAgreed(gate, desired, live, setup.rule.strategy === "hash");
      }),
      seeded(index),
    );
  });
});

/** Prepared decides as ever, whatever it saw before. */
function expectRemembered(gate: Gate, desired: JsonObject, lives: readonly JsonObject[]): void {
  const prepared = gate.prepare(desired as KubeObject);
  for (const live of [...lives, ...lives, ...lives.toReversed()]) {
    const plain = outcomeOf(() => decideOn(gate, desired, live));
    expect(outcomeOf(() => prepared.decide(live as KubeObject) as Decision<JsonObject>)).toEqual(plain);
  }
}

/** Real pairs, each with a live object that was changed in some places. */
describe("as the server has them", { timeout: PATIENCE }, () => {
  const file = fileURLToPath(new URL("../../accuracy/pairs.jsonl.gz", import.meta.url));
  const lines = gunzipSync(readFileSync(file)).toString().trim().split("\n");
  test.each(GATES.map((options) => [JSON.stringify(options), options] as const))("%s", (_name, options) => {
    // By whose name they were applied.
    const gate = createGate({ ...options, ...(options.fieldManager && { fieldManager: "ctl" }) });
    fc.assert(
      fc.property(fc.nat(lines.length - 1), bytes, (at, read) => {
        const { desired, live } = JSON.parse(lines[at] as string) as {
          desired: JsonObject;
          live: JsonObject;
        };
        const from = new Tape(read);
        const lives = [live];
        for (let count = 0; count < 4; count++) lives.push(changedAnywhere(from.pick(lives), from));
        for (const stated of [desired, { ...live, metadata: desired.metadata } as JsonObject]) {
          expectRemembered(gate, stated, lives);
          for (const each of lives) expectAgreed(gate, stated, each, false);
        }
      }),
      runs(100),
    );
  });
});

function expectAgreed(gate: Gate, desired: JsonObject, live: JsonObject, drifts: boolean): void {
  const decide = (stated: JsonObject): unknown => outcomeOf(() => decideOn(gate, stated, live));
  const plain = decide(desired);
  // A member that is there and says nothing ends the look at an apply: the merge decides.
  expect(decide({ ...desired, "": undefined })).toEqual(plain);
  expect(outcomeOf(() => explainOn(gate, desired, live))).toEqual(plain);
  if ((plain as readonly unknown[])[0] === "throws" || drifts) return;
  const explained = explainOn(gate, desired, live);
  // What an apply leaves is live itself, though it holds what no server stores: null in a list.
  if (gate.mode !== "apply")
    expect(passedOf(explained).filter((passed) => passed.endsWith(" drift"))).toEqual([]);
  if (explained.verdict === "write" && explained.reason.code === "differs")
    expect(explained.changes).not.toEqual([]);
}
