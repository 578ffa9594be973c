import type { FactSource, KindFacts } from "../../core/facts.js";
import type { Rule, Strategy } from "../../generated/rule.js";
import { checkFacts } from "../check-facts.js";
import { checkStack } from "../check-stack.js";
import { RuleDocument } from "../document.js";
import type { RuleError } from "../errors.js";
import { bundledFacts } from "../facts.js";
import { ruleFileOf } from "../file-name.js";
import { type LoadedSet, overlap } from "../loaded-set.js";
import { overlay } from "../overlay.js";
import { type LoadedRule, readAs } from "../read-file.js";
import { readSet } from "../read-set.js";
import { fallbackOf } from "../resolve.js";
import type { RuleSet } from "../set.js";
import { conditions } from "./conditions.js";
import type { Check, LintContext } from "./context.js";
import { hash } from "./hash.js";
import { ignoredFields } from "./ignored-fields.js";
import { incidental } from "./incidental.js";
import { knownKind } from "./known-kind.js";
import { knownPaths } from "./known-paths.js";
import { knownVersions } from "./known-versions.js";
import { lists } from "./lists.js";
import { mixedFacts } from "./mixed-facts.js";
import { neverCompared } from "./never-compared.js";
import { overrides } from "./overrides.js";
import { quantities } from "./quantities.js";
import { strategies } from "./strategies.js";
import { why } from "./why.js";

const CHECKS: readonly Check[] = [
  knownKind,
  knownVersions,
  knownPaths,
  neverCompared,
  hash,
  strategies,
  quantities,
  lists,
  incidental,
  ignoredFields,
  overrides,
  conditions,
  why,
];

export interface LintOptions {
  /** What the sets' own facts are laid over: the bundled facts unless given. */
  readonly facts?: FactSource;
  /** Lint the bundled rules too. */
  readonly all?: boolean;
}

/**
 * Everything that is wrong or odd about rule sets, stacked as compileRules does: what would make
 * compileRules throw, and what only facts and good sense can tell. Sorted by place.
 */
export function lintRules(
  sets: readonly RuleSet[],
  { facts = bundledFacts, all = false }: LintOptions = {},
): readonly RuleError[] {
  const loaded = sets.map((set, index) => readSet(set, index + 1));
  const own = loaded.flatMap((set) => set.facts);
  const known = overlay(facts, own);
  const errors = [...loaded.flatMap((set) => set.errors), ...checkStack(loaded), ...sets.flatMap(caseErrors)];
  // What a file that could not be read would have had is not missing.
  if (loaded.every((set) => set.errors.length === 0)) errors.push(...checkFacts(own, known));
  for (const file of own) errors.push(...mixedFacts(file, known));
  loaded.forEach((set, index) => {
    if (!set.checked || all) errors.push(...lintSet(set, loaded.slice(0, index + 1), known));
  });
  return errors.sort(byPlace);
}

/** What is wrong with the tables of cases, which compileRules does not look at. */
function caseErrors(set: RuleSet): readonly RuleError[] {
  if (!("files" in set)) return [];
  return Object.entries(set.files).flatMap(([file, text]) => {
    if (ruleFileOf(file)?.type !== "cases") return [];
    const read = readAs("cases", new RuleDocument(file, text));
    return "errors" in read ? read.errors : [];
  });
}

function* lintSet(set: LoadedSet, stacked: readonly LoadedSet[], facts: FactSource): Generator<RuleError> {
  for (const subject of set.kinds()) {
    for (const loaded of set.rules(subject)) {
      const context = contextOf(loaded, stacked, facts);
      for (const check of CHECKS) yield* check(context);
    }
  }
}

function contextOf(
  { rule, document }: LoadedRule,
  stacked: readonly LoadedSet[],
  facts: FactSource,
): LintContext {
  const strategy = rule.strategy ?? inherited(rule, stacked.slice(0, -1)) ?? fallbackOf(stacked);
  return { rule, strategy, document, facts, kinds: kindFacts(rule, facts) };
}

/** The strategy of the highest rule below that has one and is for a version that the rule is for. */
function inherited(rule: Rule, below: readonly LoadedSet[]): Strategy | undefined {
  const rules = below.flatMap((set) => set.rules(rule)).map((loaded) => loaded.rule);
  return rules.findLast((other) => other.strategy && overlap(other, rule))?.strategy;
}

function kindFacts({ group, kind, versions }: Rule, facts: FactSource): KindFacts[] {
  return facts
    .kinds()
    .filter(
      (known) => known.group === group && known.kind === kind && (versions?.includes(known.version) ?? true),
    )
    .flatMap(({ version }) => facts.kind(group, version, kind) ?? []);
}

function byPlace(left: RuleError, right: RuleError): number {
  if (left.file !== right.file) return left.file < right.file ? -1 : 1;
  return left.line - right.line || left.column - right.column;
}
