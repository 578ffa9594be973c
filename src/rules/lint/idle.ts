import type { Check } from "./context.js";
import { conditionalParts } from "./when.js";

const SAYS_NOTHING: ReadonlySet<string> = new Set(["$comment", "why", "match", "if"]);

/** An override or a condition with nothing that would hold in it. */
export const idle: Check = function* ({ rule, document }) {
  const parts = [
    ...(rule.overrides ?? []).map((part, index) => ({ part, pointer: `/overrides/${index}` })),
    ...[...conditionalParts(rule)].map(({ when, pointer }) => ({ part: when, pointer })),
  ];
  for (const { part, pointer } of parts) {
    if (Object.keys(part).every((name) => SAYS_NOTHING.has(name)))
      yield document.errorAt({ code: "empty-part" }, pointer, "warning");
  }
};
