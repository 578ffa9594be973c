import { isObject, type Json, type JsonObject, member } from "../../../core/json.js";
import { formatPath } from "../../../core/path.js";
import { SERVERS } from "../../top-fields.js";
import type { Schema } from "../schema.js";
import { sampleOf } from "./sample.js";

/** A field of an object that can be told by names alone: no list or map lies between. */
export interface Place {
  readonly names: readonly string[];
  readonly path: string;
  readonly schema: Schema;
  /** What the object has there. */
  readonly value: Json | undefined;
  /** Whether its struct needs it. */
  readonly required: boolean;
}

/** Every field of the structs that an object has, outermost first; metadata and status left out. */
export function placesIn(object: JsonObject, schema: Schema): readonly Place[] {
  const found: Place[] = [];
  let level = [{ object, schema, names: [] as readonly string[] }];
  while (level.length > 0) {
    const deeper: typeof level = [];
    for (const { object: holder, schema: described, names } of level) {
      for (const [name, property] of described.properties) {
        if (names.length === 0 && SERVERS.has(name)) continue;
        const value = member(holder, name);
        const at = [...names, name];
        const path = formatPath(at.map((key) => ({ kind: "key", key })));
        found.push({ names: at, path, schema: property, value, required: described.required.has(name) });
        const isStruct = property.type === "object" && property.values === undefined && !property.intOrString;
        if (isStruct && isObject(value)) deeper.push({ object: value, schema: property, names: at });
      }
    }
    level = deeper;
  }
  return found;
}

/** A JSON merge patch that sets one field. */
export function patchAt(names: readonly string[], value: Json): JsonObject {
  return names.reduceRight<Json>((inner, name) => Object.fromEntries([[name, inner]]), value) as JsonObject;
}

/** Another value of the same type; none where there is no other, or it is no scalar. */
export function anotherValue({ schema, value }: Place): Json | undefined {
  if (value === undefined || value === null || typeof value === "object" || schema.intOrString)
    return undefined;
  const samples = [0, 1, 2].map((variant) => sampleOf(schema, variant));
  return samples.find((sample) => typeof sample === typeof value && sample !== value);
}
