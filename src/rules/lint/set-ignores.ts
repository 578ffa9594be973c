import type { FactSource, KindFacts } from "../../core/facts.js";
import { parsePath } from "../../core/path.js";
import type { RuleError } from "../errors.js";
import type { SetIgnores } from "../loaded-set.js";
import { listUses } from "../path-uses.js";
import { covers } from "./covers.js";
import { offsetOf } from "./known-paths.js";
import { locateInAny } from "./locate.js";
import { isNever } from "./never-compared.js";

/** What is wrong with the ignores of a whole set: of the metadata, which every kind has, all is known. */
export function* setIgnores({ entries, document }: SetIgnores, facts: FactSource): Generator<RuleError> {
  if (document === undefined) return;
  const uses = [...listUses(entries, "ignore", "")];
  for (const use of uses) {
    const { path, pointer, entry } = use;
    if (!entry || !("why" in entry))
      yield document.errorAt({ code: "missing-why", property: "an ignore" }, pointer, "warning");
    const around = uses.find((other) => other !== use && covers(other.path, path));
    if (around) {
      const { file, line } = document.nearestPosition(around.pointer);
      const roles = { role: "ignore", byRole: "ignore", by: around.path, at: `${file}:${line}` } as const;
      yield document.errorAt({ code: "shadowed", path, ...roles }, pointer, "warning");
    }
    if (isNever(path, false)) yield document.errorAt({ code: "never-compared", path }, pointer);
    else if (covers("metadata", path) && parsePath(path).length > 1) {
      const inside = path.slice("metadata.".length);
      const located = locateInAny(facts, [METADATA], inside);
      if (!located || "found" in located) continue;
      const problem = { code: "unknown-path", path, ...located } as const;
      yield document.errorInString(problem, pointer, offsetOf(path, located) || path.indexOf(located.step));
    }
  }
}

/** The metadata, as if it were an object of its own. */
const METADATA: KindFacts = {
  group: "",
  version: "",
  kind: "",
  type: "meta/v1.ObjectMeta",
  namespaced: false,
  statusSubresource: false,
};
