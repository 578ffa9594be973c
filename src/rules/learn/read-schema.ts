import { isList, isObject, type Json, type JsonObject, member, put } from "../../core/json.js";
import { checkKeywords, typed } from "./keywords.js";
import { checkLists } from "./lists.js";
import { badSchema, Members } from "./members.js";
import { type Known, Nesting } from "./nesting.js";
import { fieldAt, itemAt, type Place } from "./place.js";
import type { Schema, ValidationRule } from "./schema.js";

const TYPES = ["object", "array", "string", "boolean", "integer", "number"] as const;

export interface ReadOptions {
  /** The definition's name, for errors. */
  readonly definition: string;
  /** Where in the definition the schema stands. */
  readonly at: Place;
  /** `preserveUnknownFields: true`: nothing is dropped anywhere. */
  readonly preserves: boolean;
  /** A server publishes it in its OpenAPI: it has been checked there, and defaults may be left out. */
  readonly isPublished?: true;
}

/**
 * Reads a structural schema. What does not bear on facts is passed over.
 * @throws LearnError `bad-schema`, `too-large`
 */
export function readSchema(value: Json | undefined, options: ReadOptions): Schema {
  return new Reader(options).schema(value, options.at);
}

class Reader {
  readonly #nesting: Nesting;
  readonly #schemas: Known<Schema> = new Map();
  readonly #values: Known<Json | undefined> = new Map();
  constructor(private readonly options: ReadOptions) {
    this.#nesting = new Nesting(options.definition);
  }

  schema(value: Json | undefined, at: Place): Schema {
    if (!isObject(value)) throw badSchema(this.options.definition, at, "a schema is an object");
    return this.#nesting.within(value, at, this.#schemas, () => {
      const { definition, preserves, isPublished = false } = this.options;
      if (!isPublished) checkKeywords(value, at, definition);
      const members = new Members(value, at, definition);
      const schema = this.#read(members);
      // What keeps everything may be older than the server's checks.
      if (!isPublished && !preserves) checkLists(schema, members);
      return schema;
    });
  }

  #read(members: Members): Schema {
    const { at } = members;
    const list = members.word("x-kubernetes-list-type", ["atomic", "set", "map"]);
    const [items, filled] = [members.get("items"), members.get("default")];
    return {
      ...optional("type", members.word("type", TYPES)),
      properties: this.#properties(members.struct("properties") ?? {}, fieldAt(at, "properties")),
      ...optional("values", this.#additional(members)),
      ...optional("items", items === undefined ? undefined : this.schema(items, fieldAt(at, "items"))),
      required: new Set(members.texts("required")),
      nullable: members.flag("nullable"),
      ...optional("default", this.#json(filled, fieldAt(at, "default"))),
      intOrString: members.flag("x-kubernetes-int-or-string"),
      preserves: this.options.preserves || members.flag("x-kubernetes-preserve-unknown-fields"),
      embedded: members.flag("x-kubernetes-embedded-resource"),
      ...optional("list", list === "atomic" ? undefined : list),
      keys: members.texts("x-kubernetes-list-map-keys"),
      atomic: members.word("x-kubernetes-map-type", ["atomic", "granular"]) === "atomic",
      rules: this.#rules(members),
      ...optional("enum", this.#jsons(members.list("enum"), fieldAt(at, "enum"))),
      ...optional("format", members.text("format")),
      ...optional("minimum", members.number("minimum")),
      ...optional("minLength", members.number("minLength")),
      ...optional("minItems", members.number("minItems")),
    };
  }

  #properties(properties: JsonObject, at: Place): ReadonlyMap<string, Schema> {
    return new Map(
      Object.keys(properties)
        // As the server prints them, so that a file and a cluster tell the same.
        .sort()
        .map((name) => [name, this.schema(member(properties, name), fieldAt(at, name))]),
    );
  }

  /** `false`, as left out: none are taken. */
  #additional(members: Members): Schema | true | undefined {
    const values = members.get("additionalProperties");
    if (values === undefined || values === false) return undefined;
    return values === true || this.schema(values, fieldAt(members.at, "additionalProperties"));
  }

  #rules(members: Members): readonly ValidationRule[] {
    return (members.list("x-kubernetes-validations") ?? []).map((each) => {
      const rule = isObject(each) ? member(each, "rule") : undefined;
      if (isObject(each) && typeof rule === "string")
        return { rule, optionalOldSelf: member(each, "optionalOldSelf") === true };
      throw members.bad("x-kubernetes-validations", "each rule has a text");
    });
  }

  #jsons(list: readonly Json[] | undefined, at: Place): readonly Json[] | undefined {
    return list?.map((item, index) => this.#json(item, itemAt(at, index)) ?? null);
  }

  /** A value that JSON can hold, its members in order. */
  #json(value: Json | undefined, at: Place): Json | undefined {
    if (value === undefined || value === null || typeof value !== "object") return value;
    return this.#nesting.within(value, at, this.#values, () => {
      if (isList(value)) return this.#jsons(value, at);
      if (!isObject(value) || !isPlain(value))
        throw typed("no value that JSON can hold", at, this.options.definition);
      const copy: Record<string, Json | undefined> = {};
      for (const name of Object.keys(value).sort())
        put(copy, name, this.#json(member(value, name), fieldAt(at, name)));
      return copy as JsonObject;
    });
  }
}

/** Of whatever realm. */
function isPlain(value: object): boolean {
  const prototype: object | null = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function optional<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): { readonly [Key in Name]?: Value } {
  return (value === undefined ? {} : { [name]: value }) as { readonly [Key in Name]?: Value };
}
