import { formatPath } from "../../core/path.js";
import { HASH_ANNOTATION } from "../../core/plan/parts.js";
import type { RuleError } from "../errors.js";
import { pathUses } from "../path-uses.js";
import { type Check, isBlind, type LintContext, type Scope, scopesOf } from "./context.js";
import { covers } from "./covers.js";

/** What the strategy of its rule or override cannot keep: it does not look where the part would have to be seen. */
export const blind: Check = function* (context) {
  const uses = [...pathUses(context.rule)];
  for (const scope of scopesOf(context)) {
    const own = uses.filter((use) => use.scope === scope.pointer);
    if (isBlind(scope)) yield* unseen(context, own);
    if (scope.strategy === "hash") yield* fingerprintless(context, scope, own);
    if (scope.strategy === "derivative" && scope.part.finalizers)
      yield context.document.errorAtKey(
        { code: "blind-part", property: "finalizers", strategy: "derivative" },
        `${scope.pointer}/finalizers`,
        "warning",
      );
  }
};

type Uses = ReturnType<typeof pathUses> extends Generator<infer Use> ? readonly Use[] : never;

/** Labels and annotations are looked at in any case. */
function* unseen({ document }: LintContext, uses: Uses): Generator<RuleError> {
  for (const { role, path, pointer, entry } of uses) {
    if ((role !== "absent" && role !== "once") || (entry && "remove" in entry)) continue;
    if (role === "absent" && covers("metadata", path)) continue;
    const problem = { code: "blind-part", property: role, path, strategy: "hash" } as const;
    yield document.errorAt(problem, pointer, role === "absent" ? "error" : "warning");
  }
}

/** A fingerprint that must be gone and is recorded with each write. */
function* fingerprintless({ document }: LintContext, { hash }: Scope, uses: Uses): Generator<RuleError> {
  const annotation = hash?.annotation ?? HASH_ANNOTATION;
  const keys = ["metadata", "annotations", annotation].map((key) => ({ kind: "key", key }) as const);
  for (const { role, path, pointer, entry } of uses) {
    if (role !== "absent" || (entry && "remove" in entry) || !covers(path, formatPath(keys))) continue;
    yield document.errorAt({ code: "absent-fingerprint", path, annotation }, pointer);
  }
}
