import { pathUses } from "../path-uses.js";
import type { Check } from "./context.js";
import { locateInAny, typeName } from "./locate.js";

const GROWS: ReadonlySet<string> = new Set(["quantity", "integer", "number", "intOrString", "any"]);

/** `atLeast` on a value that cannot grow. */
export const quantities: Check = function* ({ rule, document, facts, kinds }) {
  for (const { role, path, pointer } of pathUses(rule)) {
    if (role !== "atLeast") continue;
    const located = locateInAny(facts, kinds, path);
    if (!located || !("found" in located) || GROWS.has(located.found.type)) continue;
    yield document.errorAt({ code: "not-a-quantity", path, type: typeName(located.found) }, pointer);
  }
};
