import { isList, isObject, type Json, type JsonObject, member } from "../../../core/json.js";
import type { GroupVersionKind } from "../group-version-kind.js";

/** A document of OpenAPI v3, as `/openapi/v3/apis/GROUP/VERSION` has it: its schemas, by name. */
export class OpenApi {
  readonly #schemas: JsonObject;

  constructor(document: unknown) {
    const components = isObject(document) ? member(document, "components") : undefined;
    const schemas = isObject(components) ? member(components, "schemas") : undefined;
    this.#schemas = isObject(schemas) ? schemas : {};
  }

  schema(name: string): JsonObject | undefined {
    const found = Object.hasOwn(this.#schemas, name) ? member(this.#schemas, name) : undefined;
    return isObject(found) ? found : undefined;
  }

  /** The schema of a kind, which says so itself, and its name. */
  kind(wanted: GroupVersionKind): { readonly name: string; readonly schema: JsonObject } | undefined {
    for (const name of Object.keys(this.#schemas)) {
      const schema = this.schema(name);
      const kinds = schema && member(schema, "x-kubernetes-group-version-kind");
      if (schema !== undefined && isList(kinds) && kinds.length === 1 && isKind(kinds[0], wanted))
        return { name, schema };
    }
    return undefined;
  }
}

function isKind(found: Json | undefined, { group, version, kind }: GroupVersionKind): boolean {
  return isObject(found) && found.group === group && found.version === version && found.kind === kind;
}

const PREFIX = "#/components/schemas/";

/** The schema that a property refers to, by name: alone, or in an `allOf` beside what is said of the property. */
export function referenceIn(property: JsonObject): string | undefined {
  const all = member(property, "allOf");
  const of = isList(all) && all.length === 1 && isObject(all[0]) ? all[0] : property;
  const reference = member(of, "$ref");
  return typeof reference === "string" && reference.startsWith(PREFIX)
    ? reference.slice(PREFIX.length)
    : undefined;
}

/** The properties of a schema that are objects themselves. */
export function propertiesOf(schema: JsonObject): readonly (readonly [name: string, property: JsonObject])[] {
  const properties = member(schema, "properties");
  if (!isObject(properties)) return [];
  return Object.keys(properties).flatMap((name) => {
    const property = member(properties, name);
    return isObject(property) ? [[name, property] as const] : [];
  });
}

/**
 * Whether a kind is a custom one: its metadata is a pointer, as it were, while in Go, where aggregated APIs come from, it is a
 * struct, which is never absent; and nothing else refers to other schemas.
 */
export function isCustom(schema: JsonObject): boolean {
  return propertiesOf(schema).every(([name, property]) =>
    name === "metadata" ? member(property, "default") === undefined : referenceIn(property) === undefined,
  );
}
