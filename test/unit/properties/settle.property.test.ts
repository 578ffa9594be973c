import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Decision } from "../../../src/core/decision.js";
import type { JsonObject } from "../../../src/core/json.js";
import { DERIVATIVE, decideOn, deepFreeze, EXACT, gateFor } from "../core/helper.js";
import { apiVersionOf, bytes, KINDS, nameOf, PATIENCE, runs, stated, Tape } from "./arbitrary.js";
import { mutated, reordered } from "./mutate.js";
import { liveFrom } from "./server.js";
import { expectSettled } from "./settled.js";

const STRATEGIES = [
  EXACT,
  DERIVATIVE,
  { strategy: "hash", hash: { drift: "exact" } },
  { strategy: "hash" },
] as const;

describe("the payload settles the difference", { timeout: PATIENCE }, () => {
  describe.each(STRATEGIES.map((rule) => [JSON.stringify(rule), rule] as const))("%s", (_rule, rule) => {
    test.each(KINDS.map((kind) => [nameOf(kind), kind] as const))("%s", (_name, kind) => {
      const gate = gateFor({ apiVersion: apiVersionOf(kind), kind: kind.kind }, rule);
      fc.assert(
        fc.property(stated(kind), stated(kind), bytes, (before, another, read) => {
          const from = new Tape(read);
          const live = deepFreeze(liveFrom(kind, before));
          expectSettled(kind, gate, deepFreeze(mutated(before, from)), live);
          expectSettled(kind, gate, deepFreeze(another), live);
        }),
        runs(12),
      );
    });
  });
});

describe("the order of members never matters", { timeout: PATIENCE }, () => {
  test.each(KINDS.map((kind) => [nameOf(kind), kind] as const))("%s", (_name, kind) => {
    const of = { apiVersion: apiVersionOf(kind), kind: kind.kind };
    const gates = STRATEGIES.map((rule) => gateFor(of, rule));
    fc.assert(
      fc.property(stated(kind), stated(kind), bytes, (before, another, read) => {
        const from = new Tape(read);
        const live = liveFrom(kind, before);
        for (const desired of [another, mutated(before, from)]) {
          const turned = [reordered(desired, from), reordered(live, from)] as const;
          for (const gate of gates) {
            expect(summary(decideOn(gate, ...turned))).toEqual(summary(decideOn(gate, desired, live)));
          }
        }
      }),
      runs(12),
    );
  });
});

/** Verdict, changes as a set, and the values: a fingerprint's too. */
function summary(decision: Decision<JsonObject>): unknown {
  const changes = "changes" in decision ? decision.changes : [];
  return [
    decision.verdict,
    changes
      .map(({ path, reason, desired }) =>
        [path, reason.code, typeof desired === "string" ? desired : ""].join(" "),
      )
      .sort(),
  ];
}
