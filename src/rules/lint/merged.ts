import type { Rule } from "../../generated/rule.js";
import { type LoadedSet, overlap } from "../loaded-set.js";
import type { Parts } from "../merge.js";
import type { LoadedRule } from "../read-file.js";
import { completed, mergeLayers, originOf, ruleOf, stack } from "../resolve.js";
import { RULE_OF_NONE } from "../status-rule.js";
import type { MergedLayers } from "./context.js";

/**
 * The highest set's rule laid over what it extends: once, or for each version that the rules below are told apart by.
 * @param stacked the sets up to the rule's own
 */
export function layersOf(rule: Rule, stacked: readonly LoadedSet[]): readonly MergedLayers[] {
  const below = stacked.slice(0, -1).flatMap((set) => set.rules(rule));
  const named = below
    .filter((other) => overlap(other.rule, rule))
    .flatMap((other) => other.rule.versions ?? []);
  const versions: (string | undefined)[] = rule.versions ?? [...new Set(named), undefined];
  return versions.flatMap((version) => {
    const { layers } = stack(stacked, rule, version);
    const merged = mergedOf(layers, stacked);
    const under = mergedOf(layers.slice(0, -1), []);
    return merged === undefined ? [] : [under === undefined ? merged : { ...merged, below: under }];
  });
}

function mergedOf(layers: readonly LoadedRule[], sets: readonly LoadedSet[]): MergedLayers | undefined {
  const merged = mergeLayers(layers.map(withPlace));
  if (merged === undefined) return undefined;
  const parts: Parts = completed(merged.parts, sets);
  return { rule: ruleOf(parts), originOf: (pointer) => originOf(parts, pointer) };
}

/** A rule that was given as data has places too, for a message. */
function withPlace(layer: LoadedRule): LoadedRule {
  return layer.document.file === RULE_OF_NONE ? layer : { ...layer, located: true };
}
