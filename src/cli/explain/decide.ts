import { isUnmanaged, leftAlone } from "../../adapter/port/unmanaged.js";
import type { Explanation, Source } from "../../core/decision.js";
import { UsageError } from "../../core/errors.js";
import type { JsonObject } from "../../core/json.js";
import { usageText } from "../../prose/index.js";
import type { Engine } from "../engine.js";
import type { Manifest } from "../input/index.js";
import { ObjectError } from "../objects/object-error.js";
import type { Pair } from "../objects/pair.js";
import { rulePlace } from "../objects/rule-place.js";

/** One object, decided. */
export interface Decided {
  readonly desired: Manifest;
  readonly live: Manifest | undefined;
  readonly decision: Explanation<JsonObject>;
  /** Where the rule says which strategy. */
  readonly rule: Source | undefined;
  /** The server was asked by a dry run what it makes of desired. */
  readonly dryRun?: true;
}

/** One object that could not be decided. */
export interface Undecided {
  readonly desired: Manifest;
  readonly error: ObjectError;
}

export interface Results {
  readonly decided: readonly Decided[];
  readonly undecided: readonly Undecided[];
}

/** Decides each pair. `each` is called before each and waited for, for progress. */
export async function decidePairs(
  pairs: readonly Pair[],
  engine: Engine,
  each: (index: number) => Promise<void> | undefined,
): Promise<Results> {
  const decided: Decided[] = [];
  const undecided: Undecided[] = [];
  for (const [index, pair] of pairs.entries()) {
    await each(index);
    if ("error" in pair) {
      undecided.push(pair);
      continue;
    }
    try {
      decided.push(decideOne(pair, engine));
    } catch (cause) {
      if (!(cause instanceof UsageError)) throw cause;
      undecided.push({ desired: pair.desired, error: new ObjectError(cause.code, usageText(cause)) });
    }
  }
  return { decided, undecided };
}

function decideOne(
  { desired, live, observed }: Exclude<Pair, { readonly error: unknown }>,
  engine: Engine,
): Decided {
  const known = observed === undefined ? {} : { observed };
  const decision = isUnmanaged(live?.object)
    ? { ...leftAlone(engine.ruleFor(desired.object).rule.strategy), passed: [] }
    : engine.explain(desired.object, live?.object, known);
  return {
    desired,
    live,
    decision,
    rule: rulePlace(desired, engine),
    ...(observed !== undefined && { dryRun: true }),
  };
}
