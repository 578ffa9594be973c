import type { Schema } from "../schema.js";
import { type Field, fieldsOf } from "./domain.js";
import { evaluate, type Held } from "./evaluate.js";
import type { Expression, Literal } from "./expression.js";

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

/** More cases than this are not tried. */
const MAX_CASES = 100_000;

interface Case {
  readonly before: readonly Held[];
  readonly after: readonly Held[];
  readonly isRefused: boolean;
}

/**
 * What a rule refuses, by trying it on all that its fields may have before and after.
 * @param schema of the value that the rule stands at
 * @returns undefined for a rule whose meaning is not certain
 */
export function refusalsOf(rule: Expression, schema: Schema): Refusals | undefined {
  const fields = fieldsOf(rule, schema);
  if (fields === undefined) return undefined;
  const count = fields.reduce((product, { holdings }) => product * holdings.length ** 2, 1);
  if (count > MAX_CASES) return undefined;
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

function casesOf(rule: Expression, fields: readonly Field[]): readonly Case[] {
  const keys = fields.map(({ path }) => JSON.stringify(path));
  const states = fields.reduce<Held[][]>(
    (found, { holdings }) => found.flatMap((state) => holdings.map((held) => [...state, held])),
    [[]],
  );
  return states.flatMap((before) =>
    states.map((after) => {
      const outcome = evaluate(rule, ({ old, path }) => {
        const held = (old ? before : after)[keys.indexOf(JSON.stringify(path))];
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

function changeOf({ values, finite, isNumber }: Field, all: All): Refusal["change"] {
  const from = (value: Literal): boolean =>
    all(
      (before, after) =>
        "value" in before && before.value === value && "value" in after && after.value !== value,
    );
  const fixed = values.filter(from);
  if (fixed.length === values.length) return "any";
  const to = (isWrong: (difference: number) => boolean): boolean =>
    all(
      (before, after) =>
        "value" in before && "value" in after && isWrong(Number(after.value) - Number(before.value)),
    );
  if (isNumber && to((difference) => difference < 0)) return "lowering";
  if (isNumber && to((difference) => difference > 0)) return "raising";
  const named = fixed.filter((value) => typeof value !== "string" || !value.startsWith("\0"));
  const isExact = finite || (!isNumber && named.length === fixed.length);
  return named.length > 0 && isExact ? named : undefined;
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
