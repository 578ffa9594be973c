import { pathUses } from "../path-uses.js";
import type { Check } from "./context.js";

/** A rule, an override or an ignore that does not say why. */
export const why: Check = function* ({ rule, document }) {
  if (!rule.why) yield document.errorAt({ code: "missing-why", property: "a rule" }, "", "warning");
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
