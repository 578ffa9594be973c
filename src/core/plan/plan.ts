import type { Strategy } from "../decision.js";
import type { KindFacts } from "../facts.js";
import { type Path, parsePath } from "../path.js";
import { markFacts, markRule, markStrategies } from "./marks.js";
import { type ObservedPlan, observedPlan } from "./observed.js";
import { blank } from "./overlay.js";
import type { Part, RuleParts } from "./parts.js";
import type { PlanMode } from "./plan-mode.js";
import type { RootShape } from "./root.js";
import { rootShape } from "./shape.js";
import type { TypeNodes } from "./types.js";

/** A rule and a kind's facts, compiled for one set of overrides and conditions that hold. */
export interface Plan {
  /** The strategy needs no more than a walk: no fingerprint, no write in any case. */
  readonly onlyWalks: boolean;
  readonly derivative: boolean;
  readonly strategy: Strategy;
  readonly parts: RuleParts;
  readonly root: RootShape;
  readonly paths: RulePaths;
  /** Where the strategy is observed: how the server's answer is compared. */
  readonly observed: ObservedPlan | undefined;
}

/** The places that a rule keeps out of what apply and merge state. */
export interface RulePaths {
  readonly ignore: readonly Path[];
  readonly once: readonly Path[];
  readonly release: readonly Path[];
  readonly absent: readonly Path[];
  /** Quantities that stay as live has them where that is more than desired. */
  readonly atLeast: readonly Path[];
  /** Lists of which live's own items may be part of what is sent. */
  readonly lists: readonly Path[];
  /** Values that are sent only along with others. */
  readonly incidental: readonly Path[];
  /** True where anything is to be kept out. */
  readonly withhold: boolean;
}

/** Compiles a rule for a kind. `facts` undefined: the kind is compared as plain JSON. */
export function compilePlan(
  facts: KindFacts | undefined,
  types: TypeNodes,
  stated: RuleParts,
  { mode, keeps, onlyStatus = false }: PlanMode,
): Plan {
  // Apply and merge compare all that the write leaves behind: `fields` only says how.
  const compared = mode === "replace" ? stated : { ...stated, fields: undefined };
  const parts = onlyStatus ? { ...compared, ownFinalizers: [] } : compared;
  const overlay = blank();
  if (facts !== undefined) markFacts(overlay, facts, { mode, keeps });
  markRule(overlay, parts);
  if (mode !== "replace") markStrategies(overlay, stated);
  const strategy = parts.strategy.value;
  const root = rootShape(overlay, facts, types, parts, mode, onlyStatus);
  return {
    strategy,
    onlyWalks: strategy === "exact" || strategy === "derivative",
    derivative: strategy === "derivative",
    parts,
    root,
    paths: pathsOf(parts),
    observed: strategy === "observed" ? observedPlan({ facts, types, stated, parts, root, mode }) : undefined,
  };
}

function pathsOf(parts: RuleParts): RulePaths {
  const paths = (entries: readonly Part<string>[]): readonly Path[] =>
    entries.map(({ value }) => parsePath(value));
  return {
    ignore: parts.ignore.map(({ value }) => parsePath(value.path)),
    once: paths(parts.once),
    release: paths(parts.release),
    absent: paths(parts.absent),
    atLeast: paths(parts.atLeast),
    lists: parts.lists.map(({ value }) => parsePath(value.path)),
    incidental: parts.incidental.map(({ value }) => parsePath(value.path)),
    withhold: [parts.ignore, parts.release, parts.absent, parts.once, parts.atLeast].some(
      (entries) => entries.length > 0,
    ),
  };
}
