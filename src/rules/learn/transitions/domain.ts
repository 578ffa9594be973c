import type { Schema } from "../schema.js";
import type { Held } from "./evaluate.js";
import type { Expression, Literal, Operand, Reference } from "./expression.js";

/** A field that a rule names: what it may hold, so that any two values which the rule can tell apart are among them. */
export interface Field {
  readonly path: readonly string[];
  /** All values that it can have; else some stand for all the others. */
  readonly finite: boolean;
  readonly isNumber: boolean;
  readonly values: readonly Literal[];
  readonly holdings: readonly Held[];
}

/** Values that no rule names: which two of them differ is all that a rule can tell. */
const OTHERS: readonly string[] = ["\0one", "\0two", "\0three"];

/** More than this many values of an enum are not tried one by one. */
const MAX_ENUM = 12;

/**
 * The fields that a rule on a value of this schema names.
 * @returns undefined where one is not described, or lies within another
 */
export function fieldsOf(rule: Expression, schema: Schema): readonly Field[] | undefined {
  const references = [...referencesIn(rule)];
  const literals = [...new Set(literalsIn(rule))];
  const paths = new Map(references.map(({ path }) => [JSON.stringify(path), path]));
  const fields: Field[] = [];
  for (const path of paths.values()) {
    const isWithin = [...paths.values()].some(
      (other) => other !== path && other.every((name, i) => path[i] === name),
    );
    if (isWithin || schemaAt(schema, path) === undefined) return undefined;
    fields.push(fieldOf(path, schema, literals));
  }
  return fields;
}

/** Whether a field is always there where what holds it is. */
export function isPresent(holder: Schema, name: string): boolean {
  const field = holder.properties.get(name);
  return field?.nullable !== true && (field?.default !== undefined || holder.required.has(name));
}

export function schemaAt(schema: Schema, path: readonly string[]): Schema | undefined {
  let at: Schema | undefined = schema;
  for (const name of path) at = at?.properties.get(name);
  return at;
}

function fieldOf(path: readonly string[], outer: Schema, literals: readonly Literal[]): Field {
  const schema = schemaAt(outer, path) ?? outer;
  const { values, finite } = valuesOf(schema, literals);
  const isNumber = schema.type === "integer" || schema.type === "number";
  const missing = path.flatMap((name, step) => {
    const holder = schemaAt(outer, path.slice(0, step));
    return holder !== undefined && isPresent(holder, name) ? [] : [{ missing: step }];
  });
  return { path, finite, isNumber, values, holdings: [...values.map((value) => ({ value })), ...missing] };
}

function valuesOf(
  schema: Schema,
  literals: readonly Literal[],
): { values: readonly Literal[]; finite: boolean } {
  if (schema.type === "boolean") return { values: [true, false], finite: true };
  const numbers = literals.filter((each) => typeof each === "number");
  if (schema.type === "integer" || schema.type === "number") {
    const around = (numbers.length > 0 ? numbers : [0]).flatMap((each) =>
      [-2, -1, 0, 1, 2].map((by) => each + by),
    );
    return { values: [...new Set(around)].sort((a, b) => a - b), finite: false };
  }
  const stated = schema.enum?.filter((each) => typeof each === "string");
  if (schema.type === "string" && stated !== undefined && stated.length <= MAX_ENUM && !schema.nullable)
    return { values: stated, finite: true };
  return { values: [...literals.filter((each) => typeof each === "string"), ...OTHERS], finite: false };
}

function* referencesIn(rule: Expression): Generator<Reference> {
  if (rule.type === "has") yield rule.reference;
  for (const operand of operandsOf(rule)) if ("reference" in operand) yield operand.reference;
  for (const part of partsOf(rule)) yield* referencesIn(part);
}

function* literalsIn(rule: Expression): Generator<Literal> {
  for (const operand of operandsOf(rule)) if ("literal" in operand) yield operand.literal;
  for (const part of partsOf(rule)) yield* literalsIn(part);
}

function operandsOf(rule: Expression): readonly Operand[] {
  if (rule.type === "compare") return [rule.left, rule.right];
  return rule.type === "operand" ? [rule.operand] : [];
}

function partsOf(rule: Expression): readonly Expression[] {
  if (rule.type === "and" || rule.type === "or") return [rule.left, rule.right];
  if (rule.type === "not") return [rule.of];
  return rule.type === "if" ? [rule.test, rule.yes, rule.no] : [];
}
