import { groupVersionOf } from "../../core/decide/identity.js";
import type { FactSource } from "../../core/facts.js";
import { formatPath, type Path, parsePath, type Segment } from "../../core/path.js";
import type { Rule } from "../../generated/rule.js";
import { bundledRules } from "../../rules/bundled.js";
import { lintRules } from "../../rules/lint/index.js";
import type { Accused } from "./accused.js";
import type { Fault, Proposal } from "./document.js";
import { whoOf } from "./write.js";

const PATHS = 8;
const REMEMBERED = 1000;

/** The `why` of a proposed rule. */
const WHY: Readonly<Record<Fault, string>> = {
  flips: "Several write these fields, each over the others.",
  "times-only": "These times alone are no reason to write.",
  "moves-nothing": "",
  "writes-nothing": "",
  respells: "",
};

/** What would stop a finding. A rule that `rules lint` finds an error in is left out. */
export function proposalOf(accused: Accused, facts: FactSource): Proposal {
  const paths = heaviest(accused);
  const texts = paths.map(formatPath);
  switch (accused.what) {
    case "moves-nothing":
      if (accused.by.length === 0)
        return { fix: "find-writer", paths: [...accused.unstored].slice(0, PATHS) };
      return accused.unstored.size > 0
        ? { fix: "leave-out-empty", paths: [...accused.unstored].slice(0, PATHS) }
        : { fix: "gate" };
    case "writes-nothing":
      return { fix: "gate" };
    case "respells":
      return { fix: "spell-as-stored", paths: texts };
    case "flips":
      return accused.by.length < 2 ? { fix: "settle", paths: texts } : giveWay(accused, paths, facts);
    case "times-only":
      return ofTimes(accused, paths, facts);
  }
}

/** As rules can name them: an item without keys by [*]. */
function heaviest({ paths }: Accused): readonly Path[] {
  const steps = [...paths]
    .sort(([, a], [, b]) => b.writes - a.writes)
    .flatMap(([, { steps }]) => (steps === undefined ? [] : [steps.map(nameable)]));
  const distinct = new Map(steps.map((path) => [formatPath(path), path]));
  return [...distinct.values()].slice(0, PATHS);
}

function nameable(step: Segment): Segment {
  if (step.kind === "index") return { kind: "each" };
  if (step.kind !== "item") return step;
  try {
    const text = `a${formatPath([step])}`;
    return formatPath(parsePath(text)) === text ? step : { kind: "each" };
  } catch {
    return { kind: "each" }; // a key's value that a path cannot hold
  }
}

function giveWay(accused: Accused, paths: readonly Path[], facts: FactSource): Proposal {
  const [gives = "", ...others] = inOrderOfGiving(accused);
  const keeps = others.map(nameOf);
  const scaled = others.some((by) => accused.makings.get(by)?.scales === true);
  const by = scaled ? "once" : accused.makings.get(gives)?.applies === true ? "release" : "ignore";
  const why = `written by ${keeps.join(", ")}`;
  const texts = paths.map(formatPath);
  const entry = by === "ignore" ? { ignore: texts.map((path) => ({ path, why })) } : { [by]: texts };
  return { fix: "give-way", gives: nameOf(gives), keeps, by, ...ruleOf(accused, paths, entry, facts) };
}

/** Whoever scales keeps what it scales; of the others, who makes most of the object gives one field of it away. */
function inOrderOfGiving({ by, makings }: Accused): readonly string[] {
  const weight = (who: string): number => {
    const { placesOwned = 0, scales = false, applies = false } = makings.get(who) ?? {};
    return (scales ? -1e6 : 0) + placesOwned * 2 + (applies ? 1 : 0);
  };
  return [...by].sort((a, b) => weight(b) - weight(a));
}

function nameOf(by: string): string {
  const { manager, userAgent } = whoOf(by);
  return manager ?? userAgent ?? "";
}

function ofTimes(accused: Accused, paths: readonly Path[], facts: FactSource): Proposal {
  const texts = paths.map(formatPath);
  if (paths.some(([first]) => first?.kind === "key" && first.key === "metadata"))
    return { fix: "leave-out-time", paths: texts };
  return { fix: "incidental", ...ruleOf(accused, paths, { incidental: texts }, facts) };
}

function ruleOf(
  accused: Accused,
  paths: readonly Path[],
  entry: Partial<Rule>,
  facts: FactSource,
): { rule?: Rule } {
  if (paths.length === 0) return {};
  const ofStatus = paths.filter(([first]) => first?.kind === "key" && first.key === "status").length;
  if (ofStatus > 0 && ofStatus < paths.length) return {}; // two rules, of which neither is enough
  const { group } = groupVersionOf(accused.apiVersion);
  const made = (base: Pick<Rule, "extends" | "strategy">): Rule => ({
    format: 1,
    group,
    kind: accused.kind,
    ...(ofStatus > 0 && { subresource: "status" as const }),
    ...base,
    why: WHY[accused.what],
    ...entry,
  });
  // A rule can only extend one that there is.
  const rule = [made({ extends: true }), made({ strategy: "exact" })].find((each) => isRight(each, facts));
  return rule === undefined ? {} : { rule };
}

/** What was found of rules before, by their text: a live table asks twice a second. */
const known = new WeakMap<FactSource, Map<string, boolean>>();

function isRight(rule: Rule, facts: FactSource): boolean {
  const ofFacts = known.get(facts) ?? new Map<string, boolean>();
  known.set(facts, ofFacts);
  const text = JSON.stringify(rule);
  const before = ofFacts.get(text);
  if (before !== undefined) return before;
  const found = lintRules([bundledRules, { rules: [rule] }], { facts });
  const right = !found.some(({ level }) => level === "error");
  if (ofFacts.size >= REMEMBERED) ofFacts.clear();
  ofFacts.set(text, right);
  return right;
}
