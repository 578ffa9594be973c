import type { FieldFacts, ItemFacts, TypeFacts, ValueFacts } from "../../core/facts.js";
import { isHeld } from "./large.js";
import type { Schema } from "./schema.js";
import type { Structs } from "./structs.js";

/** The server reads and writes an embedded object's metadata as it does any object's. */
const OBJECT: Readonly<Record<string, FieldFacts>> = Object.freeze({
  apiVersion: { type: "string" },
  kind: { type: "string" },
  metadata: { type: "struct", ref: "meta/v1.ObjectMeta" },
});
/** Within another one: null stands for {}. */
const EMBEDDED: Readonly<Record<string, FieldFacts>> = Object.freeze({
  ...OBJECT,
  metadata: { type: "struct", ref: "meta/v1.ObjectMeta", nullable: true, computed: "embeddedMetadata" },
});

/** Facts of the values that structural schemas of one version describe. Their structs are added to `structs`. */
export class Values {
  constructor(
    private readonly structs: Structs,
    private readonly version: string,
  ) {}

  /** The id of the struct that a schema describes at a path: the kind, then field names. */
  struct(schema: Schema, path: readonly string[]): string {
    return this.structs.add(this.#fields(schema, path), this.version, path);
  }

  #fields(schema: Schema, path: readonly string[]): TypeFacts {
    const isRoot = path.length === 1;
    const embedded = schema.embedded ? (isRoot ? OBJECT : EMBEDDED) : {};
    const stated = [...schema.properties]
      .filter(([name]) => !Object.hasOwn(embedded, name))
      .map(([name, property]) => [name, this.#field(property, [...path, name])] as const);
    const fields = [...stated, ...Object.entries(embedded)].sort(([a], [b]) => (a < b ? -1 : 1));
    return {
      stored: "asIs",
      ...(schema.preserves && { keepsUnknown: true as const }),
      ...(schema.dropsUnknown && { dropsUnknown: true as const }),
      fields: Object.fromEntries(fields),
    };
  }

  #field({ dropped, ...schema }: Schema, path: readonly string[]): FieldFacts {
    if (dropped === undefined) return this.#place(schema, path);
    return { ...this.#value(schema, path), dropped };
  }

  /**
   * Facts of a value where it hangs, as a field, a map's value or a list's item: with what the server puts
   * there for null or, in a field, where it is absent.
   */
  #place(schema: Schema, path: readonly string[]): ItemFacts {
    const { default: filled, nullable } = schema;
    return {
      ...this.#value(schema, path),
      ...(nullable && { nullable: true as const }),
      ...(filled !== undefined && isHeld(filled) && { default: filled }),
    };
  }

  /** Facts of a value. Every string of a custom kind is plain, whatever its format. */
  #value(schema: Schema, path: readonly string[]): ValueFacts {
    if (schema.intOrString) return { type: "any" };
    switch (schema.type) {
      case "string":
      case "boolean":
      case "integer":
      case "number":
        return { type: schema.type };
      case "array":
        return this.#list(schema, path);
      case "object":
        return this.#object(schema, path);
      default:
        return { type: "any" };
    }
  }

  #list(schema: Schema, path: readonly string[]): ValueFacts {
    const { items, list, keys, preserves } = schema;
    // A list that keeps unknown fields keeps those of its items.
    const of: ItemFacts =
      items === undefined ? { type: "any" } : this.#place(preserves ? { ...items, preserves } : items, path);
    const isKeyed = list === "map" && keys.length > 0 && keys.every((key) => items?.properties.has(key));
    if (isKeyed) return { type: "list", of, list: "keyed", keys };
    return list === "set" ? { type: "list", of, list: "set" } : { type: "list", of };
  }

  #object(schema: Schema, path: readonly string[]): ValueFacts {
    const { values, preserves } = schema;
    const atomic = schema.atomic ? { atomic: true as const } : {};
    if (values === true)
      return { type: "map", of: preserves ? { type: "any" } : this.#emptied(path), ...atomic };
    if (values !== undefined) return { type: "map", of: this.#place(values, path), ...atomic };
    // Nothing in it is known, and everything is kept.
    if (preserves && !schema.embedded && schema.properties.size === 0) return { type: "any" };
    return { type: "struct", ref: this.struct(schema, path), ...atomic };
  }

  /** `additionalProperties: true` keeps scalars and null, and drops every field of an object. */
  #emptied(path: readonly string[]): ItemFacts {
    const ref = this.structs.add({ stored: "asIs", fields: {} }, this.version, path);
    return { type: "any", ref, nullable: true };
  }
}
