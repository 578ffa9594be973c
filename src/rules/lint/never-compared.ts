import { parsePath } from "../../core/path.js";
import { pathUses } from "../path-uses.js";
import type { Check } from "./context.js";

/** What no write of an object changes, or what names it. */
const NEVER = new Set([
  "uid",
  "name",
  "namespace",
  "resourceVersion",
  "generation",
  "generateName",
  "creationTimestamp",
  "deletionTimestamp",
  "deletionGracePeriodSeconds",
  "managedFields",
  "selfLink",
]);

/** A path that says something of a field which is never compared, so that it says nothing. */
export const neverCompared: Check = function* ({ rule, document, kinds }) {
  if (rule.subresource === "status") return;
  const status = kinds.length === 0 || kinds.some((kind) => kind.statusSubresource);
  for (const { role, path, pointer } of pathUses(rule)) {
    if (role === "condition" || !isNever(path, status)) continue;
    yield document.errorAt({ code: "never-compared", path }, pointer);
  }
};

export function isNever(text: string, status: boolean): boolean {
  const [first, second] = parsePath(text);
  if (first?.kind !== "key") return false;
  if (first.key === "status") return status;
  if (first.key === "apiVersion" || first.key === "kind") return true;
  return first.key === "metadata" && second?.kind === "key" && NEVER.has(second.key);
}
