import { isList, type JsonObject } from "../../../core/json.js";
import { formatPath } from "../../../core/path.js";
import type { ApiCause } from "../../port/api-error.js";
import { metadataOf } from "../../port/object.js";
import { applyConflict, conflict, invalid } from "./errors.js";
import type { Kind } from "./kinds.js";
import { conflictsOf } from "./managed-fields.js";
import { placeOf } from "./namespace.js";
import { reportOf } from "./report.js";
import type { Apply, Write } from "./write.js";

/** Values of others that an apply without force would change. */
export function refuseConflicts(write: Apply): void {
  const causes = conflictsOf(write);
  if (causes.length > 0) throw applyConflict(causes);
}

/** What the kind's facts say may not change. */
export function refuseImmutable({ kind, name, live = {} }: Write, target: JsonObject): void {
  const { changes } = reportOf(kind.root, target, live);
  const paths = changes.flatMap(({ steps, reason }) =>
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
export function refuseFinalizers({ kind, name, live }: Write, stored: JsonObject): void {
  const there = metadataOf(live);
  if (there.deletionTimestamp === undefined) return;
  const [before, after] = [there.finalizers, metadataOf(stored).finalizers];
  const added = (isList(after) ? after : []).filter((item) => !isList(before) || !before.includes(item));
  if (added.length === 0) return;
  const message = `no new finalizers can be added if the object is being deleted: ${added.join(", ")}`;
  throw invalid(kind, name, [{ field: "metadata.finalizers", reason: "FieldValueForbidden", message }]);
}

/** A resourceVersion other than live's. */
export function refuseStale(kind: Kind, live: JsonObject, sent: JsonObject): void {
  const { resourceVersion } = metadataOf(sent);
  if (resourceVersion === undefined || resourceVersion === "") return;
  if (resourceVersion !== metadataOf(live).resourceVersion) {
    const why = "the object has been modified; please apply your changes to the latest version and try again";
    throw conflict(kind, placeOf(live).name, why);
  }
}

/** Nothing is there, so that a write which names a uid would create another object than it is meant for. */
export function refuseLost(kind: Kind, sent: JsonObject, why: (uid: string) => string): void {
  const { uid } = metadataOf(sent);
  if (uid === undefined || uid === "") return;
  throw conflict(kind, placeOf(sent).name, why(String(uid)));
}

/** A PATCH: to it, a uid is a field like any other. */
export function refuseUid(kind: Kind, live: JsonObject, sent: JsonObject): void {
  const { uid } = metadataOf(sent);
  if (uid === undefined || uid === "" || uid === metadataOf(live).uid) return;
  const cause = { field: "metadata.uid", reason: "FieldValueInvalid", message: "field is immutable" };
  throw invalid(kind, placeOf(live).name, [cause]);
}
