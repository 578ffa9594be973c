import type { Schema } from "../schema.js";

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
