import type { FieldSet } from "../../core/apply/field-set.js";
import { foldWriteOnly } from "../../core/decide/fold.js";
import { isList, type Json, type JsonObject } from "../../core/json.js";
import { formatPath } from "../../core/path.js";
import { walkRoot } from "../../core/plan/root.js";
import { idleContext, Report } from "../../core/walk/context.js";
import type { ApiCause } from "../api-error.js";
import { born, type Numbers, uid } from "./born.js";
import { isEqual } from "./equal.js";
import { type Kind, metaOf, withMeta } from "./kinds.js";
import { applied, conflictsOf, type Entry, entriesOf, printed, updated, type Writer } from "./managing.js";
import { applyConflict, invalid } from "./refusing.js";
import { settled, zeroObject } from "./settling.js";

/** A write, as far as it has been worked out: the object that it states as a whole. */
export interface Write {
  readonly kind: Kind;
  readonly name: string;
  readonly live: JsonObject | undefined;
  /** The whole object that the write would leave, before the server fills anything in. */
  readonly target: JsonObject;
  readonly writer: Writer;
  /** Ownership to start from. */
  readonly entries: readonly Entry[];
  /** Of an apply: what it states. */
  readonly stated?: FieldSet;
  readonly force?: boolean;
  readonly time: string;
}

/** Metadata that a writer states; the rest is the server's. */
const WRITERS = ["generateName", "labels", "annotations", "ownerReferences", "finalizers"] as const;
const SERVERS = ["uid", "creationTimestamp", "deletionTimestamp", "deletionGracePeriodSeconds"] as const;

/**
 * The object that a write leaves behind, all but its resourceVersion; live itself where it changes nothing.
 * @throws ApiError 409, 422
 */
export function landed(write: Write, numbers: Numbers): JsonObject {
  const { kind, live } = write;
  if (write.stated !== undefined && write.force !== true) refuseConflicts(write);
  const folded = foldWriteOnly(write.target, kind.facts);
  const target = withStatus(write, folded);
  if (live !== undefined && write.writer.subresource === undefined) refuseImmutable(write, target);
  const decoded = settled(kind, target);
  const stored = stampedWith(write, live === undefined ? decoded : settled(kind, target, live));
  if (live !== undefined && live.metadata !== undefined) refuseFinalizers(write, stored);
  const entries = ownership(write, decoded);
  const managed = withMeta(stored, { managedFields: entries.length === 0 ? undefined : printed(entries) });
  if (live === undefined) return created(write, managed, numbers);
  const after = numbered(kind, live, managed);
  return isEqual(unstamped(after), unstamped(live)) ? live : after;
}

/** Without what is no change by itself. Source: fieldmanager IgnoreManagedFieldsTimestampsTransformer. */
function unstamped(object: JsonObject): JsonObject {
  const managedFields = printed(entriesOf(object).map(({ time: _, ...entry }) => entry));
  return withMeta(object, { resourceVersion: undefined, managedFields });
}

function ownership(write: Write, decoded: JsonObject): readonly Entry[] {
  const { kind, live, target, entries, writer, stated, time } = write;
  if (live !== undefined && entries.length === 0 && stated === undefined) return [];
  const before = live ?? { ...zeroObject(kind), metadata: {} };
  return stated === undefined
    ? updated(kind, before, decoded, entries, writer, time)
    : applied(kind, before, target, entries, writer, stated, time);
}

/** Status is what its subresource wrote last, whatever else states. */
function withStatus({ kind, live, writer }: Write, target: JsonObject): JsonObject {
  if (writer.subresource === "status") return { ...(live ?? {}), status: target.status };
  return kind.statusSubresource ? { ...target, status: live?.status } : target;
}

