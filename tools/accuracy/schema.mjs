// @ts-check
// The server's own schemas of its kinds (OpenAPI v3), so that mutations know fields that no object states.

/** @typedef {import("./types.js").Node} Node */

/** By the end of a definition's name: what its OpenAPI type does not tell. @type {readonly (readonly [string, Node["type"]])[]} */
const NAMED = [
  [".resource.Quantity", "quantity"],
  [".intstr.IntOrString", "intOrString"],
  [".meta.v1.Time", "time"],
  [".meta.v1.MicroTime", "microTime"],
  [".runtime.RawExtension", "any"],
  [".v1.JSON", "any"],
  [".meta.v1.FieldsV1", "any"],
];

/** The server publishes a custom kind's schema some time after it serves the kind: 10 s at most. */
const TRIES = 100;

/** @type {Node} */
export const ANY = {
  type: "any",
  fields: new Map(),
  of: undefined,
  list: "atomic",
  keys: [],
  atomic: false,
  enum: [],
  nullable: false,
  default: undefined,
  preserves: false,
  embedded: false,
};

/**
 * @param {import("./types.js").Client} client
 * @returns {{ nodeOf(apiVersion: string, kind: string): Promise<Node> }}
 */
export function createSchemas(client) {
  /** @type {Map<string, Promise<Definitions>>} */
  const read = new Map();
  return {
    async nodeOf(apiVersion, kind) {
      const path = apiVersion.includes("/") ? `apis/${apiVersion}` : `api/${apiVersion}`;
      for (let tries = 0; ; tries++) {
        const known = read.get(path) ?? definitionsOf(client, path);
        read.set(path, known);
        const node = (await known).kind(apiVersion, kind);
        if (node !== undefined || tries === TRIES) return node ?? ANY;
        if (read.get(path) === known) read.delete(path);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    },
  };
}

/** @param {import("./types.js").Client} client @param {string} path */
async function definitionsOf(client, path) {
  const { code, body } = await client.request("GET", `/openapi/v3/${path}`);
  return new Definitions(code === 200 ? (body.components?.schemas ?? {}) : {});
}

/** The definitions of one group and version. */
class Definitions {
  /** @param {Readonly<Record<string, any>>} schemas */
  constructor(schemas) {
    this.schemas = schemas;
    /** @type {Map<string, Node>} */
    this.named = new Map();
  }

  /** @param {string} apiVersion @param {string} kind @returns {Node | undefined} */
  kind(apiVersion, kind) {
    const [group, version] = apiVersion.includes("/") ? apiVersion.split("/") : ["", apiVersion];
    for (const [name, schema] of Object.entries(this.schemas)) {
      const kinds = schema["x-kubernetes-group-version-kind"] ?? [];
      const found = kinds.some(
        (/** @type {any} */ each) => each.group === group && each.version === version && each.kind === kind,
      );
      if (found) return this.name(name);
    }
    return undefined;
  }

  /** @param {string} name @returns {Node} */
  name(name) {
    const known = this.named.get(name);
    if (known !== undefined) return known;
    const type = NAMED.find(([end]) => name.endsWith(end))?.[1];
    const made = type !== undefined ? { ...ANY, type } : this.node(this.schemas[name] ?? {});
    this.named.set(name, made);
    return made;
  }

  /** @param {any} schema @returns {Node} */
  node(schema) {
    const ref = schema.$ref ?? schema.allOf?.[0]?.$ref;
    const base = ref !== undefined ? this.name(ref.split("/").at(-1)) : this.plain(schema);
    const more = {
      ...(schema["x-kubernetes-map-type"] === "atomic" ? { atomic: true } : {}),
      ...(schema.enum
        ? { enum: schema.enum.filter((/** @type {unknown} */ each) => typeof each === "string") }
        : {}),
      ...(schema.nullable ? { nullable: true } : {}),
      ...(schema.default === undefined ? {} : { default: schema.default }),
      ...(schema["x-kubernetes-preserve-unknown-fields"] ? { preserves: true } : {}),
      ...(schema["x-kubernetes-embedded-resource"] ? { embedded: true } : {}),
    };
    return Object.keys(more).length === 0 ? base : extended(base, more);
  }

  /** @param {any} schema @returns {Node} */
  plain(schema) {
    if (schema["x-kubernetes-int-or-string"] || schema.format === "int-or-string")
      return { ...ANY, type: "intOrString" };
    if (schema.type === "string") {
      const type = schema.format === "date-time" ? "time" : schema.format === "byte" ? "bytes" : "string";
      return { ...ANY, type };
    }
    if (schema.type === "array") return this.list(schema);
    if (schema.type !== "object") return { ...ANY, type: schema.type ?? "any" };
    if (schema.properties) return this.struct(schema);
    const values = schema.additionalProperties;
    if (values && typeof values === "object") return { ...ANY, type: "map", of: this.node(values) };
    return ANY;
  }

  /** @param {any} schema @returns {Node} */
  list(schema) {
    const type = schema["x-kubernetes-list-type"];
    return {
      ...ANY,
      type: "list",
      of: this.node(schema.items ?? {}),
      list: type === "map" ? "keyed" : type === "set" ? "set" : "atomic",
      keys: schema["x-kubernetes-list-map-keys"] ?? [],
    };
  }

  /** Fields are read when asked for: some types hold themselves. @param {any} schema @returns {Node} */
  struct(schema) {
    /** @type {Map<string, Node> | undefined} */
    let fields;
    const fieldsOf = () =>
      new Map(Object.entries(schema.properties).map(([name, field]) => [name, this.node(field)]));
    return {
      ...ANY,
      type: "struct",
      get fields() {
        fields ??= fieldsOf();
        return fields;
      },
    };
  }
}

/** @param {Node} base @param {Partial<Node>} more @returns {Node} */
function extended(base, more) {
  const properties = { ...Object.getOwnPropertyDescriptors(base), ...Object.getOwnPropertyDescriptors(more) };
  return Object.defineProperties({ ...ANY }, properties);
}
