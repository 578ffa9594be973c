import { type FieldSet, fieldElement, hasBelow } from "../../../core/apply/field-set.js";
import { fieldSetOf } from "../../../core/apply/field-set-of.js";
import { isObject, type JsonObject } from "../../../core/json.js";
import type { ApiCause } from "../../port/api-error.js";
import { metadataOf } from "../../port/object.js";
import { compareObjects } from "./compare.js";
import { type Entry, isOf, type Writer } from "./entries.js";
import { isEqual } from "./equal.js";
import { difference, intersection, isEmptySet, placesOf, placeText, union } from "./field-sets.js";
import type { Kind } from "./kinds.js";
import type { Apply, Update } from "./write.js";

/**
 * The entries after a create, PUT or merge patch: the writer owns what it changed, and the others no longer do.
 * Source: structured-merge-diff merge/update.go Update.
 */
export function updated(
  { kind, entries, by, time }: Pick<Update, "kind" | "entries" | "by" | "time">,
  before: JsonObject,
  after: JsonObject,
): readonly Entry[] {
  const writer: Writer = { ...by, operation: "Update" };
  const { written, removed } = comparison(kind, before, after, writer);
  const left = less(entries, union(written, removed));
  if (isEmptySet(written)) return left;
  const own = left.find((entry) => isOf(entry, writer));
  return [...others(left, writer), { ...writer, time, set: union(own?.set ?? {}, written) }];
}

/**
 * The entries of an object without any, as its first apply finds them: all of it is somebody's.
 * Source: managedfields/internal/skipnonapplied.go.
 */
export function beforeFirstApply(
  kind: Kind,
  zero: JsonObject,
  live: JsonObject,
  time: string,
): readonly Entry[] {
  const by = { manager: "before-first-apply", apiVersion: kind.apiVersion };
  return updated({ kind, entries: [], by, time }, zero, live);
}

/** Values of others that an apply would change, as the causes of its refusal. */
export function conflictsOf({ kind, live, target, entries, by }: Apply): readonly ApiCause[] {
  if (live === undefined) return [];
  const writer: Writer = { ...by, operation: "Apply" };
  const { written } = comparison(kind, live, target, writer);
  return others(entries, writer).flatMap((entry) =>
    placesOf(intersection(entry.set, written)).map((path) => ({
      reason: "FieldManagerConflict",
      message: `conflict with ${described(entry)}`,
      field: placeText(path),
    })),
  );
}

function described({ manager, subresource, operation, apiVersion, time }: Entry): string {
  const through = subresource === undefined ? "" : ` with subresource "${subresource}"`;
  return `"${manager}"${through}${operation === "Update" ? ` using ${apiVersion} at ${time ?? ""}` : ""}`;
}

/** The entries after an apply. Source: structured-merge-diff merge/update.go Apply. */
export function applied(
  { kind, target: after, entries, by, stated, time }: Apply,
  before: JsonObject,
): readonly Entry[] {
  const writer: Writer = { ...by, operation: "Apply" };
  const { written, removed } = comparison(kind, before, after, writer);
  const own = entries.find((each) => isOf(each, writer));
  const changes = !isEqual(seen(kind, before, writer.subresource), seen(kind, after, writer.subresource));
  const at = changes ? time : own?.time;
  const left = less(others(entries, writer), union(written, removed));
  return isEmptySet(stated)
    ? left
    : [...left, { ...writer, set: stated, ...(at !== undefined && { time: at }) }];
}

/** What an apply states, as its entry records it. */
export function statedSet(kind: Kind, body: JsonObject, subresource: "status" | undefined): FieldSet {
  const { root, facts } = kind;
  if (subresource !== undefined)
    return fieldSetOf({ ...root, status: true }, body.status === undefined ? {} : { status: body.status });
  const set = fieldSetOf(root, body);
  return facts === undefined ? Object.fromEntries(Object.entries(set).map(unplaced)) : set;
}

/** The fields of an object are named by its schema, even where nobody knows what they hold: their own place is not recorded. */
function unplaced([element, inside]: [string, FieldSet[string]]): [string, FieldSet[string]] {
  if (!isObject(inside) || !hasBelow(inside)) return [element, inside];
  const { ".": _, ...below } = inside;
  return [element, below];
}

function others(entries: readonly Entry[], writer: Writer): readonly Entry[] {
  return entries.filter((entry) => !isOf(entry, writer));
}

/** The entries less what a write changed or took away. */
function less(entries: readonly Entry[], places: FieldSet): readonly Entry[] {
  return entries.flatMap((each) => {
    const set = difference(each.set, places);
    return isEmptySet(set) ? [] : [{ ...each, set }];
  });
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
  const { labels, annotations, ownerReferences, finalizers, generateName } = metadataOf({ metadata });
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
