import type { JsonObject, KubeObject } from "../../../core/json.js";
import type { CompiledRules } from "../../compiled.js";
import { createGate, type Gate, type GateOptions } from "../../gate.js";
import type { Asked } from "./asked.js";
import { type Candidate, withStrategy } from "./candidates.js";
import { asRecorded } from "./recorded.js";

/** What a strategy would do where desired was changed, or where live was edited by hand: desired is what was applied. */
export interface Contender {
  verdict(asked: Asked, applied: JsonObject): "write" | "skip" | "blocked";
}

/** How each candidate decides, by a rule's own ignores, lists and fields. */
export function contendersOf(
  rules: CompiledRules,
  options: Omit<GateOptions, "rules">,
): Readonly<Record<Candidate, Contender>> {
  const gate = (...strategy: [Parameters<typeof withStrategy>[1], ("none" | "exact")?]): Gate =>
    createGate({ ...options, rules: withStrategy(rules, ...strategy) });
  return {
    hash: byGate(gate("hash")),
    derivative: byGate(gate("derivative")),
    exact: byGate(gate("exact")),
    "hash+drift": byGate(gate("hash", "exact")),
    observed: byGate(gate("observed")),
    unconditional: { verdict: () => "write" },
  };
}

/** As a gate decides, after it has written `applied`. */
export function byGate(gate: Gate): Contender {
  return {
    verdict({ desired, live, answer }, applied) {
      const isHash = gate.ruleFor(desired).rule.strategy === "hash";
      const seen = isHash ? asRecorded(live, applied, gate) : live;
      // An ensurer that remembers no answer asks for one.
      const options = { observed: answer as KubeObject };
      const { verdict } = gate.decide(desired as KubeObject, seen as KubeObject, options);
      return verdict === "create" ? "write" : verdict;
    },
  };
}
