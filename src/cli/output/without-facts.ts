import { groupVersionOf } from "../../core/decide/identity.js";
import type { Decision } from "../../core/decision.js";
import type { FactSource } from "../../core/facts.js";
import type { JsonObject } from "../../core/json.js";
import { printable } from "../../prose/index.js";
import type { Manifest } from "../input/index.js";

interface Decided {
  readonly desired: Manifest;
  readonly decision: Decision<JsonObject>;
}

/** A line for each kind that is written after it was compared as plain JSON, since nothing is known of it: what would find out more. */
export function withoutFactsText(decided: readonly Decided[], facts: FactSource): string {
  const names = new Set<string>();
  for (const { desired, decision } of decided) {
    const { apiVersion, kind } = desired;
    const { group, version } = groupVersionOf(apiVersion);
    const { verdict, reason } = decision;
    const isPlain = verdict === "write" && reason.code === "no-rule" && reason.fallback === "exact";
    if (!isPlain || group === "" || facts.kind(group, version, kind) !== undefined) continue;
    names.add(printable(`${kind}.${group}`));
  }
  return [...names]
    .map((name) => `no facts of ${name} (\`churngate learn ${name}\` finds out what the server fills in)\n`)
    .join("");
}
