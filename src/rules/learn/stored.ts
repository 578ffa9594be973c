import type { Schema } from "./schema.js";

/**
 * What a version's schema comes to where objects are stored in another one and converted by their name alone: the server drops what the
 * stored version's schema does not have as well, and fills in its defaults when it reads.
 */
export function asStored(own: Schema, stored: Schema): Schema {
  const filled = own.default ?? stored.default;
  const defaults = filled === undefined ? {} : { default: filled };
  if (isKeptWhole(stored)) return { ...own, ...defaults };
  if (isKeptWhole(own))
    return {
      ...stored,
      nullable: own.nullable,
      embedded: own.embedded,
      ...defaults,
      ...dropping(own, stored),
    };
  return {
    ...own,
    ...defaults,
    properties: propertiesOf(own, stored),
    preserves: own.preserves && stored.preserves,
    ...dropping(own, stored),
    ...(typeof own.values === "object" && typeof stored.values === "object"
      ? { values: asStored(own.values, stored.values) }
      : {}),
    ...(own.items !== undefined && stored.items !== undefined
      ? { items: asStored(own.items, stored.items) }
      : {}),
  };
}

/** Nothing in it is known, and everything is kept. */
function isKeptWhole({ preserves, properties, values, items }: Schema): boolean {
  return preserves && properties.size === 0 && values === undefined && items === undefined;
}

function propertiesOf(own: Schema, stored: Schema): ReadonlyMap<string, Schema> {
  const properties = new Map<string, Schema>();
  for (const [name, property] of own.properties) {
    const there = stored.properties.get(name) ?? stored.values;
    if (typeof there === "object") properties.set(name, asStored(property, there));
    else properties.set(name, there === true || stored.preserves ? property : { ...property, dropped: true });
  }
  if (own.preserves && !stored.preserves) {
    for (const [name, property] of stored.properties)
      if (!own.properties.has(name)) properties.set(name, property);
  }
  return properties;
}

function dropping(own: Schema, stored: Schema): { readonly dropsUnknown?: true } {
  return own.preserves && !stored.preserves ? { dropsUnknown: true } : {};
}
