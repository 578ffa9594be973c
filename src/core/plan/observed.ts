import type { Mode } from "../decision.js";
import type { KindFacts } from "../facts.js";
import { type Path, parsePath } from "../path.js";
import { markRule, markStrategies } from "./marks.js";
import { blank } from "./overlay.js";
import type { RuleParts } from "./parts.js";
import type { RootShape } from "./root.js";
import { rootShape } from "./shape.js";
import type { TypeNodes } from "./types.js";

/** How a remembered answer of the server is compared with live. */
export interface ObservedPlan {
  /** What the rule says of places, over plain JSON: both sides come from the server, and no fact is to hide that they differ. */
  readonly root: RootShape;
  /** Keys that lead to what the server refuses to change: desired may state it otherwise, which no answer shows. */
  readonly immutable: readonly (readonly string[])[];
}

export interface Observing {
  readonly facts: KindFacts | undefined;
  readonly types: TypeNodes;
  /** The rule as stated, and as far as it is compared. */
  readonly stated: RuleParts;
  readonly parts: RuleParts;
  readonly root: RootShape;
  readonly mode: Mode;
}

export function observedPlan({ facts, types, stated, parts, root, mode }: Observing): ObservedPlan {
  const overlay = blank();
  markRule(overlay, parts);
  if (mode !== "replace") markStrategies(overlay, stated);
  const plain = rootShape(overlay, undefined, types, parts, mode, root.onlyStatus);
  const refused = [
    ...(facts?.immutable ?? []).map(({ path }) => path),
    ...parts.immutable.map(({ value }) => value),
  ];
  const immutable = refused.map((path) => keysOf(parsePath(path)));
  // No default is worked out of what stands beside it, so that no view of the object is needed.
  return { root: { ...plain, status: root.status, mixes: false }, immutable };
}

/** The keys that a path starts with: to the list or map, where it names what is in one. */
function keysOf(path: Path): readonly string[] {
  const end = path.findIndex(({ kind }) => kind !== "key");
  return path.slice(0, end < 0 ? undefined : end).flatMap((step) => (step.kind === "key" ? [step.key] : []));
}
