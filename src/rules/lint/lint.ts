import type { Mode } from "../../core/decision.js";
import type { FactSource, KindFacts } from "../../core/facts.js";
import type { Rule, Strategy } from "../../generated/rule.js";
import { checkFacts } from "../check-facts.js";
import { checkStack } from "../check-stack.js";
import type { RuleError } from "../errors.js";
import { bundledFacts } from "../facts.js";
import { type LoadedSet, overlap } from "../loaded-set.js";
import { overlay } from "../overlay.js";
import type { LoadedRule } from "../read-file.js";
import { readSet } from "../read-set.js";
import { fallbackOf } from "../resolve.js";
import type { RuleSet } from "../set.js";
import { nameOf } from "../subject.js";
import { blind } from "./blind.js";
import { conditions } from "./conditions.js";
import type { Check, KnownMode, LintContext } from "./context.js";
import { duplicates } from "./duplicates.js";
import { hash } from "./hash.js";
import { idle } from "./idle.js";
import { immutableHash } from "./immutable-hash.js";
import { incidental } from "./incidental.js";
import { knownKind } from "./known-kind.js";
import { knownPaths } from "./known-paths.js";
import { knownVersions } from "./known-versions.js";
import { lists } from "./lists.js";
import { layersOf } from "./merged.js";
import { mixedFacts } from "./mixed-facts.js";
import { modes } from "./modes.js";
import { neverAbsent } from "./never-absent.js";
import { neverCompared } from "./never-compared.js";
import { overrides } from "./overrides.js";
import { quantities } from "./quantities.js";
import { setIgnores } from "./set-ignores.js";
import { shadowed } from "./shadowed.js";
import { strategies } from "./strategies.js";
import { caseErrors, tableModes } from "./tables.js";
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
  blind,
  neverAbsent,
  immutableHash,
  modes,
  shadowed,
  duplicates,
  overrides,
  conditions,
  idle,
  why,
];

export interface LintOptions {
  /** What the sets' own facts are laid over: the bundled facts unless given. */
  readonly facts?: FactSource;
  /** Lint the bundled rules too. */
  readonly all?: boolean;
  /** Those of the sets that are only read, since others lie above them: what keeps rules from being used is said of them, no more. */
  readonly below?: readonly RuleSet[];
  /** How writes are sent, beside what the tables of cases say of theirs. */
  readonly mode?: Mode | undefined;
}

/**
 * Everything that is wrong or odd about rule sets, stacked as compileRules does: what would make
 * compileRules throw, and what only facts and good sense can tell. Sorted by place.
 */
export function lintRules(
  sets: readonly RuleSet[],
  { facts = bundledFacts, all = false, below = [], mode }: LintOptions = {},
): readonly RuleError[] {
  const loaded = sets.map((set, index) => readSet(set, index + 1));
  const own = loaded.flatMap((set) => set.facts);
  const known = overlay(facts, own);
  const linted = sets.filter((set) => !below.includes(set));
  const errors = [
    ...loaded.flatMap((set) => set.errors),
    ...checkStack(loaded),
    ...linted.flatMap(caseErrors),
  ];
  // What a file that could not be read would have had is not missing.
  if (loaded.every((set) => set.errors.length === 0)) errors.push(...checkFacts(own, known));
  loaded.forEach((set, index) => {
    const source = sets[index];
    if (source === undefined || below.includes(source)) return;
    for (const file of set.facts) errors.push(...mixedFacts(file, known));
    if (set.checked && !all) return;
    const tables = tableModes(source);
    const modesOf = (rule: Rule) => [
      ...(mode === undefined ? [] : [{ mode }]),
      ...tables.filter(({ subject }) => nameOf(subject) === nameOf(rule)).map(({ known }) => known),
    ];
    errors.push(
      ...lintSet(set, loaded.slice(0, index + 1), known, modesOf),
      ...setIgnores(set.ignore, known),
    );
  });
  return errors.sort(byPlace);
}

function* lintSet(
  set: LoadedSet,
  stacked: readonly LoadedSet[],
  facts: FactSource,
  modesOf: (rule: Rule) => readonly KnownMode[],
): Generator<RuleError> {
  for (const subject of set.kinds()) {
    for (const loaded of set.rules(subject)) {
      const context = { ...contextOf(loaded, stacked, facts), modes: modesOf(loaded.rule) };
      for (const check of CHECKS) yield* check(context);
    }
  }
}

function contextOf(
  { rule, document }: LoadedRule,
  stacked: readonly LoadedSet[],
  facts: FactSource,
): Omit<LintContext, "modes"> {
  const strategy = rule.strategy ?? inherited(rule, stacked.slice(0, -1)) ?? fallbackOf(stacked);
  const merged = layersOf(rule, stacked);
  return { rule, strategy, document, facts, kinds: kindFacts(rule, facts), merged };
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
