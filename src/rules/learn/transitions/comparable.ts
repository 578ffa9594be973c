import type { Schema } from "../schema.js";

/**
 * Whether CEL's == tells any two values of a schema apart. It does not where null may stand in them, or fields that the
 * schema does not describe: there it takes some that differ for the same, so that a rule lets the change pass.
 */
export function isComparable(schema: Schema): boolean {
  if (schema.preserves || schema.embedded || schema.values === true) return false;
  if (schema.type === undefined && !schema.intOrString) return false;
  const inside = [...schema.properties.values(), ...(schema.items ? [schema.items] : [])];
  if (schema.values !== undefined) inside.push(schema.values);
  return inside.every((each) => !each.nullable && isComparable(each));
}