/** With the metadata that the server alone writes, as live has it. */
function stampedWith({ live, writer }: Write, object: JsonObject): JsonObject {
  const [stated, there] = [metaOf(object), metaOf(live)];
  const metadata: Record<string, Json | undefined> = {};
  const take = (from: JsonObject, keys: readonly string[]): void => {
    for (const key of keys) if (from[key] !== undefined) metadata[key] = from[key];
  };
  take(stated, ["name", "namespace"]);
  take(writer.subresource === undefined ? stated : there, WRITERS);
  take(there, [...SERVERS, "generation", "resourceVersion"]);
  return { ...object, metadata: metadata as JsonObject };
}

function created({ kind, target, time }: Write, object: JsonObject, numbers: Numbers): JsonObject {
  const { generation } = metaOf(target);
  const metadata = {
    uid: uid(numbers),
    creationTimestamp: time,
    generation: kind.traits.numbered ? 1 : generation,
  };
  return settled(kind, born(kind, withMeta(object, metadata), numbers));
}

/** Moves the generation where something but metadata and status is another. */
function numbered(kind: Kind, live: JsonObject, after: JsonObject): JsonObject {
  const { generation } = metaOf(live);
  if (typeof generation !== "number") return after;
  const { numbers } = kind.traits;
  const body = ({ metadata, status, ...rest }: JsonObject): JsonObject => ({
    ...rest,
    ...(!kind.statusSubresource && { status }),
    ...(numbers !== undefined && { metadata: metaOf({ metadata })[numbers] }),
  });
  return isEqual(body(live), body(after)) ? after : withMeta(after, { generation: generation + 1 });
}

function refuseConflicts({ kind, live, target, entries, writer }: Write): void {
  const causes = live === undefined ? [] : conflictsOf(kind, live, target, entries, writer);
  if (causes.length > 0) throw applyConflict(causes);
}

function refuseImmutable({ kind, name, live = {} }: Write, target: JsonObject): void {
  const cx = idleContext(undefined);
  const report = new Report();
  Object.assign(cx, { desired: target, live, report });
  cx.site.whole = true;
  walkRoot(kind.root, target, live, cx);
  const paths = report.changes.flatMap(({ steps, reason }) =>
    reason.code === "immutable" ? [formatPath(steps.map(({ segment }) => segment))] : [],
  );
  const causes = new Map(
    paths.map((path) => immutableCause(kind, path)).map((cause) => [cause.field, cause]),
  );
  if (causes.size > 0) throw invalid(kind, name, [...causes.values()]);
}

/** The cause that the server gave when it was asked: by the outermost path that may not change. */
function immutableCause({ facts }: Kind, path: string): ApiCause {
  const [fact] = (facts?.immutable ?? [])
    .filter((each) => path === each.path || /^[.[]/.test(path.slice(each.path.length)))
    .filter((each) => path.startsWith(each.path))
    .sort((a, b) => a.path.length - b.path.length);
  const message = /^probed on \S+: (.*)$/.exec(fact?.source ?? "")?.[1] ?? "field is immutable";
  const isForbidden = /^(updates to|pod updates|node updates|spec is immutable|field is immutable when)/.test(
    message,
  );
  return {
    field: fact?.path ?? path,
    reason: isForbidden ? "FieldValueForbidden" : "FieldValueInvalid",
    message,
  };
}

/** An object that is being deleted takes no new finalizer. */
function refuseFinalizers({ kind, name, live }: Write, stored: JsonObject): void {
  const there = metaOf(live);
  if (there.deletionTimestamp === undefined) return;
  const [before, after] = [there.finalizers, metaOf(stored).finalizers];
  const added = (isList(after) ? after : []).filter((item) => !isList(before) || !before.includes(item));
  if (added.length === 0) return;
  const message = `no new finalizers can be added if the object is being deleted: ${added.join(", ")}`;
  throw invalid(kind, name, [{ field: "metadata.finalizers", reason: "FieldValueForbidden", message }]);
}

/** Ownership that a write starts from: as the object that is sent states it, else as live has it. */
export function startingEntries(sent: JsonObject, live: JsonObject | undefined): readonly Entry[] {
  const { managedFields } = metaOf(sent);
  return isList(managedFields) ? entriesOf(sent) : entriesOf(live);
}
