import type { IgnoreEntry, Rule } from "../generated/rule.js";
import type { RuleDocument } from "./document.js";
import type { RuleError } from "./errors.js";
import type { LoadedRule } from "./read-file.js";
import type { FactData, Fallback } from "./set.js";

/** The ignores of a whole set, and where they stand. */
export interface SetIgnores {
  readonly entries: readonly IgnoreEntry[];
  readonly document?: RuleDocument;
}

/** A rule set that has been read. */
export interface LoadedSet {
  readonly name: string;
  readonly fallback: Fallback | undefined;
  readonly ignore: SetIgnores;
  readonly facts: readonly FactData[];
  /** What was found wrong in reading it; a set of known good texts has none. */
  readonly errors: readonly RuleError[];
  /** Lint may pass it over: it was linted when it was made. */
  readonly checked: boolean;
  /** The kinds that it has rules for. */
  kinds(): Iterable<{ readonly group: string; readonly kind: string }>;
  /** The rules of a kind: more than one only where `versions` tells them apart. */
  rules(group: string, kind: string): readonly LoadedRule[];
}

/** Rules by group and kind. */
export class RuleIndex<Value> {
  readonly #byKey = new Map<string, { group: string; kind: string; values: Value[] }>();

  add(group: string, kind: string, value: Value): void {
    const key = `${group}/${kind}`;
    const found = this.#byKey.get(key);
    if (found) found.values.push(value);
    else this.#byKey.set(key, { group, kind, values: [value] });
  }

  get(group: string, kind: string): readonly Value[] {
    return this.#byKey.get(`${group}/${kind}`)?.values ?? [];
  }

  kinds(): Iterable<{ readonly group: string; readonly kind: string; readonly values: readonly Value[] }> {
    return this.#byKey.values();
  }
}

/** Adds a rule, or says which rule of the same set already is for the same kind and version. */
export function addRule(index: RuleIndex<LoadedRule>, loaded: LoadedRule): RuleError | undefined {
  const { rule, document } = loaded;
  const other = index.get(rule.group, rule.kind).find((known) => overlap(known.rule, rule));
  index.add(rule.group, rule.kind, loaded);
  if (!other) return undefined;
  const kind = rule.group === "" ? rule.kind : `${rule.kind}.${rule.group}`;
  return document.errorAt({ code: "duplicate-rule", kind, other: other.document.file }, "/kind");
}

/** Whether there is a version that both rules are for. */
export function overlap(left: Rule, right: Rule): boolean {
  const { versions } = right;
  return !left.versions || !versions || left.versions.some((version) => versions.includes(version));
}
