import type { Source } from "../core/decision.js";
import type { MergedRule, ResolvedRule } from "./compiled.js";
import type { LoadedSet } from "./loaded-set.js";
import { append, extend, type IdleRemoval, type Origin, type Parts, partsOf } from "./merge.js";
import type { LoadedRule } from "./read-file.js";
import type { Fallback } from "./set.js";
import { defaultStatusRule } from "./status-rule.js";
import type { RuleSubject } from "./subject.js";
import { FORMAT } from "./validate.js";

/** The rules of one kind and version, from the lowest that still counts to the highest. */
export interface Stack {
  readonly layers: readonly LoadedRule[];
  /** Rules that a higher one replaces whole. */
  readonly shadowed: readonly LoadedRule[];
}

/**
 * Stacks the rules of a kind, or of its status, of which there is a default rule below all others; `version` left out stands for
 * the versions that no rule names.
 */
export function stack(sets: readonly LoadedSet[], subject: RuleSubject, version?: string): Stack {
  let layers: LoadedRule[] = [];
  const shadowed: LoadedRule[] = [];
  for (const set of sets) {
    const loaded = set.rules(subject).find(({ rule }) => isFor(rule.versions, version));
    if (!loaded) continue;
    if (!loaded.rule.extends) {
      shadowed.push(...layers);
      layers = [];
    }
    layers.push(loaded);
  }
  const isBased = layers[0] !== undefined && layers[0].rule.extends !== true;
  if (subject.subresource === "status" && !isBased) layers.unshift(defaultStatusRule(subject));
  return { layers, shadowed };
}

function isFor(versions: readonly string[] | undefined, version: string | undefined): boolean {
  return versions === undefined || (version !== undefined && versions.includes(version));
}

/** Merges the layers of a stack; `idle` are the removals of its highest rule that remove nothing. */
export function mergeLayers(
  layers: readonly LoadedRule[],
): { parts: Parts; idle: readonly IdleRemoval[] } | undefined {
  let merged: { parts: Parts; idle: readonly IdleRemoval[] } | undefined;
  for (const layer of layers) {
    const parts = partsOf(layer);
    merged = merged ? extend(merged.parts, parts) : { parts, idle: [] };
  }
  return merged;
}

/** The rule of a kind and version, or of its status: stacked, merged, with every set's ignores. */
export function resolveRule(sets: readonly LoadedSet[], subject: RuleSubject, version: string): ResolvedRule {
  const merged = mergeLayers(stack(sets, subject, version).layers)?.parts;
  const parts = completed(merged ?? noRule(subject), sets);
  return {
    rule: ruleOf(parts),
    fallback: merged === undefined,
    source: (pointer) => sourceOf(parts, pointer),
  };
}

/** With a strategy, and every set's ignores. */
export function completed(merged: Parts, sets: readonly LoadedSet[]): Parts {
  let parts = merged;
  if (!parts.byName.has("strategy")) parts = withStrategy(parts, fallbackOf(sets));
  for (const { ignore } of sets) parts = append(parts, "ignore", ignore.entries, ignore.document);
  return parts;
}

/** The fallback of the highest set that names one. */
export function fallbackOf(sets: readonly LoadedSet[]): Fallback {
  return sets.findLast((set) => set.fallback !== undefined)?.fallback ?? "exact";
}

function noRule({ group, kind }: RuleSubject): Parts {
  const origin = { document: undefined, pointer: "" };
  const named = { format: FORMAT, group, kind };
  return {
    start: origin,
    byName: new Map(Object.entries(named).map(([name, value]) => [name, { value, origin }])),
  };
}

function withStrategy(parts: Parts, value: Fallback): Parts {
  const origin = { document: undefined, pointer: "" };
  return { start: parts.start, byName: new Map(parts.byName).set("strategy", { value, origin }) };
}

/** Puts the parts together again. Every part is of a rule that was validated, or made above. */
export function ruleOf(parts: Parts): MergedRule {
  const rule: Record<string, unknown> = {};
  for (const [name, { value, entries }] of parts.byName) {
    rule[name] = entries ? entries.map((entry) => entry.value) : value;
  }
  return rule as unknown as MergedRule;
}

function sourceOf(parts: Parts, pointer: string): Source | undefined {
  const { document, pointer: at } = originOf(parts, pointer);
  return document?.nearestPosition(at);
}

/** In which text a part of the merged rule stands, and where in that. */
export function originOf({ start, byName }: Parts, pointer: string): Origin {
  const [, name = "", index, ...rest] = pointer.split("/");
  const part = byName.get(name);
  if (!part) return start;
  const entry = index === undefined ? undefined : part.entries?.[Number(index)];
  if (entry) return below(entry.origin, rest);
  return below(part.origin, part.entries || index === undefined ? [] : [index, ...rest]);
}

function below({ document, pointer }: Origin, steps: readonly string[]): Origin {
  return { document, pointer: pointer + steps.map((step) => `/${step}`).join("") };
}
