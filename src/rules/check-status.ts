import { parsePath } from "../core/path.js";
import type { Rule, RuleOverride, When } from "../generated/rule.js";
import type { RuleDocument } from "./document.js";
import type { RuleError } from "./errors.js";
import { pathUses } from "./path-uses.js";

/** What a status rule cannot say: anything of what lies outside the status, since no write of it goes there. */
export function checkStatusRule(rule: Rule, document: RuleDocument): readonly RuleError[] {
  return [...pathErrors(rule, document), ...partErrors(rule, "", document)];
}

function* pathErrors(rule: Rule, document: RuleDocument): Generator<RuleError> {
  for (const { role, path, pointer } of pathUses(rule)) {
    const [first] = parsePath(path);
    if (role === "condition" || (first?.kind === "key" && first.key === "status")) continue;
    yield document.errorAt({ code: "outside-status", path }, pointer);
  }
}

/** Fingerprints stand in an annotation, and finalizers in the metadata. */
function* partErrors(
  part: Rule | RuleOverride | When,
  scope: string,
  document: RuleDocument,
): Generator<RuleError> {
  if (part.strategy === "hash")
    yield document.errorAt({ code: "not-in-status", property: "hash" }, `${scope}/strategy`);
  for (const property of ["hash", "finalizers"] as const) {
    if (property in part)
      yield document.errorAtKey({ code: "not-in-status", property }, `${scope}/${property}`);
  }
  for (const list of ["when", "overrides"] as const) {
    const nested: readonly (RuleOverride | When)[] = (list in part && (part as Rule)[list]) || [];
    for (const [index, inner] of nested.entries())
      yield* partErrors(inner, `${scope}/${list}/${index}`, document);
  }
}
