import type { KindFacts } from "../facts.js";
import { parsePath } from "../path.js";
import { factCondition } from "./condition.js";
import { claim, mark, markWhen, type Overlay, placeAt } from "./overlay.js";
import type { RuleParts } from "./parts.js";
import type { PlanMode } from "./plan-mode.js";

/** Lays what the kind's facts say of places over an overlay. */
export function markFacts(overlay: Overlay, facts: KindFacts, { mode, keeps }: PlanMode): void {
  for (const [path, field] of Object.entries(facts.fields ?? {})) {
    placeAt(overlay, parsePath(path)).filled = {
      ...(field.default !== undefined && { constant: field.default }),
      ...(field.computed !== undefined && { computed: field.computed }),
      ...(field.pointer === true && { emptyIsAbsent: undefined }),
    };
  }
  for (const { path, when, stated, empty } of facts.immutable ?? []) {
    const steps = parsePath(path);
    const condition = factCondition(when);
    markWhen(overlay, steps, "immutable", condition);
    mark(overlay, steps, { immutableIfStated: stated === true });
    if (empty === true) markWhen(overlay, steps, "immutableEmpty", condition);
    // A whole field that desired does not state is not being changed, even where a rule lists it.
    if (steps.length === 1 && keeps) markWhen(overlay, steps, "unstated", condition);
  }
  for (const { path, when, only } of facts.mutable ?? []) {
    const [steps, condition] = [parsePath(path), factCondition(when)];
    if (only === undefined) markWhen(overlay, steps, "mutable", condition);
    else mark(overlay, steps, { oneWay: { only, when: condition } });
  }
  for (const { path, when } of facts.ignoredOnUpdate ?? []) {
    markWhen(overlay, parsePath(path), "fixed", factCondition(when));
  }
  for (const { path, when, refilled } of facts.keepFromLive ?? []) {
    const steps = parsePath(path);
    const inList = steps.some((step) => step.kind === "each" || step.kind === "item");
    // A merge patch replaces lists whole, so that in them desired may leave live's own out.
    if (keeps || refilled === true || (mode === "merge" && inList))
      markWhen(overlay, steps, "keep", factCondition(when));
  }
}

/** Lays what a rule says of places over an overlay. */
export function markRule(overlay: Overlay, parts: RuleParts): void {
  const fields = (parts.fields ?? []).map(({ value, part }) => ({
    ...value,
    part,
    path: parsePath(value.path),
  }));
  for (const { path, strategy, part } of fields.sort((a, b) => a.path.length - b.path.length)) {
    const own = strategy === undefined ? {} : { derivative: strategy === "derivative" };
    claim(overlay, path, { ...own, part });
  }
  for (const { value, part } of parts.ignore) {
    const why = value.why === undefined ? {} : { why: value.why };
    mark(overlay, parsePath(value.path), { ignore: { part, ...why } });
  }
  for (const { value, part } of parts.release)
    mark(overlay, parsePath(value), { ignore: { part, why: "released" } });
  for (const { value, part } of parts.absent) {
    if (parts.fields === undefined) mark(overlay, parsePath(value), { absent: part });
    else claim(overlay, parsePath(value), { absent: part });
  }
  for (const { value, part } of parts.once) mark(overlay, parsePath(value), { once: part });
  for (const { value, part } of parts.atLeast) mark(overlay, parsePath(value), { atLeast: part });
  for (const { value } of parts.immutable) mark(overlay, parsePath(value), { immutable: () => true });
  for (const { value, part } of parts.incidental) {
    const beside = value.with === undefined ? {} : { with: value.with };
    mark(overlay, parsePath(value.path), { incidental: { part, ...beside } });
  }
  for (const { value, part } of parts.lists) {
    if (value.remove === true) continue;
    placeAt(overlay, parsePath(value.path)).list = {
      pairing: value.keys !== undefined ? "keys" : "set",
      keys: value.keys,
      foreign: value.foreign ?? "remove",
      part,
    };
  }
}

/** Where `fields` only says how: the strategies of its entries. */
export function markStrategies(overlay: Overlay, { fields }: RuleParts): void {
  for (const { value, part } of fields ?? []) {
    const own = value.strategy === undefined ? {} : { derivative: value.strategy === "derivative" };
    mark(overlay, parsePath(value.path), { ...own, part });
  }
}
