import type { Rule } from "../../generated/rule.js";
import type { ConditionalPath, FactCondition, KindFacts } from "../facts.js";
import { parsePath } from "../path.js";

/** Which places of live are asked for beside those that are compared: by conditions, and by what a rule keeps out of a write. */
export interface Reads {
  /** Top-level fields. */
  readonly fields: ReadonlySet<string>;
  /** Members of metadata. */
  readonly metadata: ReadonlySet<string>;
}

type Layer = Pick<Rule, "once" | "atLeast" | "when" | "overrides">;

export function readsOf(rule: Rule, facts: KindFacts | undefined): Reads {
  const fields = new Set<string>();
  const metadata = new Set<string>();
  for (const path of [...rulePaths(rule), ...factPaths(facts)]) {
    const [first, second] = parsePath(path);
    if (first?.kind !== "key") continue;
    fields.add(first.key);
    if (first.key === "metadata" && second?.kind === "key") metadata.add(second.key);
  }
  return { fields, metadata };
}

function rulePaths({ once = [], atLeast = [], when = [], overrides = [] }: Layer): readonly string[] {
  const own = [...once, ...atLeast].map((entry) => (typeof entry === "string" ? entry : entry.path));
  const conditions = when.map((each) => each.if.path);
  return [...own, ...conditions, ...overrides.flatMap((each) => rulePaths(each as Layer))];
}

function factPaths(facts: KindFacts | undefined): readonly string[] {
  const { immutable = [], mutable = [], ignoredOnUpdate = [], keepFromLive = [] } = facts ?? {};
  return [...immutable, ...mutable, ...ignoredOnUpdate, ...keepFromLive].flatMap(({ when }) =>
    conditions(when).map(({ path }) => path),
  );
}

function conditions(when: ConditionalPath["when"]): readonly FactCondition[] {
  if (when === undefined) return [];
  return Array.isArray(when) ? when : [when as FactCondition];
}
