import type { JsonObject } from "../../../core/json.js";
import { metadataOf } from "../../port/object.js";
import type { WriteOptions } from "../../port/port.js";
import { merged, pruned } from "./apply-merge.js";
import { type Entry, entriesOf, isOf } from "./entries.js";
import { badRequest, invalid, notFound } from "./errors.js";
import { union } from "./field-sets.js";
import type { Kind } from "./kinds.js";
import { beforeFirstApply, statedSet } from "./managed-fields.js";
import { placeOf } from "./namespace.js";
import { refuseLost, refuseStale, refuseUid } from "./refusals.js";
import type { Store } from "./store.js";
import { zeroObject } from "./stored-form.js";
import { type Answer, finish } from "./updates.js";
import { withMetadata } from "./with-metadata.js";
import { type Apply, authorOf } from "./write.js";

/** A server-side apply. @throws ApiError */
export function apply(store: Store, kind: Kind, sent: JsonObject, options: WriteOptions): Answer {
  const { managedFields } = metadataOf(sent);
  if (!options.fieldManager) {
    const message = "is required for apply patch";
    throw invalid(kind, "", [{ field: "fieldManager", reason: "FieldValueRequired", message }]);
  }
  if (managedFields !== undefined) throw badRequest("metadata.managedFields must be nil");
  const ref = placeOf(sent);
  if (ref.name === "") throw badRequest("name is required");
  const live = store.get(kind, ref);
  if (live === undefined) {
    if (options.subresource !== undefined && !kind.traits.createdByPut) throw notFound(kind, ref.name);
    refuseLost(
      kind,
      sent,
      (uid) => `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`,
    );
    if (options.subresource !== undefined) throw notFound(kind, ref.name);
  } else {
    refuseStale(kind, live, sent);
    refuseUid(kind, live, sent);
  }
  const by = authorOf(kind, options);
  const time = store.time();
  const entries = appliedEntries(kind, live, time);
  const stated = statedSet(kind, sent, options.subresource);
  const { force = false } = options;
  const write = { kind, name: ref.name, live, by, entries, stated, force, time };
  const target = appliedTo(write, sent);
  return finish(store, { ...write, target, operation: "Apply" }, options);
}

function appliedEntries(kind: Kind, live: JsonObject | undefined, time: string): readonly Entry[] {
  const entries = entriesOf(live);
  if (live === undefined || entries.length > 0) return entries;
  return beforeFirstApply(kind, { ...zeroObject(kind), metadata: {} }, live, time);
}

/** Live with an apply merged in, less what it no longer states. */
function appliedTo(
  { kind, live, by, entries, stated }: Omit<Apply, "operation" | "target">,
  sent: JsonObject,
): JsonObject {
  const { struct } = kind.root;
  const body = bodyOf(kind, sent, by.subresource);
  const all = merged(struct, body, live) as JsonObject;
  const own = entries.find((entry) => isOf(entry, { ...by, operation: "Apply" }));
  if (own === undefined) return all;
  const managed = entries.filter((entry) => entry !== own).reduce((sum, { set }) => union(sum, set), stated);
  const left = pruned(struct, all, own.set, managed) as JsonObject;
  // Nobody owns a name, so that it would go with the last metadata that somebody does.
  const { name, namespace } = metadataOf(all);
  return withMetadata(left, { name, namespace });
}

/** What an apply can state: its metadata as far as writers own it, and status by its subresource alone. */
function bodyOf(kind: Kind, sent: JsonObject, subresource: string | undefined): JsonObject {
  const { apiVersion, kind: name, metadata: _, status, ...rest } = sent;
  const meta = metadataOf(sent);
  const kept = [
    "name",
    "namespace",
    "generateName",
    "resourceVersion",
    "labels",
    "annotations",
    "ownerReferences",
    "finalizers",
  ];
  const metadata = Object.fromEntries(
    kept.flatMap((key) => (meta[key] === undefined ? [] : [[key, meta[key]]])),
  );
  const identity = { apiVersion, kind: name, metadata };
  if (subresource !== undefined) return { ...identity, ...(status !== undefined && { status }) };
  return { ...identity, ...rest, ...(!kind.statusSubresource && status !== undefined && { status }) };
}
