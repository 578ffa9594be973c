import type { FactSource, FieldFacts, KindFacts, ValueFacts } from "../../core/facts.js";
import type { Json } from "../../core/json.js";
import type { Schema } from "../learn/schema.js";

/** Deeper than this nothing is stated in a table. */
const MAX_DEPTH = 5;

type ListFacts = Extract<ValueFacts, { type: "list" }>;

const PLAIN: Schema = {
  properties: new Map(),
  required: new Set(),
  nullable: false,
  intOrString: false,
  preserves: false,
  embedded: false,
  keys: [],
  atomic: false,
  rules: [],
};

const TEXT: Schema = { ...PLAIN, type: "string" };

/** What a template's metadata has. */
const LABELS: ReadonlyMap<string, Schema> = new Map([["labels", { ...PLAIN, type: "object", values: TEXT }]]);

/** Values that the server takes as they are, where words would not do. */
const VALUES: Partial<Readonly<Record<ValueFacts["type"], readonly Json[]>>> = {
  quantity: ["1", "2", "3"],
  bytes: ["ZGVtbw==", "b3RoZXI=", "dGhpcmQ="],
  time: ["2026-01-05T09:00:00Z", "2026-01-06T09:00:00Z", "2026-01-07T09:00:00Z"],
  microTime: ["2026-01-05T09:00:00.000000Z", "2026-01-06T09:00:00.000000Z", "2026-01-07T09:00:00.000000Z"],
};

/** What the server takes no item without, beside its keys. */
const NEEDED: ReadonlyMap<string, readonly string[]> = new Map([["core/v1.Container", ["image"]]]);

function neededIn({ of }: ListFacts): readonly string[] {
  return of.type === "struct" ? (NEEDED.get(of.ref) ?? []) : [];
}

/** An item has its keys, and what it needs, also where nothing else is stated any more. */
function withKeys(facts: FactSource, list: ListFacts, schema: Schema): Schema {
  if (list.of.type !== "struct" || schema.properties.size > 0) return schema;
  const fields = facts.type(list.of.ref)?.fields ?? {};
  const names = [...(list.keys ?? []), ...neededIn(list)].filter((name) => Object.hasOwn(fields, name));
  const plain = names.flatMap((name): [string, Schema][] => {
    const type = fields[name]?.type;
    return type === "string" || type === "integer" ? [[name, { ...PLAIN, type }]] : [];
  });
  return { ...schema, properties: new Map(plain) };
}

/** Facts of a kind as a schema, from which values can be made: what stands in unions or is worked out is left out. */
export function schemaOf(facts: FactSource, kind: KindFacts): Schema {
  const of = (value: ValueFacts & Partial<FieldFacts>, path: string, depth: number): Schema => {
    const more = { ...value, ...kind.fields?.[path] } as ValueFacts & Partial<FieldFacts>;
    const filled = more.default === undefined || more.when !== undefined ? {} : { default: more.default };
    const stated = VALUES[more.type];
    switch (more.type) {
      case "struct":
        return { ...PLAIN, ...filled, type: "object", properties: properties(more.ref, path, depth) };
      case "map":
        return { ...PLAIN, ...filled, type: "object", values: of(more.of, `${path}[*]`, depth + 1) };
      case "list": {
        const list =
          more.list === "keyed"
            ? ({ list: "map", keys: more.keys ?? [] } as const)
            : more.list === "set"
              ? ({ list: "set" } as const)
              : {};
        return { ...PLAIN, ...filled, ...list, type: "array", items: itemOf(more, `${path}[*]`, depth + 1) };
      }
      case "any":
        return { ...PLAIN, ...filled, type: "object", preserves: true };
      case "intOrString":
        return { ...PLAIN, ...filled, intOrString: true };
      case "boolean":
      case "integer":
      case "number":
        return { ...PLAIN, ...filled, type: more.type };
      default:
        return { ...PLAIN, ...filled, type: "string", ...(stated !== undefined && { enum: stated }) };
    }
  };
  /** An item has what tells it from the others: its keys, or else its first text. */
  const itemOf = (list: ListFacts, path: string, depth: number): Schema => {
    const schema = withKeys(facts, list, of(list.of, path, depth));
    const [text] = [...schema.properties].find(([, { type }]) => type === "string") ?? [];
    const keys = list.keys ?? (text === undefined ? [] : [text]);
    const needed = [...keys, ...neededIn(list)];
    return { ...schema, required: new Set(needed.filter((key) => schema.properties.has(key))) };
  };
  const properties = (ref: string, path: string, depth: number): ReadonlyMap<string, Schema> => {
    if (depth >= MAX_DEPTH) return new Map();
    const type = facts.type(ref);
    if (ref === "meta/v1.ObjectMeta" && path !== "metadata") return LABELS;
    const either = new Set(
      type?.unions?.flatMap(({ discriminator, members }) => [
        discriminator,
        ...Object.values(members).flat(),
      ]),
    );
    const written = new Set(path === "" ? Object.keys(kind.writeOnly ?? {}) : []);
    const own = Object.entries(type?.fields ?? {}).filter(
      ([name, field]) =>
        !either.has(name) && !written.has(name) && field.gate === undefined && field.dropped !== true,
    );
    return new Map(
      own.flatMap(([name, field]): [string, Schema][] => {
        const at = path === "" ? name : `${path}.${name}`;
        const isWorkedOut = field.computed !== undefined || kind.fields?.[at]?.computed !== undefined;
        return isWorkedOut ? [] : [[name, of(field, at, depth + 1)]];
      }),
    );
  };
  return { ...PLAIN, type: "object", properties: properties(kind.type, "", 0) };
}
