import { isList, isObject, type Json, type JsonObject, member } from "../../core/json.js";
import { formatPath, type Segment } from "../../core/path.js";
import { LearnError } from "./error.js";
import type { Schema, ValidationRule } from "./schema.js";

/** The API server's own limits are far below both. */
const MAX_DEPTH = 600;
const MAX_NODES = 300_000;

const TYPES = ["object", "array", "string", "boolean", "integer", "number"] as const;

export interface ReadOptions {
  /** The definition's name, for errors. */
  readonly definition: string;
  /** Where in the definition the schema stands. */
  readonly at: readonly Segment[];
  /** `preserveUnknownFields: true`: nothing is dropped anywhere. */
  readonly preserves: boolean;
}

/**
 * Reads a structural schema. What does not bear on facts is passed over.
 * @throws LearnError `bad-schema`, `too-large`
 */
export function readSchema(value: Json | undefined, options: ReadOptions): Schema {
  return new Reader(options).schema(value, options.at);
}

class Reader {
  readonly #open = new Set<JsonObject>();
  #nodes = 0;
  constructor(private readonly options: ReadOptions) {}

  schema(value: Json | undefined, at: readonly Segment[]): Schema {
    if (!isObject(value)) throw this.#bad(at, "a schema is an object");
    if (this.#open.has(value)) throw this.#bad(at, "it contains itself");
    if (this.#open.size >= MAX_DEPTH) throw this.#large(at, `nested deeper than ${MAX_DEPTH} levels`);
    if (++this.#nodes > MAX_NODES) throw this.#large(at, `more than ${MAX_NODES} values`);
    this.#open.add(value);
    const read = this.#read(value, at);
    this.#open.delete(value);
    return read;
  }

  #read(schema: JsonObject, at: readonly Segment[]): Schema {
    const inside = (...names: string[]): readonly Segment[] => [...at, ...names.map(key)];
    const get = (name: string): Json | undefined => member(schema, name);
    const text = (name: string): string | undefined => this.#typed(get(name), "string", inside(name));
    const number = (name: string): number | undefined => {
      const found = get(name);
      return typeof found === "bigint" ? Number(found) : this.#typed(found, "number", inside(name));
    };
    const flag = (name: string): boolean => this.#typed(get(name), "boolean", inside(name)) ?? false;
    const list = this.#oneOf(
      text("x-kubernetes-list-type"),
      ["atomic", "set", "map"],
      inside("x-kubernetes-list-type"),
    );
    const values = get("additionalProperties");
    const given = get("default");
    return {
      ...optional("type", this.#oneOf(text("type"), TYPES, inside("type"))),
      properties: this.#properties(get("properties"), inside("properties")),
      ...optional("values", this.#values(values, inside("additionalProperties"))),
      ...optional(
        "items",
        get("items") === undefined ? undefined : this.schema(get("items"), inside("items")),
      ),
      required: new Set(this.#texts(get("required"), inside("required"))),
      nullable: flag("nullable"),
      ...optional("default", given === null ? undefined : given),
      intOrString: flag("x-kubernetes-int-or-string"),
      preserves: this.options.preserves || flag("x-kubernetes-preserve-unknown-fields"),
      embedded: flag("x-kubernetes-embedded-resource"),
      ...optional("list", list === "atomic" ? undefined : list),
      keys: this.#texts(get("x-kubernetes-list-map-keys"), inside("x-kubernetes-list-map-keys")),
      atomic: text("x-kubernetes-map-type") === "atomic",
      rules: this.#rules(get("x-kubernetes-validations"), inside("x-kubernetes-validations")),
      ...optional("enum", this.#list(get("enum"), inside("enum"))),
      ...optional("format", text("format")),
      ...optional("pattern", text("pattern")),
      ...optional("minimum", number("minimum")),
      ...optional("minLength", number("minLength")),
      ...optional("minItems", number("minItems")),
    };
  }

  #properties(value: Json | undefined, at: readonly Segment[]): ReadonlyMap<string, Schema> {
    if (value === undefined || value === null) return new Map();
    if (!isObject(value)) throw this.#bad(at, "properties are an object");
    return new Map(
      Object.keys(value).map((name) => [name, this.schema(member(value, name), [...at, key(name)])]),
    );
  }

  /** `false`, as left out: none are taken. */
  #values(value: Json | undefined, at: readonly Segment[]): Schema | true | undefined {
    if (value === undefined || value === null || value === false) return undefined;
    return value === true || this.schema(value, at);
  }

  #rules(value: Json | undefined, at: readonly Segment[]): readonly ValidationRule[] {
    return (this.#list(value, at) ?? []).map((each, index) => {
      const place: readonly Segment[] = [...at, { kind: "index", index }];
      const rule = isObject(each) ? member(each, "rule") : undefined;
      if (!isObject(each) || typeof rule !== "string") throw this.#bad(place, "a validation rule has a text");
      return { rule, optionalOldSelf: member(each, "optionalOldSelf") === true };
    });
  }

  #texts(value: Json | undefined, at: readonly Segment[]): readonly string[] {
    return (this.#list(value, at) ?? []).map((each) => {
      if (typeof each !== "string") throw this.#bad(at, "it is a list of names");
      return each;
    });
  }

  #list(value: Json | undefined, at: readonly Segment[]): readonly Json[] | undefined {
    if (value === undefined || value === null) return undefined;
    if (!isList(value)) throw this.#bad(at, "it is a list");
    return value;
  }

  #oneOf<const T extends string>(
    value: string | undefined,
    allowed: readonly T[],
    at: readonly Segment[],
  ): T | undefined {
    if (value === undefined || value === "") return undefined;
    const found = allowed.find((each) => each === value);
    if (found === undefined) throw this.#bad(at, `it is one of ${allowed.join(", ")}`);
    return found;
  }

  #typed<Name extends keyof Scalars>(
    value: Json | undefined,
    type: Name,
    at: readonly Segment[],
  ): Scalars[Name] | undefined {
    if (value === undefined || value === null) return undefined;
    if (typeof value !== type) throw this.#bad(at, `it is a ${type}`);
    return value as Scalars[Name];
  }

  #bad(at: readonly Segment[], detail: string): LearnError {
    const hint =
      "No API server takes this schema: correct it, or export it anew (kubectl get crd NAME -o yaml).";
    return new LearnError("bad-schema", detail, hint, this.options.definition, formatPath(at));
  }

  #large(at: readonly Segment[], detail: string): LearnError {
    const shown = formatPath(at.slice(0, 12));
    const hint =
      "Write its facts by hand, with type any for what lies deep: schemas/rule.md, Facts of your own.";
    return new LearnError("too-large", detail, hint, this.options.definition, `${shown}...`);
  }
}

interface Scalars {
  readonly string: string;
  readonly number: number;
  readonly boolean: boolean;
}

function key(name: string): Segment {
  return { kind: "key", key: name };
}

function optional<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): { readonly [Key in Name]?: Value } {
  return (value === undefined ? {} : { [name]: value }) as { readonly [Key in Name]?: Value };
}
