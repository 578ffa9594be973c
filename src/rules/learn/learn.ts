import type { Unlearned } from "../../core/unlearned.js";
import type { FactData, RuleLiteral } from "../set.js";
import { kindsOfDefinitions } from "./definition.js";
import { learnKinds } from "./kinds.js";

/** What a kind's definition does not tell. */
export interface LearnedUnknown {
  readonly group: string;
  readonly kind: string;
  /** The API version; left out where it holds for all of them. */
  readonly version?: string;
  readonly unknown: Unlearned;
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
 * @param definitions one or more CustomResourceDefinitions of apiextensions.k8s.io/v1 or v1beta1, or a List of them, as parsed from YAML
 * or read from a cluster; a typed object of client-node goes through its toWire first. Other objects are passed over. None is changed.
 * @returns a rule and facts for each kind. A set above it may have rules of its own for them. Of a kind that a set below has a rule for
 * take the facts alone, since a rule replaces the one below: `{ rules: [], facts }`.
 * @throws LearnError where there is no definition among them, for one that no API server takes or that is no wire JSON, for two of the
 * same kind
 */
export function learnRules(definitions: object | readonly unknown[]): Learned {
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
