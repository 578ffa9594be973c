import type { ConditionalPath } from "../../../core/facts.js";
import { formatPath, type Segment } from "../../../core/path.js";
import type { Unlearned } from "../../../core/unlearned.js";
import type { Schema, ValidationRule } from "../schema.js";
import { Budget } from "./budget.js";
import { immutableEntries, keysOf, mutableEntries, type Protection } from "./entries.js";
import { parseRule } from "./parse.js";
import { isPresent, schemaAt } from "./place.js";
import { type Refusal, refusalsOf } from "./refusals.js";

/** What a schema's validation rules refuse to change, and the rules that refuse more than that. */
export interface Transitions {
  readonly immutable: readonly ConditionalPath[];
  readonly mutable: readonly ConditionalPath[];
  readonly unknowns: readonly Unlearned[];
}

/**
 * What an update cannot change. A rule is not asked where its value is absent on either side; and only what holds whatever the
 * rest of the object is counts, since a fact that is wrong blocks writes that would work. Nothing in lists and maps counts.
 * @param schema the root's
 */
export function transitionsOf(schema: Schema): Transitions {
  const visitor = new Visitor();
  visitor.visit(schema, [], true);
  return visitor.transitions();
}

/** What the rules of one schema may cost together: some hundredths of a second. */
const MAX_COST = 1_000_000;

type Unread = Unlearned & { readonly code: "transition-rule" };

class Visitor {
  readonly #budget = new Budget(MAX_COST);
  readonly #protections = new Map<string, Protection>();
  readonly #unknowns: Unread[] = [];
  /** Rules that refuse to take fields away: facts say so only of fields that cannot be changed either. */
  readonly #removals: { readonly fields: readonly string[]; readonly unknown: Unread }[] = [];

  visit(schema: Schema, path: readonly string[], present: boolean): void {
    for (const rule of schema.rules.filter(isTransition)) {
      const read = rule.optionalOldSelf ? undefined : this.#take(rule.rule, schema, path, present);
      if (read !== true) this.#unknowns.push(unread(keysOf(path), rule));
    }
    for (const [name, property] of schema.properties)
      this.visit(property, [...path, name], present && isPresent(schema, name));
    for (const inside of [schema.items, schema.values])
      if (inside !== undefined && inside !== true) this.#list(inside, [...keysOf(path), { kind: "each" }]);
  }

  transitions(): Transitions {
    const sorted = [...this.#protections].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each);
    const open = this.#removals.filter(({ fields }) => !fields.every((field) => this.#isKept(field)));
    return {
      immutable: sorted.flatMap(immutableEntries),
      mutable: sorted.flatMap(mutableEntries),
      unknowns: [...this.#unknowns, ...open.map(({ unknown }) => unknown)],
    };
  }

  #isKept(field: string): boolean {
    const protection = this.#protections.get(field);
    return protection !== undefined && (protection.any || protection.lowering || protection.raising);
  }

  /** Rules in lists and maps are only named. */
  #list(schema: Schema, path: readonly Segment[]): void {
    this.#unknowns.push(...schema.rules.filter(isTransition).map((rule) => unread(path, rule)));
    for (const [name, property] of schema.properties)
      this.#list(property, [...path, { kind: "key", key: name }]);
    for (const inside of [schema.items, schema.values])
      if (inside !== undefined && inside !== true) this.#list(inside, [...path, { kind: "each" }]);
  }

  /** @returns whether all that the rule refuses is known */
  #take(rule: string, schema: Schema, path: readonly string[], present: boolean): boolean {
    const expression = parseRule(rule);
    const read = expression && refusalsOf(expression, schema, this.#budget);
    if (read === undefined) return false;
    if (read.refusals.some((refusal) => path.length + refusal.path.length === 0)) return false;
    const removed: string[] = [];
    for (const refusal of read.refusals) {
      const at = formatPath(keysOf([...path, ...refusal.path]));
      const before = this.#protections.get(at) ?? unprotected(schema, path, refusal.path, present);
      this.#protections.set(at, joined(before, refusal));
      if (refusal.removal) removed.push(at);
    }
    if (removed.length > 0) this.#removals.push({ fields: removed, unknown: unread(keysOf(path), { rule }) });
    return read.complete;
  }
}

function isTransition({ rule }: ValidationRule): boolean {
  return /\boldSelf\b/.test(rule);
}

function unread(path: readonly Segment[], { rule }: Pick<ValidationRule, "rule">): Unread {
  return { code: "transition-rule", path: formatPath(path), rule };
}

function unprotected(
  holder: Schema,
  path: readonly string[],
  field: readonly string[],
  present: boolean,
): Protection {
  const isThere = field.every((name, step) =>
    isPresent(schemaAt(holder, field.slice(0, step)) ?? holder, name),
  );
  return {
    path: [...path, ...field],
    schema: schemaAt(holder, field) ?? holder,
    present: present && isThere,
    ...{ any: false, lowering: false, raising: false, from: [], removal: false, addition: false },
  };
}

function joined(before: Protection, { change, removal, addition }: Refusal): Protection {
  const values = typeof change === "object" ? change : [];
  return {
    ...before,
    any: before.any || change === "any",
    lowering: before.lowering || change === "lowering",
    raising: before.raising || change === "raising",
    from: [...before.from, ...values.filter((value) => !before.from.includes(value))],
    removal: before.removal || removal,
    addition: before.addition || addition,
  };
}
