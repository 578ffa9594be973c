import { formatPath, parsePath } from "../../core/path.js";
import { pathUses } from "../path-uses.js";
import type { Check } from "./context.js";
import { locateInAny } from "./locate.js";

/** A path that the kind does not have in any version that the rule is for. */
export const knownPaths: Check = function* ({ rule, document, facts, kinds }) {
  for (const { path, pointer } of pathUses(rule)) {
    const located = locateInAny(facts, kinds, path);
    if (!located || "found" in located) continue;
    yield document.errorInString(
      { code: "unknown-path", path, ...located },
      pointer,
      offsetOf(path, located),
    );
  }
};

/** Where the step that leads nowhere starts in the path's text, as far as it is spelt the usual way. */
export function offsetOf(path: string, { parent, step }: { parent: string; step: string }): number {
  if (formatPath(parsePath(path)) !== path) return 0;
  return Math.max(path.indexOf(step, parent.length), 0);
}
