import type { RuleError } from "./errors.js";
import { type LoadedSet, overlap } from "./loaded-set.js";
import type { LoadedRule } from "./read-file.js";
import { mergeLayers, stack } from "./resolve.js";
import { nameOf } from "./subject.js";

/** What is wrong between the sets: a rule that extends nothing, a removal of what is not inherited. */
export function checkStack(sets: readonly LoadedSet[]): readonly RuleError[] {
  return sets.flatMap((set, index) => (set.checked ? [] : checkSet(set, sets.slice(0, index))));
}

function checkSet(set: LoadedSet, below: readonly LoadedSet[]): readonly RuleError[] {
  const errors: RuleError[] = [];
  for (const subject of set.kinds()) {
    for (const loaded of set.rules(subject)) {
      if (loaded.rule.extends) errors.push(...checkExtending(loaded, [...below, set]));
    }
  }
  return errors;
}

function checkExtending({ rule, document }: LoadedRule, sets: readonly LoadedSet[]): readonly RuleError[] {
  const below = sets
    .slice(0, -1)
    .flatMap((set) => set.rules(rule))
    .filter((other) => overlap(other.rule, rule));
  // Below every rule of a status lies the default one.
  if (below.length === 0 && rule.subresource === undefined)
    return [document.errorAt({ code: "extends-nothing", kind: nameOf(rule) }, "/extends")];
  const named = below.flatMap((other) => other.rule.versions ?? []);
  const versions: (string | undefined)[] = rule.versions ?? [...new Set(named), undefined];
  const idle = versions.flatMap((version) => {
    const { layers } = stack(sets, rule, version);
    return layers.length > 1 ? [mergeLayers(layers)?.idle ?? []] : [];
  });
  const [first = [], ...others] = idle;
  return first
    .filter(({ pointer }) => others.every((other) => other.some((removal) => removal.pointer === pointer)))
    .map(({ path, pointer }) => document.errorAt({ code: "removes-nothing", path }, pointer));
}
