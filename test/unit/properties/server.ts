import type { FieldFacts, KindFacts, ValueFacts } from "../../../src/core/facts.js";
import { isList, isObject, type Json, type JsonObject } from "../../../src/core/json.js";
import { BYTES, below, fieldIn, MICRO_TIMES, QUANTITIES, TIMES, typeOf } from "./arbitrary.js";

/**
 * Plays the server for generated objects, the plain way: drops zeros and empties, fills constant
 * defaults in, prints each value as the tables say. It knows no computed default and no conversion.
 */
export function store(kind: KindFacts, sent: JsonObject): JsonObject {
  const out: Record<string, Json | undefined> = { ...sent };
  const { fields } = typeOf(kind.type);
  const body = structOf(kind, kind.type, "", sent);
  for (const key of Object.keys(fields)) {
    if (["apiVersion", "kind", "metadata", "status"].includes(key)) continue;
    if (body[key] === undefined) delete out[key];
    else out[key] = body[key];
  }
  return out as JsonObject;
}

function structOf(kind: KindFacts, ref: string, path: string, sent: JsonObject): JsonObject {
  const { fields, stored, keepsUnknown } = typeOf(ref);
  if (stored === "asIs") return asIs(kind, fields, keepsUnknown === true, path, sent);
  const out: Record<string, Json> = {};
  const keep = (key: string, value: Json | undefined): void => {
    if (value !== undefined) out[key] = value;
  };
  const facts = new Map(
    Object.entries(fields).map(([key, field]) => [key, fieldIn(kind, below(path, key), field)]),
  );
  for (const [key, field] of facts) keep(key, stated(kind, field, below(path, key), sent[key]));
  for (let again = 0; again < 3; again++) {
    for (const [key, field] of facts) {
      if (out[key] !== undefined) continue;
      if (field.computed !== undefined) keep(key, COMPUTED[field.computed]?.(sent));
      else if (holds(field, out)) keep(key, filled(kind, field, below(path, key)));
    }
  }
  return out;
}

/** Defaults that depend on what is stated beside them; the generator states none of these fields. */
const COMPUTED: Readonly<Record<string, (sent: JsonObject) => Json | undefined>> = {
  statefulSetRollingUpdate: ({ type }) => (type ? undefined : { partition: 0 }),
  targetPort: ({ port }) => port ?? 0,
  jobCompletions: ({ parallelism }) => (isStated(parallelism) ? undefined : 1),
  jobBackoffLimit: ({ backoffLimitPerIndex }) => (isStated(backoffLimitPerIndex) ? 2147483647 : 6),
  jobPodReplacementPolicy: ({ podFailurePolicy }) =>
    isStated(podFailurePolicy) ? "Failed" : "TerminatingOrFailed",
};

function isStated(value: Json | undefined): boolean {
  return value !== undefined && value !== null;
}

/** A custom kind's struct: what is stated stays, null is left out or replaced by the default. */
function asIs(
  kind: KindFacts,
  fields: Readonly<Record<string, FieldFacts>>,
  keepsUnknown: boolean,
  path: string,
  sent: JsonObject,
): JsonObject {
  const out: Record<string, Json | undefined> = keepsUnknown ? { ...sent } : {};
  for (const [key, field] of Object.entries(fields)) {
    const value = sent[key];
    const stays = value !== undefined && (value !== null || field.nullable === true);
    const stored = stays ? value : field.default;
    if (stored === undefined) delete out[key];
    else out[key] = stored === null ? null : printedAs(kind, field, below(path, key), stored);
  }
  return out as JsonObject;
}

/** What is left of a stated value. */
function stated(kind: KindFacts, field: FieldFacts, path: string, value: Json | undefined): Json | undefined {
  if (value === undefined || value === null) return undefined;
  const printed = printedAs(kind, field, path, value);
  return field.pointer !== true && field.type !== "any" && isZero(printed) ? undefined : printed;
}

/** What stands where nothing is stated. */
function filled(kind: KindFacts, field: FieldFacts, path: string): Json | undefined {
  if (field.default !== undefined) return printedAs(kind, field, path, field.default);
  if (field.pointer === true) return undefined;
  if (field.type === "quantity") return "0";
  if (field.type !== "struct") return undefined;
  const inside = structOf(kind, field.ref, path, {});
  return isZero(inside) ? undefined : inside;
}

function holds({ when }: FieldFacts, owner: JsonObject): boolean {
  return Object.entries(when ?? {}).every(([key, values]) => values.includes(owner[key] ?? ""));
}

function isZero(value: Json): boolean {
  if (value === "" || value === 0 || value === false) return true;
  if (isList(value)) return value.length === 0;
  return isObject(value) && Object.keys(value).length === 0;
}

/** A set is put in one order, so that no order of it differs from another. */
function itemsOf(
  kind: KindFacts,
  facts: ValueFacts & { readonly type: "list" },
  path: string,
  list: readonly Json[],
): Json {
  const items = list.map((item) => printedAs(kind, facts.of, `${path}[*]`, item));
  return facts.list === "set"
    ? items.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
    : items;
}

function printedAs(kind: KindFacts, facts: ValueFacts, path: string, value: Json): Json {
  switch (facts.type) {
    case "struct":
      return isObject(value) ? structOf(kind, facts.ref, path, value) : value;
    case "map":
      return isObject(value) ? mapOf(kind, facts.of, path, value) : value;
    case "list":
      return isList(value) ? itemsOf(kind, facts, path, value) : value;
    case "quantity":
      return printed(QUANTITIES, value);
    case "time":
      return printed(TIMES, value);
    case "microTime":
      return printed(MICRO_TIMES, value);
    case "bytes":
      return printed(BYTES, value);
    case "any":
      return facts.ref !== undefined && isObject(value) ? structOf(kind, facts.ref, path, value) : value;
    default:
      return value;
  }
}

function mapOf(kind: KindFacts, of: ValueFacts, path: string, value: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, printedAs(kind, of, path, item as Json)]),
  );
}

function printed(table: readonly (readonly [string, string])[], value: Json): Json {
  return table.find(([spelling]) => spelling === value)?.[1] ?? value;
}

/** The object as the server gives it back: with its own metadata, others' labels, and a status. */
export function liveFrom(kind: KindFacts, sent: JsonObject): JsonObject {
  const metadata = isObject(sent.metadata) ? sent.metadata : {};
  const labels = isObject(metadata.labels) ? metadata.labels : {};
  return {
    ...store(kind, sent),
    metadata: {
      ...metadata,
      uid: "1",
      resourceVersion: "7",
      generation: 3,
      creationTimestamp: "2026-01-01T00:00:00Z",
      managedFields: [],
      labels: { ...labels, "example.com/foreign": "x", "kubernetes.io/metadata.name": "demo" },
    },
    ...(kind.statusSubresource && { status: { phase: "Ready" } }),
  };
}
