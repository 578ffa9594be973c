import type { FactSource } from "../../core/facts.js";
import type { JsonObject } from "../../core/json.js";
import { compileRules } from "../../rules/compile.js";
import { createGate, type Gate } from "../../rules/gate.js";
import { metadataOf } from "../port/object.js";
import { isSameValue } from "./items.js";

/** Tells whether two versions are one to the facts: the same values, spelt in another way. */
export class Sameness {
  private readonly gate: Gate;

  constructor(facts: FactSource) {
    // No rules: nothing is ignored, and nothing is kept as somebody else's but what is asked for below.
    this.gate = createGate({ rules: compileRules([], facts) });
  }

  /** Both ways: what an update would keep from live is no spelling of what is left out. */
  isSame(before: JsonObject, after: JsonObject): boolean {
    const [left, right] = [metadataOf(before), metadataOf(after)];
    // The gate passes over somebody else's labels.
    if (!isSameValue(left.labels, right.labels) || !isSameValue(left.annotations, right.annotations))
      return false;
    if (left.deletionTimestamp !== undefined || right.deletionTimestamp !== undefined) return false;
    if (!this.sameNames(left.finalizers, right.finalizers)) return false;
    if (!this.skips(before, after) || !this.skips(after, before)) return false;
    if (isSameValue(before.status, after.status)) return true;
    return this.skips(before, after, "status") && this.skips(after, before, "status");
  }

  private sameNames(left: unknown, right: unknown): boolean {
    const [a, b] = [left, right].map((list) => (Array.isArray(list) ? [...list].sort() : []));
    return isSameValue(a as readonly string[], b as readonly string[]);
  }

  private skips(desired: JsonObject, live: JsonObject, subresource?: "status"): boolean {
    try {
      const options = subresource === undefined ? {} : { subresource };
      return this.gate.decide(desired, live, options).verdict === "skip";
    } catch {
      return false; // what cannot be compared is a change
    }
  }
}
