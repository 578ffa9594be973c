import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { changesOf, DERIVATIVE, deepFreeze, EXACT, explainOn, gateFor } from "../core/helper.js";
import { apiVersionOf, KINDS, nameOf, PATIENCE, runs, stated } from "./arbitrary.js";
import { liveFrom } from "./server.js";

describe("live as the server stores desired is skipped", { timeout: PATIENCE }, () => {
  test.each(KINDS.map((kind) => [nameOf(kind), kind] as const))("%s", (_name, kind) => {
    const of = { apiVersion: apiVersionOf(kind), kind: kind.kind };
    const gates = [EXACT, DERIVATIVE].map((rule) => gateFor(of, rule));
    fc.assert(
      fc.property(stated(kind), (desired) => {
        const live = deepFreeze(liveFrom(kind, deepFreeze(desired)));
        for (const gate of gates) {
          const decision = explainOn(gate, desired, live);
          expect([decision.verdict, changesOf(decision)]).toEqual(["skip", []]);
        }
      }),
      runs(40),
    );
  });
});
