import type { FieldFacts, ItemFacts, ValueFacts } from "../../../core/facts.js";
import { isList, isObject, type Json, type JsonObject, member } from "../../../core/json.js";
import { formatPath, type Segment } from "../../../core/path.js";
import type { Unlearned } from "../../../core/unlearned.js";
import type { FactType } from "../../set.js";
import { isHeld } from "../large.js";
import { type OpenApi, propertiesOf, referenceIn } from "./document.js";
import { bundledType, hasDefaults, specialType } from "./known.js";

/** A struct that is yet to be read, and where it was first met. */
interface Pending {
  readonly name: string;
  readonly at: readonly Segment[];
}

/**
 * The types of an aggregated kind, whose server is written in Go: `typed`, since null is absent in them. OpenAPI says what is always
 * printed: a field with a zero or {} as its default. Of any other field it does not say whether a zero is dropped; there a zero
 * counts as a value, so that stating one may be a write too often, never too seldom.
 */
export class TypedTypes {
  readonly types: Record<string, FactType> = {};
  readonly unknowns: Unlearned[] = [];
  /** Fields of which it is not known what becomes of a zero. */
  zeros = 0;
  readonly #names = new Map<string, string>();
  readonly #pending: Pending[] = [];

  /** @param nameOf what a type is called, by the last word of its schema's name */
  constructor(
    private readonly document: OpenApi,
    private readonly nameOf: (word: string) => string,
    /** Schemas whose names start so are the kind's own, though they may be bundled. */
    private readonly own: string,
  ) {}

  /** Reads a struct and all that it refers to, and gives its name. */
  read(root: string): string {
    const name = this.#named(root, []);
    for (let next = this.#pending.shift(); next !== undefined; next = this.#pending.shift()) {
      const schema = this.document.schema(next.name) ?? {};
      const { at } = next;
      const fields = propertiesOf(schema).map(([key, property]) => [
        key,
        this.#field(key, property, [...at, { kind: "key", key }]),
      ]);
      this.types[this.#names.get(next.name) ?? next.name] = {
        stored: "typed",
        fields: Object.fromEntries(fields),
      };
    }
    return name;
  }

  #named(name: string, at: readonly Segment[]): string {
    const known = this.#names.get(name);
    if (known !== undefined) return known;
    const word = name.slice(name.lastIndexOf(".") + 1);
    const taken = new Set(this.#names.values());
    let called = this.nameOf(word);
    for (let count = 2; taken.has(called); count++) called = this.nameOf(`${word}${count}`);
    this.#names.set(name, called);
    this.#pending.push({ name, at });
    return called;
  }

  #field(key: string, property: JsonObject, at: readonly Segment[]): FieldFacts {
    if (at.length === 1 && (key === "apiVersion" || key === "kind")) return { type: "string" };
    if (at.length === 1 && key === "metadata") return { type: "struct", ref: "meta/v1.ObjectMeta" };
    const value = this.#value(property, at);
    const filled = member(property, "default");
    if (isZero(filled)) return value;
    if (at[0]?.kind === "key" && at[0].key !== "status") this.zeros += 1;
    const taken = filled !== undefined && filled !== null && isHeld(filled) ? { default: filled } : {};
    return { ...value, pointer: true, ...taken };
  }

  #value(schema: JsonObject, at: readonly Segment[]): ItemFacts {
    const reference = referenceIn(schema);
    return reference === undefined ? this.#inline(schema, at) : this.#referred(reference, at);
  }

  #referred(name: string, at: readonly Segment[]): ValueFacts {
    const special = specialType(name);
    if (special !== undefined) return special;
    const bundled = name.startsWith(this.own) ? undefined : bundledType(name);
    if (bundled !== undefined) {
      if (hasDefaults(bundled))
        this.unknowns.push({ code: "defaults-assumed", path: formatPath(at), type: bundled });
      return { type: "struct", ref: bundled };
    }
    const schema = this.document.schema(name);
    if (schema === undefined) {
      this.unknowns.push({ code: "undescribed", path: formatPath(at), type: name });
      return { type: "any" };
    }
    if (propertiesOf(schema).length > 0) return { type: "struct", ref: this.#named(name, at) };
    return referenceIn(schema) === undefined ? this.#inline(schema, at) : { type: "any" };
  }

  #inline(schema: JsonObject, at: readonly Segment[]): ValueFacts {
    if (isIntOrString(schema)) return { type: "intOrString" };
    const inside = [...at, { kind: "each" } as const];
    const [items, values] = [member(schema, "items"), member(schema, "additionalProperties")];
    switch (member(schema, "type")) {
      case "string":
        return { type: textType(member(schema, "format")) };
      case "boolean":
        return { type: "boolean" };
      case "integer":
        return { type: "integer" };
      case "number":
        return { type: "number" };
      case "array":
        return listOf(schema, isObject(items) ? this.#value(items, inside) : { type: "any" });
      case "object":
        return isObject(values) ? { type: "map", of: this.#value(values, inside) } : { type: "any" };
      default:
        return { type: "any" };
    }
  }
}

function isZero(value: Json | undefined): boolean {
  if (value === "" || value === 0 || value === false) return true;
  return isObject(value) && Object.keys(value).length === 0;
}

function isIntOrString(schema: JsonObject): boolean {
  return (
    member(schema, "format") === "int-or-string" || member(schema, "x-kubernetes-int-or-string") === true
  );
}

function textType(format: Json | undefined): "string" | "bytes" | "time" {
  if (format === "byte") return "bytes";
  return format === "date-time" ? "time" : "string";
}

function listOf(schema: JsonObject, of: ItemFacts): ValueFacts {
  const [kind, keys] = [
    member(schema, "x-kubernetes-list-type"),
    member(schema, "x-kubernetes-list-map-keys"),
  ];
  const names = isList(keys) ? keys.filter((key) => typeof key === "string") : [];
  if (kind === "map" && names.length > 0 && of.type === "struct")
    return { type: "list", of, list: "keyed", keys: names };
  return kind === "set" ? { type: "list", of, list: "set" } : { type: "list", of };
}
