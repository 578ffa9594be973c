import type { Unknown } from "../../core/unknown.js";
import type { FactData, RuleLiteral } from "../set.js";
import { factsOf } from "./facts.js";
import type { CustomKind } from "./schema.js";
import { unknownsOf } from "./unknowns.js";

/** What is known of one kind in all of its versions. */
export interface LearnedKind {
  readonly group: string;
  readonly kind: string;
  readonly versions: readonly CustomKind[];
  /** Names of types start with the kind's, so that those of two kinds never meet. */
  readonly facts: FactData;
  readonly rule: RuleLiteral;
  /** What it was learned from: `its definition (v1, v1beta1)`. */
  readonly source: string;
  readonly unknowns: readonly {
    /** Left out where it holds for all versions. */
    readonly version?: string;
    readonly unknown: Unknown;
  }[];
}

/** Learns from schemas, kind by kind, in their order. */
export function learnKinds(kinds: readonly CustomKind[]): readonly LearnedKind[] {
  const byKind = new Map<string, CustomKind[]>();
  for (const custom of kinds) {
    const key = `${custom.group}/${custom.kind}`;
    byKind.set(key, [...(byKind.get(key) ?? []), custom]);
  }
  return [...byKind.values()].map(learnKind);
}

function learnKind(versions: readonly CustomKind[]): LearnedKind {
  const [{ group, kind }] = versions as readonly [CustomKind];
  const facts = factsOf(versions, (name) => (name === kind ? name : `${kind}.${name}`));
  const source = `its CustomResourceDefinition (${versions.map(({ version }) => version).join(", ")})`;
  const why = `What the server fills in and drops is known from ${source}, so that a removed field can be seen.`;
  const rule: RuleLiteral = { group, kind, strategy: "exact", why };
  return { group, kind, versions, facts, rule, source, unknowns: unknownsOf(versions, facts) };
}
