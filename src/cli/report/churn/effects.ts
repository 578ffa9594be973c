import type { CountedEffect } from "../../../adapter/churn/index.js";
import { EFFECT_LABELS } from "../../churn/effect.js";
import { grouped } from "../../churn/numbers.js";
import type { Counts } from "../documents.js";
import { type Html, html } from "../html.js";
import type { Layer } from "../plot.js";

/** How many had an effect; those with a name that is not known here count as unknown. */
export function effectCounts(effects: Counts): ReadonlyMap<CountedEffect, number> {
  const counts = new Map([...EFFECT_LABELS.keys()].map((effect) => [effect, effects.get(effect) ?? 0]));
  const known = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const all = [...effects.values()].reduce((sum, count) => sum + count, 0);
  return counts.set("unknown", (counts.get("unknown") ?? 0) + all - known);
}

/** Those that a finding names first; of the others, those with the most writes. */
export function namedFirst<Row extends { readonly writes: number }>(
  rows: readonly Row[],
  isNamed: (row: Row) => boolean,
): readonly Row[] {
  return rows
    .map((row) => ({ row, named: Number(isNamed(row)) }))
    .sort((a, b) => b.named - a.named || b.row.writes - a.row.writes)
    .map(({ row }) => row);
}

/** One layer for each effect, from counts for each place; in the order of a stack. */
export function effectLayers(rows: readonly Counts[], scale = 1): Layer[] {
  const counted = rows.map(effectCounts);
  return [...EFFECT_LABELS].map(([effect, label]) => ({
    tone: effect,
    label,
    values: counted.map((counts) => (counts.get(effect) ?? 0) * scale),
  }));
}

/** Counts of several together. */
export function sumOf(rows: readonly Counts[]): Counts {
  const sum = new Map<string, number>();
  for (const row of rows) for (const [name, count] of row) sum.set(name, (sum.get(name) ?? 0) + count);
  return sum;
}

/** What the writes did, as a line of text behind a bar of their shares. */
export function effectsCell(effects: Counts): Html {
  const known = effectCounts(effects);
  const counts = [...EFFECT_LABELS]
    .map(([effect, label]) => ({ effect, label, count: known.get(effect) ?? 0 }))
    .filter(({ count }) => count > 0);
  const whole = counts.reduce((sum, { count }) => sum + count, 0);
  let from = 0;
  const parts = counts.map(({ effect, count }) => {
    const part = html`<rect class="tone-${effect}" x="${((from / whole) * 100).toFixed(2)}" width="${((count / whole) * 100).toFixed(2)}" height="8"/>`;
    from += count;
    return part;
  });
  const text = counts.map(({ label, count }) => `${label} ${grouped(count)}`).join(", ");
  return html`<svg class="shares" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">${parts}</svg><span class="said">${text}</span>`;
}
