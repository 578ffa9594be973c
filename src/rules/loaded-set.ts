import type { IgnoreEntry, Rule } from "../generated/rule.js";
import type { RuleDocument } from "./document.js";
import type { RuleError } from "./errors.js";
import type { LoadedFacts, LoadedRule } from "./read-file.js";
import type { Fallback } from "./set.js";
import { nameOf, type RuleSubject } from "./subject.js";

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
  readonly facts: readonly LoadedFacts[];
  /** What was found wrong in reading it; a set of known good texts has none. */
  readonly errors: readonly RuleError[];
  /** Lint may pass it over: it was linted when it was made. */
  readonly checked: boolean;
  /** The kinds that it has rules for. */
  kinds(): Iterable<RuleSubject>;
  /** The rules of a kind or of its status: more than one only where `versions` tells them apart. */
  rules(subject: RuleSubject): readonly LoadedRule[];
}

/** Rules by what they are for. */
export class RuleIndex<Value> {
  readonly #byKey = new Map<string, RuleSubject & { readonly values: Value[] }>();

  add(subject: RuleSubject, value: Value): void {
    const { group, kind, subresource } = subject;
    const found = this.#byKey.get(keyOf(subject));
    if (found) found.values.push(value);
    else
      this.#byKey.set(keyOf(subject), { group, kind, ...(subresource && { subresource }), values: [value] });
  }

  get(subject: RuleSubject): readonly Value[] {
    return this.#byKey.get(keyOf(subject))?.values ?? [];
  }

  kinds(): Iterable<RuleSubject> {
    return this.#byKey.values();
  }
}

function keyOf({ group, kind, subresource }: RuleSubject): string {
  return `${group}/${kind}/${subresource ?? ""}`;
}

/** Adds a rule, or says which rule of the same set already is for the same kind and version. */
export function addRule(index: RuleIndex<LoadedRule>, loaded: LoadedRule): RuleError | undefined {
  const { rule, document } = loaded;
  const other = index.get(rule).find((known) => overlap(known.rule, rule));
  index.add(rule, loaded);
  if (!other) return undefined;
  return document.errorAt(
    { code: "duplicate-rule", kind: nameOf(rule), other: other.document.file },
    "/kind",
  );
}

/** Whether there is a version that both rules are for. */
export function overlap(left: Rule, right: Rule): boolean {
  const { versions } = right;
  return !left.versions || !versions || left.versions.some((version) => versions.includes(version));
}
