import type { JsonObject } from "../json.js";
import { type Path, valuesAt } from "../path.js";
import type { Plan } from "../plan/plan.js";
import type { Node } from "../walk/node.js";
import { isAbove } from "../walk/one-way.js";
import { Draft } from "./draft.js";
import type { FieldSet } from "./field-set.js";
import { Lookup } from "./lookup.js";
import { ownedAt, withhold } from "./places.js";

/** Desired without what a rule keeps out of an apply or a merge patch; desired itself where that is nothing. `own`: what our last apply stated. */
export function withoutWithheld(
  { root, paths }: Plan,
  desired: JsonObject,
  live: JsonObject,
  own?: FieldSet,
): JsonObject {
  if (!paths.withhold) return desired;
  let stated = desired;
  for (const list of [paths.ignore, paths.release, paths.absent]) {
    for (const path of list) stated = withhold(root.struct, stated, path) as JsonObject;
  }
  for (const path of paths.once) {
    if (valuesAt(live, path).length > 0) stated = withhold(root.struct, stated, path) as JsonObject;
  }
  for (const path of paths.atLeast) stated = withMore(root.struct, stated, live, path, own);
  return stated;
}

/** Desired with the quantities of which live has more as live has them, where they are ours, else without them. */
function withMore(
  node: Node,
  desired: JsonObject,
  live: JsonObject,
  path: Path,
  own: FieldSet | undefined,
): JsonObject {
  const lookup = new Lookup();
  const stated = new Draft(node, desired, lookup);
  for (const place of lookup.placesIn(node, desired, path)) {
    if (!isAbove(lookup.valueAt(node, live, place), lookup.valueAt(node, desired, place))) continue;
    stated.restate(ownedAt(own, place) === undefined ? undefined : live, place);
  }
  return stated.value;
}
