import type { FactSource, ValueFacts } from "../../core/facts.js";
import { formatPointer } from "../../core/path.js";
import type { RuleError } from "../errors.js";
import type { LoadedFacts } from "../read-file.js";

/** What the server reads and writes as Go does, in a custom resource too. */
const EVERYWHERE = "meta/v1.ObjectMeta";

/** Types of the built-in kinds within a custom kind's, where their defaults and dropped zeros do not hold. */
export function* mixedFacts({ types, document }: LoadedFacts, facts: FactSource): Generator<RuleError> {
  for (const [outer, type] of Object.entries(types)) {
    if (type.stored !== "asIs") continue;
    for (const [key, field] of Object.entries(type.fields)) {
      const [ref, at] = refOf(field, ["types", outer, "fields", key]);
      if (ref === undefined || ref === EVERYWHERE || facts.type(ref)?.stored === "asIs") continue;
      if (facts.type(ref) === undefined) continue;
      yield document.errorAt({ code: "mixed-types", type: ref, outer }, formatPointer(at), "warning");
    }
  }
}

function refOf(value: ValueFacts, at: readonly string[]): [ref: string | undefined, at: readonly string[]] {
  if (value.type === "list" || value.type === "map") return refOf(value.of, [...at, "of"]);
  return ["ref" in value ? value.ref : undefined, [...at, "ref"]];
}
