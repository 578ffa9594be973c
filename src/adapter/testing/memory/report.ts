import type { JsonObject } from "../../../core/json.js";
import { type RootShape, walkRoot } from "../../../core/plan/root.js";
import { idleContext, Report } from "../../../core/walk/context.js";

/** What the facts say of the differences between two objects. */
export function reportOf(root: RootShape, after: JsonObject, before: JsonObject): Report {
  const report = new Report();
  const cx = Object.assign(idleContext(undefined), { desired: after, live: before, report });
  cx.site.whole = true;
  walkRoot(root, after, before, cx);
  return report;
}
