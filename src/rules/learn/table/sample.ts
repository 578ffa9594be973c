import type { Json, JsonObject } from "../../../core/json.js";
import { isHeld } from "../large.js";
import type { Schema } from "../schema.js";

/** Deeper than this, only what has a default is there. */
const MAX_DEPTH = 24;

/**
 * A value that fits a schema, as far as types, enums and bounds say, with nothing in it but what is required. `variant` tells one
 * value from another.
 */
export function sampleOf(schema: Schema, variant = 0, depth = 0): Json {
  const stated = schema.enum?.filter((each) => each !== null && isHeld(each)) ?? [];
  const chosen = stated[variant % Math.max(1, stated.length)];
  if (chosen !== undefined) return chosen;
  if (schema.intOrString) return variant + 1;
  switch (schema.type) {
    case "string":
      return textOf(schema, variant);
    case "integer":
    case "number":
      return Math.max(schema.minimum ?? 1, 1) + variant;
    case "boolean":
      return variant % 2 === 0;
    case "array":
      return itemsOf(schema, Math.max(1, schema.minItems ?? 1), depth);
    default:
      return objectOf(schema, variant, depth);
  }
}

/** Items that differ, where the list needs that; as many as there can be. */
export function itemsOf({ items, list, keys }: Schema, count: number, depth = 0): readonly Json[] {
  if (items === undefined || depth >= MAX_DEPTH) return [];
  const made = Array.from({ length: Math.min(count, 8) }, (_, variant) =>
    sampleOf(items, variant, depth + 1),
  );
  const keyOf = (item: Json): string =>
    JSON.stringify(list === "map" ? keys.map((key) => (item as JsonObject)[key] ?? null) : item);
  const first = new Map(made.map((item) => [keyOf(item), item]));
  return [...first.values()];
}

function objectOf(schema: Schema, variant: number, depth: number): JsonObject {
  if (depth >= MAX_DEPTH) return {};
  const keys = [...schema.properties].filter(([name]) => schema.required.has(name) || isOwnKey(schema, name));
  return Object.fromEntries(keys.map(([name, property]) => [name, sampleOf(property, variant, depth + 1)]));
}

/** The server takes an embedded object with a kind only. */
function isOwnKey({ embedded }: Schema, name: string): boolean {
  return embedded && (name === "apiVersion" || name === "kind");
}

const WORDS = ["demo", "other", "third"];
const DATES = ["2026-01-05T09:00:00Z", "2026-01-06T09:00:00Z", "2026-01-07T09:00:00Z"];

function textOf({ format, minLength = 0 }: Schema, variant: number): string {
  const word = (format === "date-time" ? DATES[variant] : WORDS[variant]) ?? `demo-${variant}`;
  return word.padEnd(Math.min(minLength, 256), "x");
}
