import type { ValueFacts } from "../../core/facts.js";
import type { When } from "../../generated/rule.js";
import type { Check, LintContext } from "./context.js";
import { locateInAny, typeName } from "./locate.js";
import { conditionalParts } from "./when.js";

/** What every object has. */
const ALWAYS: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata", "metadata.name"]);

/** A condition that no object can meet. */
export const conditions: Check = function* (context) {
  const { document } = context;
  for (const { when, pointer } of conditionalParts(context.rule)) {
    const { path, exists, equals } = when.if;
    if (exists === false && equals !== undefined)
      yield document.errorAtKey({ code: "contradictory-condition", path }, `${pointer}/if/equals`);
    else if (exists === false && ALWAYS.has(path))
      yield document.errorAtKey({ code: "never-holds", path, because: "always" }, `${pointer}/if/exists`);
    const type = equals === undefined ? undefined : otherType(context, when.if);
    if (type === undefined) continue;
    const problem = {
      code: "never-holds",
      path,
      because: "type",
      type,
      equals: JSON.stringify(equals),
    } as const;
    yield document.errorAt(problem, `${pointer}/if/equals`);
  }
};

/** The type that a path has, where it is not that of the value which it should have. */
function otherType({ facts, kinds, rule }: LintContext, condition: When["if"]): string | undefined {
  const { path, equals } = condition;
  if (path === "kind") return equals === rule.kind ? undefined : JSON.stringify(rule.kind);
  const types: string[] = [];
  for (const kind of kinds) {
    const located = locateInAny(facts, [kind], path);
    if (!located || !("found" in located) || canBe(located.found, condition)) return undefined;
    types.push(typeName(located.found));
  }
  return types[0];
}

const TEXTS: ReadonlySet<string> = new Set([
  "string",
  "time",
  "microTime",
  "bytes",
  "quantity",
  "intOrString",
]);
const NUMBERS: ReadonlySet<string> = new Set(["integer", "number", "intOrString"]);

function canBe(value: ValueFacts, { on, equals }: When["if"]): boolean {
  if (value.type === "any") return true;
  switch (typeof equals) {
    case "string":
      return TEXTS.has(value.type);
    case "number":
      return NUMBERS.has(value.type) || (value.type === "quantity" && on === "desired");
    case "boolean":
      return value.type === "boolean";
    default:
      return on === "desired" || ("nullable" in value && value.nullable === true);
  }
}
