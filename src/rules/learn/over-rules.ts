import type { CompiledRules } from "../compiled.js";
import type { LearnedKind } from "./kinds.js";

/**
 * What was learned of a kind, to be laid over rules. A rule that has been there says more than a definition does: where it is for
 * each version, the proposed one extends it and adds nothing, so that its strategy, its ignores and its words stand.
 */
export function overRules(learned: LearnedKind, below: CompiledRules): LearnedKind {
  const { group, kind, versions, rule } = learned;
  const isThere = versions.map(({ version }) => !below.resolve(group, version, kind).fallback);
  if (!isThere.includes(true)) return learned;
  const { strategy: _, why: __, fields: ___, ...subject } = rule;
  const more = isThere.includes(false) ? rule : subject;
  return { ...learned, rule: { ...more, extends: true } };
}
