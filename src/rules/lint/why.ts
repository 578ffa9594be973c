import { pathUses } from "../path-uses.js";
import type { Check } from "./context.js";

/** A rule, an override or an ignore that does not say why. What a rule inherits has its own reason, until it chooses otherwise. */
export const why: Check = function* ({ rule, document, merged }) {
  const inherits = rule.strategy === undefined && merged.every(({ below }) => below?.rule.why !== undefined);
  if (!rule.why && !inherits)
    yield document.errorAt({ code: "missing-why", property: "a rule" }, "", "warning");
  for (const [index, override] of (rule.overrides ?? []).entries()) {
    if (override.why) continue;
    yield document.errorAt(
      { code: "missing-why", property: "an override" },
      `/overrides/${index}`,
      "warning",
    );
  }
  for (const { role, entry, pointer } of pathUses(rule)) {
    if (role !== "ignore" || (entry && ("why" in entry || "remove" in entry))) continue;
    yield document.errorAt({ code: "missing-why", property: "an ignore" }, pointer, "warning");
  }
};
