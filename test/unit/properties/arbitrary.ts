import fc from "fast-check";
import type { FieldFacts, KindFacts, TypeFacts, ValueFacts } from "../../../src/core/facts.js";
import type { Json, JsonObject } from "../../../src/core/json.js";
import { bundledFacts } from "../../../src/rules/facts.js";

/** The kinds of a stable version: v1, v2. */
export const KINDS: readonly KindFacts[] = bundledFacts
  .kinds()
  .filter(({ version }) => /^v\d+$/.test(version))
  .map(({ group, version, kind }) => bundledFacts.kind(group, version, kind))
  .filter((facts) => facts !== undefined);

export function nameOf({ group, version, kind }: KindFacts): string {
  return `${group === "" ? "" : `${group}/`}${version} ${kind}`;
}

export function apiVersionOf({ group, version }: KindFacts): string {
  return group === "" ? version : `${group}/${version}`;
}

/**
 * How often each property runs. A fixed seed, so that a failure is the same for everybody; PROPERTY_RUNS=50 runs
 * each fifty times as often, on a seed of its own.
 */
export function runs(numRuns: number): fc.Parameters<unknown> {
  const more = process.env.PROPERTY_RUNS;
  return more === undefined ? { numRuns, seed: 20260101 } : { numRuns: numRuns * Number(more) };
}

/** Milliseconds that one property may take: far more than it does, since it shrinks when it fails. */
export const PATIENCE = 600_000;

/** Choices, read off a list of bytes: an exhausted one always gives 0, so that it shrinks to the smallest object. */
export class Tape {
  private next = 0;
  constructor(private readonly bytes: Uint8Array) {}

  below(count: number): number {
    const byte = this.bytes[this.next++] ?? 0;
    return count <= 1 ? 0 : byte % count;
  }

  pick<T>(from: readonly T[]): T {
    return from[this.below(from.length)] as T;
  }
}

/** Bytes for a tape: each reader makes its own, so that all read the same. */
export const bytes: fc.Arbitrary<Uint8Array> = fc.uint8Array({ minLength: 0, maxLength: 250, size: "max" });

/** Spellings, and what the server stores. */
export const QUANTITIES = [
  ["1", "1"],
  ["1000m", "1"],
  ["1Gi", "1Gi"],
  ["1024Mi", "1Gi"],
  ["100m", "100m"],
  ["0.1", "100m"],
  ["0", "0"],
  ["2k", "2k"],
  ["2000", "2k"],
] as const;
export const TIMES = [
  ["2026-01-01T00:00:00Z", "2026-01-01T00:00:00Z"],
  ["2026-01-01T01:00:00+01:00", "2026-01-01T00:00:00Z"],
  ["2026-01-02T00:00:00Z", "2026-01-02T00:00:00Z"],
] as const;
export const MICRO_TIMES = [
  ["2026-01-01T00:00:00.000000Z", "2026-01-01T00:00:00.000000Z"],
  ["2026-01-01T01:00:00.000000+01:00", "2026-01-01T00:00:00.000000Z"],
  ["2026-01-01T00:00:00.000001Z", "2026-01-01T00:00:00.000001Z"],
] as const;
export const BYTES = [
  ["YQ==", "YQ=="],
  ["YQ==\n", "YQ=="],
  ["YR==", "YQ=="],
  ["Yg==", "Yg=="],
] as const;
const TEXTS = ["a", "b", "", "http", "example.com/x"];
const KEYS = ["a", "b", "name", "example.com/k"];
const INTEGERS = [1, 2, 0, 80, 30, 420];
const ANYTHING: readonly Json[] = [
  { a: 1, b: [null, "x"] },
  "text",
  7,
  { a: 2 },
  [1, { c: null }],
  { z: {} },
];
const MAX_DEPTH = 9;

/** A field as it is in one kind: the type's facts, under those of the kind. */
export function fieldIn(kind: KindFacts, path: string, field: FieldFacts): FieldFacts {
  const own = kind.fields?.[path];
  return own === undefined ? field : ({ ...field, ...own } as FieldFacts);
}

/** The path of a field below another, as the facts of a kind spell it. */
export function below(path: string, key: string): string {
  return path === "" ? key : `${path}.${key}`;
}

export function typeOf(ref: string): TypeFacts {
  return bundledFacts.type(ref) ?? { fields: {} };
}

/** Random objects of the right JSON types: what a builder might state of a kind. */
export class Builder {
  constructor(
    private readonly kind: KindFacts,
    private readonly tape: Tape,
  ) {}

  /** An object without identity; metadata is small. */
  body(): JsonObject {
    const { fields } = typeOf(this.kind.type);
    const out: Record<string, Json> = {};
    for (const [key, field] of Object.entries(fields)) {
      if (["apiVersion", "kind", "metadata", "status"].includes(key)) continue;
      if (key !== "spec" && this.tape.below(3) === 2) continue;
      if (this.kind.writeOnly !== undefined && Object.hasOwn(this.kind.writeOnly, key)) continue;
      const facts = fieldIn(this.kind, key, field);
      if (facts.computed === undefined) out[key] = this.value(facts, key, 1);
    }
    return out;
  }

