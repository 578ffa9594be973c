import type { Unlearned } from "../../core/unlearned.js";
import type { FactData, RuleLiteral } from "../set.js";
import { factsOf } from "./facts.js";
import { ruleOf } from "./rule.js";
import type { CustomKind } from "./schema.js";
import { unknownsOf, unknownsOfSchema } from "./unknowns.js";

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
    readonly unknown: Unlearned;
  }[];
}

/** Learns from schemas, kind by kind, in their order; `from` says what had them. */
export function learnKinds(
  kinds: readonly CustomKind[],
  from = "its CustomResourceDefinition",
): readonly LearnedKind[] {
  const byKind = new Map<string, CustomKind[]>();
  for (const custom of kinds) {
    const key = `${custom.group}/${custom.kind}`;
    byKind.set(key, [...(byKind.get(key) ?? []), custom]);
  }
  return [...byKind.values()].map((versions) => {
    const kind = versions[0]?.kind ?? "";
    const facts = factsOf(versions, (name) => (name === kind ? name : `${kind}.${name}`));
    return learnedFrom(versions, facts, from, (custom) => unknownsOfSchema(custom, facts));
  });
}

/** What is known of one kind, by its facts in each of the versions. */
export function learnedFrom(
  versions: readonly CustomKind[],
  facts: FactData,
  from: string,
  unknowns: (custom: CustomKind) => Iterable<Unlearned>,
): LearnedKind {
  const [{ group, kind }] = versions as readonly [CustomKind];
  const source = `${from} (${versions.map(({ version }) => version).join(", ")})`;
  return {
    ...{ group, kind, versions, facts, source },
    rule: ruleOf(versions, source),
    unknowns: unknownsOf(versions, unknowns),
  };
}
