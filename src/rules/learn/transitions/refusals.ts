import type { Schema } from "../schema.js";
import type { Budget } from "./budget.js";
import { type Field, fieldsOf, referencesIn } from "./domain.js";
import { evaluate, type Held } from "./evaluate.js";
import { type Expression, type Literal, partsOf } from "./expression.js";
import { isCertain } from "./types.js";

/** What a rule refuses to do with one field, whatever the others have. */
export interface Refusal {
  /** From the rule's own value. */
  readonly path: readonly string[];
  /** Another value: from any, from any but by raising or lowering, or from these values only. */
  readonly change?: "any" | "lowering" | "raising" | readonly Literal[];
  /** Taking away the field, while what holds it stays. */
  readonly removal: boolean;
  /** A first value, while what holds it was there. */
  readonly addition: boolean;
}

/** What a rule refuses; `complete` where it refuses nothing else. */
export interface Refusals {
  readonly refusals: readonly Refusal[];
  readonly complete: boolean;
}

interface Case {
  readonly before: readonly Held[];
  readonly after: readonly Held[];
  readonly isRefused: boolean;
}

/**
 * What a rule refuses, by trying it on all that its fields may have before and after.
 * @param schema of the value that the rule stands at
 * @returns undefined for a rule whose meaning is not certain, or for which the budget is too small
 */
export function refusalsOf(rule: Expression, schema: Schema, budget: Budget): Refusals | undefined {
  const fields = isCertain(rule, schema) ? fieldsOf(rule, schema) : undefined;
  if (fields === undefined || !budget.take(costOf(rule, fields))) return undefined;
  const cases = casesOf(rule, fields);
  const refusals = fields.map((field, index) => refusalOf(field, index, cases));
  const explained = cases.every(
    ({ before, after, isRefused }) =>
      !isRefused ||
      before.every((held, index) => isSame(held, after[index])) ||
      refusals.some((refusal, index) => covers(refusal, before[index], after[index])),
  );
  return { refusals, complete: explained };
}

/** How often a part of the rule is evaluated, or a case looked at. */
function costOf(rule: Expression, fields: readonly Field[]): number {
  const cases = fields.reduce((product, { holdings }) => product * holdings.length ** 2, 1);
  const looks = fields.reduce((sum, { values }) => sum + values.length + 4, 0);
  return cases * ([...partsOf(rule)].length + looks);
}

function casesOf(rule: Expression, fields: readonly Field[]): readonly Case[] {
  const keys = fields.map(({ path }) => JSON.stringify(path));
  const indexes = new Map(referencesIn(rule).map((each) => [each, keys.indexOf(JSON.stringify(each.path))]));
  const states = fields.reduce<Held[][]>(
    (found, { holdings }) => found.flatMap((state) => holdings.map((held) => [...state, held])),
    [[]],
  );
  return states.flatMap((before) =>
    states.map((after) => {
      const outcome = evaluate(rule, (reference) => {
        const held = (reference.old ? before : after)[indexes.get(reference) ?? -1];
        return held ?? { missing: 0 };
      });
      return { before, after, isRefused: outcome !== true };
    }),
  );
}

function refusalOf(field: Field, index: number, cases: readonly Case[]): Refusal {
  const all = (test: (before: Held, after: Held) => boolean): boolean => {
    const those = cases.filter(({ before, after }) => test(before[index] as Held, after[index] as Held));
    return those.length > 0 && those.every(({ isRefused }) => isRefused);
  };
  const change = changeOf(field, all);
  const last = field.path.length - 1;
  return {
    path: field.path,
    ...(change !== undefined && { change }),
    removal: all((before, after) => "value" in before && isMissing(after, last)),
    addition: all((before, after) => isMissing(before, last) && "value" in after),
  };
}

type All = (test: (before: Held, after: Held) => boolean) => boolean;

function changeOf({ type, values, named, finite }: Field, all: All): Refusal["change"] {
  const from = (value: Literal): boolean =>
    all(
      (before, after) =>
        "value" in before && before.value === value && "value" in after && after.value !== value,
    );
  const fixed = values.filter(from);
  if (fixed.length === values.length) return "any";
  const isNumber = type === "int" || type === "double";
  const to = (isWrong: (difference: number) => boolean): boolean =>
    all(
      (before, after) =>
        "value" in before && "value" in after && isWrong(Number(after.value) - Number(before.value)),
    );
  if (isNumber && to((difference) => difference < 0)) return "lowering";
  if (isNumber && to((difference) => difference > 0)) return "raising";
  const isExact = finite || (!isNumber && fixed.every((value) => named.has(value)));
  return fixed.length > 0 && isExact ? fixed : undefined;
}

function covers({ change, removal, addition }: Refusal, before?: Held, after?: Held): boolean {
  if (before === undefined || after === undefined || isSame(before, after)) return false;
  if (!("value" in after)) return "value" in before && removal;
  if (!("value" in before)) return addition;
  if (change === undefined || change === "any") return change === "any";
  if (change === "lowering") return after.value < before.value;
  if (change === "raising") return after.value > before.value;
  return change.includes(before.value);
}

function isMissing(held: Held, step: number): boolean {
  return "missing" in held && held.missing === step;
}

function isSame(a: Held, b: Held | undefined): boolean {
  if (b === undefined) return false;
  return "value" in a ? "value" in b && a.value === b.value : "missing" in b && a.missing === b.missing;
}
