import type { CompiledRules } from "../../rules/compiled.js";
import { createGate, type Gate, type GateOptions } from "../../rules/gate.js";
import { withStrategy } from "../../rules/learn/evidence/candidates.js";
import { Writer } from "./writers.js";

/** How the objects of one run are written, and decided about. */
export interface Writing {
  /** Without any fact: what the server does to it shows. */
  readonly plain: Writer;
  /** With what facts keep from live: where the server refuses a plain write. */
  readonly keeping: Writer;
  /** Says what only the order of sets differs in. */
  readonly exact: Gate;
}

export function writingOf(rules: CompiledRules, options: Omit<GateOptions, "rules">): Writing {
  return {
    plain: new Writer(rules, options, false),
    keeping: new Writer(rules, options, true),
    exact: createGate({ ...options, rules: withStrategy(rules, "exact") }),
  };
}
