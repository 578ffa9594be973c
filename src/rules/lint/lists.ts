import type { ValueFacts } from "../../core/facts.js";
import type { ListRule } from "../../generated/rule.js";
import type { RuleError } from "../errors.js";
import { nearest } from "../nearest.js";
import { type PathUse, pathUses } from "../path-uses.js";
import type { Check, LintContext } from "./context.js";
import { fieldsOf, locateInAny, typeName } from "./locate.js";

/** `lists` on what is no list, or by keys that the items don't have. */
export const lists: Check = function* (context) {
  for (const use of pathUses(context.rule)) {
    if (use.role !== "lists") continue;
    const located = locateInAny(context.facts, context.kinds, use.path);
    if (located && "found" in located) yield* listErrors(context, use, located.found);
  }
};

function* listErrors(
  { document, facts }: LintContext,
  use: PathUse,
  value: ValueFacts,
): Generator<RuleError> {
  const { path, pointer } = use;
  if (value.type === "any") return;
  if (value.type !== "list") {
    yield document.errorAt({ code: "not-a-list", path, type: typeName(value) }, pointer);
    return;
  }
  const { keys } = use.entry as ListRule;
  const entry = pointer.slice(0, -"/path".length);
  const structured = value.of.type === "struct" || value.of.type === "map";
  const fields = structured ? fieldsOf(facts, value.of) : {};
  if (!fields) return;
  for (const [index, key] of (keys ?? []).entries()) {
    if (Object.hasOwn(fields, key)) continue;
    const near = nearest(key, Object.keys(fields));
    const problem = {
      code: "unknown-list-key",
      path,
      key,
      ...(near === undefined ? {} : { nearest: near }),
    } as const;
    yield document.errorAt(problem, `${entry}/keys/${index}`);
  }
}
