import type { Schema } from "../schema.js";
import { isComparable, isReadOtherwise } from "./comparable.js";
import { type CelType, type Expression, type Operand, partsOf, type Reference } from "./expression.js";
import { schemaAt } from "./place.js";

/**
 * Whether it is certain what a rule makes of whatever a value of this schema holds: each comparison is one that CEL has for the
 * types of both sides, and no null can stand in between. Strings are ordered only where all that can be are known.
 */
export function isCertain(rule: Expression, schema: Schema): boolean {
  return [...partsOf(rule)].every((part) => isPartCertain(part, schema));
}

/** The values of an enum of strings, where there are no others. */
export function statedValues({
  type,
  enum: stated,
  nullable,
  format,
}: Schema): readonly string[] | undefined {
  if (type !== "string" || nullable || stated === undefined || isReadOtherwise(format)) return undefined;
  const texts = stated.filter((each) => typeof each === "string");
  return texts.length > 0 && texts.length === stated.length && texts.length <= MAX_ENUM ? texts : undefined;
}

/** More than this many values of an enum are not tried one by one. */
const MAX_ENUM = 12;

export function typeAt(schema: Schema | undefined): CelType {
  if (schema === undefined || schema.intOrString) return "other";
  switch (schema.type) {
    case "string":
      return isReadOtherwise(schema.format) ? "other" : "string";
    case "integer":
      return "int";
    case "number":
      return "double";
    case "boolean":
      return "bool";
    default:
      return "other";
  }
}

function isPartCertain(part: Expression, schema: Schema): boolean {
  switch (part.type) {
    case "has":
      return isFieldCertain(part.reference, schema);
    case "operand":
      return typeOf(part.operand, schema) === "bool" && isOperandCertain(part.operand, schema);
    case "compare":
      return (
        [part.left, part.right].every((each) => isOperandCertain(each, schema)) && isDefined(part, schema)
      );
    default:
      return true;
  }
}

function isDefined({ by, left, right }: Expression & { type: "compare" }, schema: Schema): boolean {
  const type = typeOf(left, schema);
  if (type !== typeOf(right, schema)) return false;
  const isEquality = by === "==" || by === "!=";
  if (type === "other") return isEquality && isSameField(left, right);
  return isEquality || type !== "string" || [left, right].every((each) => isKnown(each, schema));
}

function isKnown(operand: Operand, schema: Schema): boolean {
  if ("literal" in operand) return true;
  const field = schemaAt(schema, operand.reference.path);
  return field !== undefined && statedValues(field) !== undefined;
}

function isSameField(left: Operand, right: Operand): boolean {
  if ("literal" in left || "literal" in right) return false;
  const [a, b] = [left.reference.path, right.reference.path];
  return a.length === b.length && a.every((name, step) => name === b[step]);
}

function isOperandCertain(operand: Operand, schema: Schema): boolean {
  return "literal" in operand || isFieldCertain(operand.reference, schema);
}

function isFieldCertain({ path }: Reference, schema: Schema): boolean {
  const field = schemaAt(schema, path);
  if (field === undefined || !isComparable(field)) return false;
  return [...path.keys(), path.length].every(
    (step) => schemaAt(schema, path.slice(0, step))?.nullable === false,
  );
}

function typeOf(operand: Operand, schema: Schema): CelType {
  return "literal" in operand ? operand.type : typeAt(schemaAt(schema, operand.reference.path));
}