  /** A value of a type, in its place. */
  value(facts: ValueFacts, path: string, depth: number, among: readonly string[] = []): Json {
    switch (facts.type) {
      case "struct":
        return this.struct(facts.ref, path, depth);
      case "map":
        return this.map(facts.of, path, depth);
      case "list":
        return this.list(facts, path, depth);
      case "string":
        return this.tape.pick(among.length > 0 && this.tape.below(2) === 1 ? among : TEXTS);
      case "boolean":
        return this.tape.below(2) === 1;
      case "integer":
        return this.tape.pick(INTEGERS);
      case "number":
        return this.tape.pick([1, 0, 2.5]);
      case "intOrString":
        return this.tape.pick(["80", 80, 1, 0, "25%", "http"]);
      case "quantity":
        return this.tape.pick(QUANTITIES)[0];
      case "time":
        return this.tape.pick(TIMES)[0];
      case "microTime":
        return this.tape.pick(MICRO_TIMES)[0];
      case "bytes":
        return this.tape.pick(BYTES)[0];
      default:
        if (facts.ref === undefined || this.tape.below(3) === 0) return this.tape.pick(ANYTHING);
        return this.struct(facts.ref, path, depth);
    }
  }

  private struct(ref: string, path: string, depth: number): JsonObject {
    const { fields } = typeOf(ref);
    const names = Object.keys(fields).filter(
      (key) => fieldIn(this.kind, below(path, key), fields[key] as FieldFacts).computed === undefined,
    );
    const out: Record<string, Json> = {};
    if (names.length === 0) return out;
    const deep = names.filter((key) => ["struct", "list", "map"].includes(fields[key]?.type ?? ""));
    for (let count = depth > MAX_DEPTH ? 0 : this.tape.below(5); count > 0; count--) {
      const key = this.tape.pick(deep.length > 0 && this.tape.below(2) === 1 ? deep : names);
      const field = fieldIn(this.kind, below(path, key), fields[key] as FieldFacts);
      out[key] =
        this.tape.below(16) === 15
          ? null
          : this.value(field, below(path, key), depth + 1, hints(fields, key));
    }
    return out;
  }

  private map(of: ValueFacts, path: string, depth: number): JsonObject {
    const out: Record<string, Json> = {};
    for (let count = depth > MAX_DEPTH ? 0 : this.tape.below(3); count > 0; count--) {
      out[this.tape.pick(KEYS)] = this.value(of, path, depth + 1);
    }
    return out;
  }

  private list(facts: ValueFacts & { type: "list" }, path: string, depth: number): Json {
    const items: Json[] = [];
    for (let count = depth > MAX_DEPTH ? 0 : this.tape.below(4); count > 0; count--) {
      const item = this.value(facts.of, `${path}[*]`, depth + 1);
      items.push(facts.keys === undefined ? item : keyed(item, facts.keys, items.length, facts.of));
    }
    return facts.list === "set" ? [...new Set(items)] : items;
  }
}

/** Values that a default of a sibling asks for. */
function hints(fields: TypeFacts["fields"], key: string): readonly string[] {
  const found = new Set<string>();
  for (const { when, ...field } of Object.values(fields)) {
    for (const value of when?.[key] ?? []) if (typeof value === "string") found.add(value);
    if (fields[key] === field && typeof field.default === "string") found.add(field.default);
  }
  const own = fields[key]?.default;
  if (typeof own === "string") found.add(own);
  return [...found];
}

/** The item with keys that no other item of the list has. */
function keyed(item: Json, keys: readonly string[], index: number, of: ValueFacts): Json {
  if (of.type !== "struct" || typeof item !== "object" || item === null) return item;
  const { fields } = typeOf(of.ref);
  const first = keys[0] ?? "";
  const type = fields[first]?.type;
  return { ...item, [first]: type === "integer" || type === "intOrString" ? 8000 + index : `item-${index}` };
}

/** What a builder might state of this kind's object called demo. */
export function statedFrom(kind: KindFacts, from: Tape): JsonObject {
  const body = new Builder(kind, from).body();
  const labels: JsonObject = { app: "demo", ...(from.below(2) === 1 && { tier: from.pick(["a", "b"]) }) };
  const metadata = {
    name: "demo",
    ...(kind.namespaced && { namespace: "default" }),
    labels,
    ...(from.below(2) === 1 && { annotations: { "example.com/note": from.pick(["a", "b", ""]) } }),
    ...(from.below(4) === 1 && {
      finalizers: from.pick([["example.com/a"], ["example.com/b", "example.com/a"]]),
    }),
    ...(from.below(4) === 1 && { ownerReferences: [owner(from.pick(["1", "2"]), from.below(2) === 1)] }),
  };
  return { apiVersion: apiVersionOf(kind), kind: kind.kind, metadata, ...body };
}

function owner(uid: string, controller: boolean): JsonObject {
  return { apiVersion: "example.com/v1", kind: "Widget", name: `owner-${uid}`, uid, controller };
}

/** An arbitrary of stated objects of a kind. */
export function stated(kind: KindFacts): fc.Arbitrary<JsonObject> {
  return bytes.map((read) => statedFrom(kind, new Tape(read))).filter((object) => isTaken(kind, object));
}

/** False of an empty map that the server stores as nothing, and then refuses to be stated as empty again. */
function isTaken(kind: KindFacts, object: JsonObject): boolean {
  return (kind.immutable ?? []).every(({ path, when, empty }) => {
    const value = object[path];
    const isEmpty = typeof value === "object" && value !== null && Object.keys(value).length === 0;
    const holds = [when ?? []].flat().every((each) => object[each.path] === each.equals);
    return empty !== true || !isEmpty || !holds;
  });
}
