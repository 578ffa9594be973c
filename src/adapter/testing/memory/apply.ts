import type { JsonObject } from "../../core/json.js";
import type { WriteOptions } from "../port/port.js";
import { type Entry, entriesOf, isOf, type Writer } from "./entries.js";
import { union } from "./field-sets.js";
import { type Kind, metaOf } from "./kinds.js";
import { beforeFirstApply, statedSet } from "./managing.js";
import { merged, pruned } from "./merging.js";
import { badRequest, invalid, notFound } from "./refusing.js";
import { zeroObject } from "./settling.js";
import { refOf, type Store } from "./store.js";
import type { Write } from "./write.js";
import { type Answer, land, refuseStale, refuseUid, writerOf } from "./writing.js";

/** A server-side apply. @throws ApiError */
export function apply(store: Store, kind: Kind, sent: JsonObject, options: WriteOptions): Answer {
  const { managedFields } = metaOf(sent);
  if (!options.fieldManager) {
    const message = "is required for apply patch";
    throw invalid(kind, "", [{ field: "fieldManager", reason: "FieldValueRequired", message }]);
  }
  if (managedFields !== undefined) throw badRequest("metadata.managedFields must be nil");
  const ref = refOf(sent);
  if (ref.name === "") throw badRequest("name is required");
  const live = store.get(kind, ref);
  if (live === undefined && options.subresource !== undefined) throw notFound(kind, ref.name);
  if (live !== undefined) {
    refuseStale(kind, live, sent);
    refuseUid(kind, live, sent);
  }
  const writer = writerOf(kind, "Apply", options);
  const time = store.time();
  const entries = appliedEntries(kind, live, time);
  const stated = statedSet(kind, sent, options.subresource);
  const target = appliedTo(kind, sent, live, entries, writer, stated);
  const { force = false } = options;
  const write = { kind, name: ref.name, live, target, writer, entries, stated, force, time };
  return land(store, write, options);
}

function appliedEntries(kind: Kind, live: JsonObject | undefined, time: string): readonly Entry[] {
  const entries = entriesOf(live);
  if (live === undefined || entries.length > 0) return entries;
  return beforeFirstApply(kind, { ...zeroObject(kind), metadata: {} }, live, time);
}

/** Live with an apply merged in, less what it no longer states. */
function appliedTo(
  kind: Kind,
  sent: JsonObject,
  live: JsonObject | undefined,
  entries: readonly Entry[],
  writer: Writer,
  stated: Write["stated"] = {},
): JsonObject {
  const { struct } = kind.root;
  const body = bodyOf(kind, sent, writer.subresource);
  const all = merged(struct, body, live) as JsonObject;
  const own = entries.find((entry) => isOf(entry, writer));
  if (own === undefined) return all;
  const managed = entries.filter((entry) => entry !== own).reduce((sum, { set }) => union(sum, set), stated);
  return pruned(struct, all, own.set, managed) as JsonObject;
}

/** What an apply can state: its metadata as far as writers own it, and status by its subresource alone. */
function bodyOf(kind: Kind, sent: JsonObject, subresource: string | undefined): JsonObject {
  const { apiVersion, kind: name, metadata: _, status, ...rest } = sent;
  const meta = metaOf(sent);
  const kept = [
    "name",
    "namespace",
    "generateName",
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
