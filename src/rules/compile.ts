import type { FactSource } from "../core/facts.js";
import { checkFacts } from "./check-facts.js";
import { checkStack } from "./check-stack.js";
import type { CompiledRules, ResolvedRule, RuleListing } from "./compiled.js";
import { RulesError } from "./errors.js";
import { bundledFacts } from "./facts.js";
import { type LoadedSet, overlap } from "./loaded-set.js";
import { overlay } from "./overlay.js";
import type { LoadedRule } from "./read-file.js";
import { readSet } from "./read-set.js";
import { resolveRule, stack } from "./resolve.js";
import type { RuleSet } from "./set.js";

/**
 * Stacks rule sets, the later above the earlier. Needs no files and does not wait.
 * @param facts what the sets' own facts are laid over: the bundled facts unless given.
 * @throws RulesError with everything that is wrong with the sets.
 */
export function compileRules(sets: readonly RuleSet[], facts: FactSource = bundledFacts): CompiledRules {
  const loaded = sets.map((set, index) => readSet(set, index + 1));
  const own = loaded.flatMap((set) => set.facts);
  const known = overlay(facts, own);
  const errors = loaded.flatMap((set) => set.errors);
  const all = errors.length > 0 ? errors : [...checkStack(loaded), ...checkFacts(own, known)];
  if (all.length > 0) throw new RulesError(all);
  return compiled(loaded, known);
}

function compiled(sets: readonly LoadedSet[], facts: FactSource): CompiledRules {
  const cache = new Map<string, ResolvedRule>();
  return {
    facts,
    resolve(group, version, kind, subresource) {
      const key = `${group}/${version}/${kind}/${subresource ?? ""}`;
      const known = cache.get(key);
      if (known) return known;
      const resolved = resolveRule(sets, { group, kind, ...(subresource && { subresource }) }, version);
      cache.set(key, resolved);
      return resolved;
    },
    list: () => listRules(sets),
  };
}

/** The rules that apply, by group and kind, each with what it extends and what it replaces. */
function listRules(sets: readonly LoadedSet[]): readonly RuleListing[] {
  const listings: RuleListing[] = [];
  sets.forEach((set, index) => {
    for (const subject of set.kinds()) {
      for (const loaded of set.rules(subject)) {
        if (!isReplaced(loaded, sets.slice(index + 1)))
          listings.push(listing(loaded, sets.slice(0, index + 1)));
      }
    }
  });
  return listings.sort((a, b) => compare(a.group, b.group) || compare(a.kind, b.kind) || bySubresource(a, b));
}

/** Whether a higher rule stands for every version of this one. */
function isReplaced({ rule }: LoadedRule, above: readonly LoadedSet[]): boolean {
  const higher = above.flatMap((set) => set.rules(rule)).map((loaded) => loaded.rule);
  if (higher.some((other) => !other.versions)) return true;
  return (
    rule.versions?.every((version) => higher.some((other) => other.versions?.includes(version))) ?? false
  );
}

function listing({ rule, document }: LoadedRule, sets: readonly LoadedSet[]): RuleListing {
  const { group, kind, subresource, versions } = rule;
  const below = sets
    .slice(0, -1)
    .flatMap((set) => set.rules(rule))
    .filter((other) => overlap(other.rule, rule));
  const { layers } = stack(sets, rule, versions?.[0]);
  const extended = below.filter((other) => layers.includes(other));
  return {
    group,
    kind,
    ...(subresource ? { subresource } : {}),
    ...(versions ? { versions } : {}),
    file: document.file,
    extended: extended.map((other) => other.document.file),
    shadowed: below.filter((other) => !extended.includes(other)).map((other) => other.document.file),
  };
}

function bySubresource(a: RuleListing, b: RuleListing): number {
  return compare(a.subresource ?? "", b.subresource ?? "");
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
