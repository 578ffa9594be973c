import { type FieldSet, fieldElement } from "../../core/apply/field-set.js";
import { fieldSetOf } from "../../core/apply/field-set-of.js";
import { isList, isObject, type Json, type JsonObject } from "../../core/json.js";
import type { ApiCause } from "../api-error.js";
import { compareObjects } from "./comparing.js";
import { isEqual } from "./equal.js";
import { difference, intersection, isEmptySet, placesOf, placeText, union } from "./field-sets.js";
import { type Kind, metaOf } from "./kinds.js";

/** One manager's entry in metadata.managedFields. */
export interface Entry {
  readonly manager: string;
  readonly operation: "Apply" | "Update";
  readonly apiVersion: string;
  readonly subresource?: string;
  readonly time: string;
  readonly set: FieldSet;
}

/** Who writes, and through what. */
export type Writer = Omit<Entry, "time" | "set">;

export function entriesOf(object: JsonObject | undefined): readonly Entry[] {
  const { managedFields } = metaOf(object);
  return (isList(managedFields) ? managedFields : []).flatMap((entry) => {
    if (!isObject(entry) || !isObject(entry.fieldsV1)) return [];
    const { manager, operation, apiVersion, subresource, time, fieldsV1 } = entry;
    return [
      {
        manager: String(manager ?? ""),
        operation: operation === "Apply" ? ("Apply" as const) : ("Update" as const),
        apiVersion: String(apiVersion),
        ...(typeof subresource === "string" && subresource !== "" && { subresource }),
        time: String(time),
        set: fieldsV1,
      },
    ];
  });
}

export function printed(entries: readonly Entry[]): Json {
  return [...entries].sort(inOrder).map(({ set, manager, operation, apiVersion, time, subresource }) => ({
    manager,
    operation,
    apiVersion,
    time,
    fieldsType: "FieldsV1",
    fieldsV1: set,
    ...(subresource !== undefined && { subresource }),
  }));
}

/** Source: managedfields/internal/managedfields.go sortEncodedManagedFields. */
function inOrder(a: Entry, b: Entry): number {
  const key = ({ operation, time, manager, apiVersion, subresource = "" }: Entry): string =>
    [operation, time, manager, apiVersion, subresource].join("\n");
  return key(a) < key(b) ? -1 : 1;
}

export function isOf(entry: Entry, writer: Writer): boolean {
  return (
    entry.manager === writer.manager &&
    entry.operation === writer.operation &&
    entry.apiVersion === writer.apiVersion &&
    entry.subresource === writer.subresource
  );
}

/**
 * The entries after a create, PUT or merge patch: the writer owns what it changed, and the others no longer do.
 * Source: structured-merge-diff merge/update.go Update.
 */
export function updated(
  kind: Kind,
  before: JsonObject,
  after: JsonObject,
  entries: readonly Entry[],
  writer: Writer,
  time: string,
): readonly Entry[] {
  const { written, removed } = comparison(kind, before, after, writer);
  const own = entries.find((entry) => isOf(entry, writer));
  const set = union(difference(own?.set ?? {}, removed), written);
  return [...less(entries, writer, union(written, removed)), ...entry(writer, set, own, time)];
}

/** Values of others that an apply would change, as the causes of its refusal. */
export function conflictsOf(
  kind: Kind,
  before: JsonObject,
  after: JsonObject,
  entries: readonly Entry[],
  writer: Writer,
): readonly ApiCause[] {
  const { written } = comparison(kind, before, after, writer);
  return entries
    .filter((entry) => !isOf(entry, writer))
    .flatMap((entry) =>
      placesOf(intersection(entry.set, written)).map((path) => ({
        reason: "FieldManagerConflict",
        message: `conflict with ${described(entry)}`,
        field: placeText(path),
      })),
    );
}

function described({ manager, subresource, operation, apiVersion, time }: Entry): string {
  const through = subresource === undefined ? "" : ` with subresource "${subresource}"`;
  return `"${manager}"${through}${operation === "Update" ? ` using ${apiVersion} at ${time}` : ""}`;
}

/** The entries after an apply that stated `set`. Source: structured-merge-diff merge/update.go Apply. */
export function applied(
  kind: Kind,
  before: JsonObject,
  after: JsonObject,
  entries: readonly Entry[],
  writer: Writer,
  set: FieldSet,
  time: string,
): readonly Entry[] {
  const { written, removed } = comparison(kind, before, after, writer);
  const own = entries.find((each) => isOf(each, writer));
  return [...less(entries, writer, union(written, removed)), ...entry(writer, set, own, time)];
}

/** What an apply states, as its entry records it. */
export function statedSet(kind: Kind, body: JsonObject, subresource: "status" | undefined): FieldSet {
  if (subresource === undefined) return fieldSetOf(kind.root, body);
  return fieldSetOf({ ...kind.root, status: true }, body.status === undefined ? {} : { status: body.status });
}

/** The others' entries, less what the write changed or took away. */
function less(entries: readonly Entry[], writer: Writer, places: FieldSet): readonly Entry[] {
  return entries.flatMap((each) => {
    if (isOf(each, writer)) return [];
    const set = difference(each.set, places);
    return isEmptySet(set) ? [] : [{ ...each, set }];
  });
}

/** A writer's entry keeps its time while it owns the same. */
function entry(writer: Writer, set: FieldSet, own: Entry | undefined, time: string): readonly Entry[] {
  if (isEmptySet(set)) return [];
  return [{ ...writer, set, time: own !== undefined && isEqual(own.set, set) ? own.time : time }];
}

/** What bookkeeping looks at: status by its subresource only, else everything beside it. */
function comparison(
  kind: Kind,
  before: JsonObject,
  after: JsonObject,
  { subresource }: Writer,
): { readonly written: FieldSet; readonly removed: FieldSet } {
  const { written, removed } = compareObjects(
    kind.root.struct,
    seen(kind, before, subresource),
    seen(kind, after, subresource),
  );
  return { written: withoutMetadata(written), removed: withoutMetadata(removed) };
}

function seen(kind: Kind, object: JsonObject, subresource: string | undefined): JsonObject {
  const { apiVersion: _, kind: __, metadata, status, ...rest } = object;
  if (subresource !== undefined) return status === undefined ? {} : { status };
  const { labels, annotations, ownerReferences, finalizers, generateName } = metaOf({ metadata });
  const tracked = { labels, annotations, ownerReferences, finalizers, generateName };
  return {
    ...rest,
    metadata: tracked,
    ...(!kind.statusSubresource && status !== undefined && { status }),
  };
}

/** Metadata itself is nobody's. */
function withoutMetadata(set: FieldSet): FieldSet {
  const element = fieldElement("metadata");
  const { [element]: metadata, ...rest } = set;
  if (!isObject(metadata)) return set;
  const { ".": _, ...inside } = metadata;
  return isEmptySet(inside as FieldSet) ? rest : { ...rest, [element]: inside };
}
