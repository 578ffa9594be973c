import type { CountedEffect } from "../../adapter/churn/index.js";
import { grouped } from "./numbers.js";

/** What writes changed, in the order of a stack, from the bottom: what changed least first, so that its height can be read. None of them accuses: findings do. */
export const EFFECT_LABELS: ReadonlyMap<CountedEffect, string> = new Map<CountedEffect, string>([
  ["nothing", "nothing"],
  ["managed-fields", "only managedFields"],
  ["times", "only time stamps"],
  ["respelling", "another spelling"],
  ["flip", "puts a value back"],
  ["change", "a real change"],
  ["create", "a creation"],
  ["delete", "a deletion"],
  ["unknown", "not known"],
]);

/** The effects and how many there were of each, the commonest first. */
export function effectsText(effects: Readonly<Partial<Record<CountedEffect, number>>>): string {
  return [...EFFECT_LABELS]
    .map(([effect, label]) => ({ label, count: effects[effect] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
    .map(({ label, count }) => `${label} ${grouped(count)}`)
    .join(", ");
}
