import type { Unknown } from "../../core/unknown.js";
import type { FactData, RuleLiteral } from "../set.js";
import { kindsOfDefinitions } from "./definition.js";
import { learnKinds } from "./kinds.js";

/** What a kind's definition does not tell. */
export interface LearnedUnknown {
  readonly group: string;
  readonly kind: string;
  /** The API version; left out where it holds for all of them. */
  readonly version?: string;
  readonly unknown: Unknown;
}

/** What was learned: a rule set for compileRules, and what could not be found out. */
export interface Learned {
  /** `exact` for each kind. */
  readonly rules: readonly RuleLiteral[];
  /** The facts of each kind in each served version. */
  readonly facts: FactData;
  readonly unknowns: readonly LearnedUnknown[];
}

/**
 * Learns from CustomResourceDefinitions what the API server does with their kinds: what it fills in, drops and refuses.
 *
 *     const rules = compileRules([bundledRules, learnRules([definition])]);
 *
 * @param definitions CustomResourceDefinitions of apiextensions.k8s.io/v1 or v1beta1, as parsed from YAML or read from a cluster;
 * other objects are passed over. None is changed.
 * @returns a rule and facts for each kind. A set above it may have rules of its own for them.
 * @throws LearnError for a definition that no API server takes, or two of the same kind
 */
export function learnRules(definitions: readonly unknown[]): Learned {
  const learned = learnKinds(kindsOfDefinitions(definitions));
  return {
    rules: learned.map(({ rule }) => rule),
    facts: {
      kinds: learned.flatMap(({ facts }) => facts.kinds),
      types: Object.fromEntries(learned.flatMap(({ facts }) => Object.entries(facts.types))),
    },
    unknowns: learned.flatMap(({ group, kind, unknowns }) =>
      unknowns.map(({ version, unknown }) => ({
        group,
        kind,
        ...(version !== undefined && { version }),
        unknown,
      })),
    ),
  };
}
