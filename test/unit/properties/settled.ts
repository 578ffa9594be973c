import { expect } from "vitest";
import type { KindFacts } from "../../../src/core/facts.js";
import type { JsonObject } from "../../../src/core/json.js";
import type { Gate } from "../../../src/rules/gate.js";
import { changesOf, decideOn, explainOn, settle } from "../core/helper.js";
import { store } from "./server.js";

/**
 * decide and explain agree, and the payload, as the server stores it, leaves nothing more to write. What may be
 * changed can depend on what a write has just changed (a Job's template, once it is suspended): then one more.
 */
export function expectSettled(kind: KindFacts, gate: Gate, desired: JsonObject, live: JsonObject): void {
  const conditional = [...(kind.immutable ?? []), ...(kind.mutable ?? [])].some(
    ({ when }) => when !== undefined,
  );
  let now = live;
  for (let writes = conditional ? 2 : 1; writes >= 0; writes--) {
    const decision = decideOn(gate, desired, now);
    const explained = explainOn(gate, desired, now);
    expect([explained.verdict, changesOf(explained)]).toEqual([decision.verdict, changesOf(decision)]);
    if (decision.verdict === "skip" || decision.verdict === "create") return;
    expect(decision.changes.length).toBeGreaterThan(0);
    if (decision.verdict === "blocked") return;
    if (writes === 0) expect(changesOf(decision).join(), "after the payload was stored").toBe("");
    now = store(kind, settle(decision.payload(), now));
  }
}
