import type { Schema } from "../schema.js";

const known = new WeakMap<Schema, boolean>();

/**
 * Whether CEL's == tells any two values of a schema apart. It does not where null may stand in them, or fields that the
 * schema does not describe, or texts that stand for a time: there it takes some that differ for the same, so that a rule lets the
 * change pass.
 */
export function isComparable(schema: Schema): boolean {
  const before = known.get(schema);
  if (before !== undefined) return before;
  const found = isTold(schema);
  known.set(schema, found);
  return found;
}

function isTold(schema: Schema): boolean {
  if (schema.preserves || schema.embedded || schema.values === true) return false;
  if (schema.type === undefined && !schema.intOrString) return false;
  if (schema.type === "string" && isReadOtherwise(schema.format)) return false;
  if (![...schema.properties.keys()].every((name) => NAME.test(name))) return false;
  const inside = [...schema.properties.values(), ...(schema.items ? [schema.items] : [])];
  if (schema.values !== undefined) inside.push(schema.values);
  return inside.every((each) => !each.nullable && isComparable(each));
}

/** What CEL can spell; it does not see a property of another name. */
const NAME = /^[A-Za-z_][-A-Za-z0-9_./]*$/;

/** Strings of which CEL makes something else: a time, a duration, bytes. Two that differ may be the same then. */
export function isReadOtherwise(format: string | undefined): boolean {
  return format !== undefined && /^(date|date-?time|duration|byte|binary)$/i.test(format);
}
