import { isList, type JsonObject } from "../../core/json.js";
import { formatPath } from "../../core/path.js";
import { walkRoot } from "../../core/plan/root.js";
import { idleContext, Report } from "../../core/walk/context.js";
import type { ApiCause } from "../port/api-error.js";
import { type Kind, metaOf } from "./kinds.js";
import { conflictsOf } from "./managing.js";
import { applyConflict, invalid } from "./refusing.js";
import type { Write } from "./write.js";

/** Values of others that an apply without force would change. */
export function refuseConflicts({ kind, live, target, entries, writer }: Write): void {
  const causes = live === undefined ? [] : conflictsOf(kind, live, target, entries, writer);
  if (causes.length > 0) throw applyConflict(causes);
}

/** What the kind's facts say may not change. */
export function refuseImmutable({ kind, name, live = {} }: Write, target: JsonObject): void {
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
export function refuseFinalizers({ kind, name, live }: Write, stored: JsonObject): void {
  const there = metaOf(live);
  if (there.deletionTimestamp === undefined) return;
  const [before, after] = [there.finalizers, metaOf(stored).finalizers];
  const added = (isList(after) ? after : []).filter((item) => !isList(before) || !before.includes(item));
  if (added.length === 0) return;
  const message = `no new finalizers can be added if the object is being deleted: ${added.join(", ")}`;
  throw invalid(kind, name, [{ field: "metadata.finalizers", reason: "FieldValueForbidden", message }]);
}
