import type { Rule, RuleOverride, When } from "../../generated/rule.js";
import type { KindFacts } from "../facts.js";
import { isObject, type JsonObject, member } from "../json.js";
import { conditionOf } from "./condition.js";
import { type Layer, partsOf } from "./parts.js";
import { compilePlan, type Plan } from "./plan.js";
import type { PlanMode } from "./plan-mode.js";
import type { TypeNodes } from "./types.js";

/** A part of a rule that holds for some objects only. */
interface Branch {
  readonly layer: Layer;
  readonly holds: (desired: JsonObject, live: JsonObject) => boolean;
}

/** As many branches as a double holds bits; a rule with more is compiled each time. */
const MAX_CACHED = 50;

/**
 * The plans of one rule: one for each set of overrides and conditions that can hold, each made when it
 * is first needed.
 */
export class PlanVariants {
  private readonly branches: readonly Branch[];
  private readonly plans = new Map<number, Plan>();
  private readonly only: Plan | undefined;

  constructor(
    private readonly rule: Rule,
    readonly facts: KindFacts | undefined,
    private readonly types: TypeNodes,
    private readonly mode: PlanMode,
  ) {
    this.branches = branchesOf(rule);
    this.only = this.branches.length === 0 ? this.compile([]) : undefined;
  }

  /** The plan that holds for this pair of objects. */
  planFor(desired: JsonObject, live: JsonObject): Plan {
    if (this.only !== undefined) return this.only;
    let active = 0;
    for (let index = 0; index < this.branches.length; index++) {
      if (this.branches[index]?.holds(desired, live) === true) active += 2 ** index;
    }
    return this.plans.get(active) ?? this.variant(active);
  }

  private variant(active: number): Plan {
    const made = this.compile(this.branches.filter((_, index) => Math.floor(active / 2 ** index) % 2 === 1));
    if (this.branches.length <= MAX_CACHED) this.plans.set(active, made);
    return made;
  }

  private compile(branches: readonly Branch[]): Plan {
    const layers = [{ settings: this.rule, at: "" }, ...branches.map(({ layer }) => layer)];
    return compilePlan(this.facts, this.types, partsOf(layers), this.mode);
  }
}

/** In the order in which they are laid over the rule: conditions, then overrides, each override's own conditions after it. */
function branchesOf(rule: Rule): Branch[] {
  const branches: Branch[] = [];
  (rule.when ?? []).forEach((when, index) => {
    branches.push(conditional(when, `/when/${index}`, () => true));
  });
  (rule.overrides ?? []).forEach((override, index) => {
    const matches = matcher(override.match);
    branches.push({ layer: { settings: override, at: `/overrides/${index}` }, holds: matches });
    (override.when ?? []).forEach((when, at) => {
      branches.push(conditional(when, `/overrides/${index}/when/${at}`, matches));
    });
  });
  return branches;
}

function conditional(when: When, at: string, also: (desired: JsonObject) => boolean): Branch {
  const { on, path, ...wanted } = when.if;
  const holds = conditionOf(path, wanted);
  return {
    layer: { settings: when, at },
    holds: (desired, live) => also(desired) && holds(on === "desired" ? desired : live),
  };
}

/** All that is given must match; `*` stands for any text. */
function matcher(match: RuleOverride["match"]): (desired: JsonObject) => boolean {
  const name = glob(match.name);
  const namespace = glob(match.namespace);
  const labels = Object.entries(match.labels ?? {}).map(([key, value]) => ({ key, matches: glob(value) }));
  return (desired) => {
    const metadata = isObject(desired.metadata) ? desired.metadata : {};
    const stated = isObject(metadata.labels) ? metadata.labels : {};
    return (
      name(metadata.name) &&
      namespace(metadata.namespace) &&
      labels.every(({ key, matches }) => matches(member(stated, key)))
    );
  };
}

function glob(pattern: string | undefined): (value: unknown) => boolean {
  if (pattern === undefined) return () => true;
  const parts = pattern.split("*");
  return (value) => typeof value === "string" && globMatches(parts, value);
}

/** Greedy from the left, so that no pattern takes more than linear time a part. */
function globMatches(parts: readonly string[], text: string): boolean {
  const first = parts[0] ?? "";
  const last = parts.at(-1) ?? "";
  if (parts.length === 1) return text === first;
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length)
    return false;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= text.length - last.length;
}
