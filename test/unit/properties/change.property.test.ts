import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { KindFacts } from "../../../src/core/facts.js";
import type { Json, JsonObject } from "../../../src/core/json.js";
import { changesOf, decideOn, deepFreeze, EXACT, gateFor } from "../core/helper.js";
import { apiVersionOf, bytes, KINDS, nameOf, PATIENCE, runs, stated, Tape } from "./arbitrary.js";
import { mutated } from "./mutate.js";
import { liveFrom, store } from "./server.js";

/** The top-level fields of an object that a rule without `fields` claims for it. */
function claimed(desired: JsonObject, of: JsonObject): Record<string, Json | undefined> {
  const never = ["apiVersion", "kind", "metadata", "status"];
  const keys = Object.keys(desired).filter((key) => !never.includes(key));
  return Object.fromEntries(keys.map((key) => [key, of[key]]));
}

/** What a write of desired leaves as live has it, whatever desired says: of that the plain server knows nothing. */
function isCarried(kind: KindFacts): boolean {
  return kind.keepFromLive !== undefined || kind.ignoredOnUpdate !== undefined;
}

describe("under exact, skip means that the server would store the same", { timeout: PATIENCE }, () => {
  test.each(KINDS.map((kind) => [nameOf(kind), kind] as const))("%s", (_name, kind) => {
    const gate = gateFor({ apiVersion: apiVersionOf(kind), kind: kind.kind }, EXACT);
    fc.assert(
      fc.property(stated(kind), bytes, (before, read) => {
        const from = new Tape(read);
        const live = deepFreeze(liveFrom(kind, before));
        const desired = deepFreeze(mutated(before, from));
        const [would, has] = [claimed(desired, store(kind, desired)), claimed(desired, live)];
        const same = JSON.stringify(sorted(would)) === JSON.stringify(sorted(has));
        const decision = decideOn(gate, desired, live);
        if (same) expect([decision.verdict, changesOf(decision)]).toEqual(["skip", []]);
        else if (!isCarried(kind)) expect(decision.verdict).not.toBe("skip");
      }),
      runs(60),
    );
  });
});

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => [key, sorted(member)]),
  );
}
