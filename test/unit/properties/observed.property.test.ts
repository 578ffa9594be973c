import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fieldSetOf } from "../../../src/core/apply/field-set-of.js";
import type { KindFacts } from "../../../src/core/facts.js";
import { isList, type JsonObject, type KubeObject, textOf } from "../../../src/core/json.js";
import { partsOf } from "../../../src/core/plan/parts.js";
import { compilePlan } from "../../../src/core/plan/plan.js";
import { TypeNodes } from "../../../src/core/plan/types.js";
import { bundledFacts } from "../../../src/rules/facts.js";
import type { Gate } from "../../../src/rules/gate.js";
import { decideOn, deepFreeze, explainOn, gateFor } from "../core/helper.js";
import { apiVersionOf, bytes, KINDS, nameOf, PATIENCE, runs, statedFrom, Tape } from "./arbitrary.js";
import { mutated, reordered } from "./mutate.js";
import { liveFrom } from "./server.js";

const types = new TypeNodes(bundledFacts);
const OBSERVED = { strategy: "observed" } as const;

/** Live as our own apply of desired, and an admission webhook in it, left it. */
function hooked(kind: KindFacts, desired: JsonObject, from: Tape): JsonObject {
  const { root } = compilePlan(kind, types, partsOf([]), { mode: "apply", keeps: false });
  const stored = mutated(mutated(liveFrom(kind, desired), from), from);
  const entry = {
    manager: "ours",
    operation: "Apply",
    apiVersion: apiVersionOf(kind),
    fieldsType: "FieldsV1",
    fieldsV1: fieldSetOf(root, desired),
  };
  return { ...stored, metadata: { ...(stored.metadata as JsonObject), uid: "1", managedFields: [entry] } };
}

/** What a row starts from: what a builder states, and what the server made of it. */
function pairFrom(kind: KindFacts, from: Tape): readonly [desired: JsonObject, answer: JsonObject] {
  const desired = statedFrom(kind, from);
  return deepFreeze([desired, hooked(kind, desired, from)] as const);
}

function gatesOf(kind: KindFacts): readonly Gate[] {
  const of = { apiVersion: apiVersionOf(kind), kind: kind.kind };
  return (["replace", "merge", "apply"] as const).map((mode) =>
    gateFor(of, OBSERVED, { mode, fieldManager: "ours" }),
  );
}

/** Text of an object in which neither order nor number of the values of a list count. */
function unordered(object: JsonObject): string {
  return JSON.stringify(object, (_key, value) =>
    isList(value) ? [...new Set(value.map(textOf))].sort() : value,
  );
}

/** True of an object with two values alike in one list: no server has that in a set. */
function repeats(object: JsonObject): boolean {
  const text = JSON.stringify(object, (_key, value) =>
    isList(value) && new Set(value.map(textOf)).size < value.length ? "REPEATS" : value,
  );
  return text.includes("REPEATS");
}

/** decide and explain agree. */
function decided(gate: Gate, desired: JsonObject, live: JsonObject, answer: JsonObject): string {
  const options = { observed: answer as KubeObject };
  const decision = decideOn(gate, desired, live, options);
  const explained = explainOn(gate, desired, live, options);
  expect([explained.verdict, explained.reason]).toEqual([decision.verdict, decision.reason]);
  return `${decision.verdict} ${decision.reason.code}`;
}

/** What no values show, and no answer hides: what the server refuses, what only a PUT can take away, and what is not recorded as ours. */
const FINDINGS = [
  "blocked immutable",
  "blocked duplicate-key",
  "blocked unknown-field",
  "write not-possible-by-apply",
  "write not-owned",
];

describe("live as the server answered is skipped, whatever desired states", { timeout: PATIENCE }, () => {
  test.each(KINDS.map((kind) => [nameOf(kind), kind] as const))("%s", (_name, kind) => {
    const gates = gatesOf(kind);
    fc.assert(
      fc.property(bytes, bytes, (read, more) => {
        const [desired, answer] = pairFrom(kind, new Tape(read));
        const live = deepFreeze(reordered(answer, new Tape(more)));
        for (const gate of gates)
          expect(["skip as-observed", ...FINDINGS]).toContain(decided(gate, desired, live, answer));
      }),
      runs(30),
    );
  });
});

describe("any change of live since the answer is no skip", { timeout: PATIENCE }, () => {
  test.each(KINDS.map((kind) => [nameOf(kind), kind] as const))("%s", (_name, kind) => {
    const gates = gatesOf(kind);
    fc.assert(
      fc.property(bytes, bytes, (read, more) => {
        const [desired, answer] = pairFrom(kind, new Tape(read));
        const changed = mutated(answer, new Tape(more));
        const touched = Object.keys(answer).filter(
          (key) => textOf(answer[key] ?? null) !== textOf(changed[key] ?? null),
        );
        // What desired does not state at all is not ours.
        fc.pre(!repeats(answer) && touched.some((key) => desired[key] !== undefined));
        const live = deepFreeze(changed);
        // An apply leaves the order of a set as it is.
        const turned = unordered(live) === unordered(answer);
        for (const gate of gates)
          if (gate.mode !== "apply" || !turned)
            expect(decided(gate, desired, live, answer), gate.mode).not.toMatch(/^skip/);
      }),
      runs(40),
    );
  });
});
