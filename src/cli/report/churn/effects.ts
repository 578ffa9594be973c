import { grouped } from "../../churn/numbers.js";
import type { Counts } from "../documents.js";
import { type Html, html } from "../html.js";
import type { Layer } from "../plot.js";
import { EFFECTS, type Effect } from "../words.js";

const UNKNOWN: Effect = { tone: "unknown", label: "not known" };

/** How many had an effect; those with a name that is not known here count as unknown. */
export function effectCounts(effects: Counts): ReadonlyMap<Effect, number> {
  const counts = new Map<Effect, number>();
  for (const [name, count] of effects) {
    const effect = EFFECTS.get(name) ?? EFFECTS.get("unknown") ?? UNKNOWN;
    counts.set(effect, (counts.get(effect) ?? 0) + count);
  }
  return counts;
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
  return [...EFFECTS.values()].map((effect) => ({
    tone: effect.tone,
    label: effect.label,
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
  const counts = [...EFFECTS.values()].flatMap((effect) => {
    const count = effectCounts(effects).get(effect) ?? 0;
    return count > 0 ? [{ effect, count }] : [];
  });
  const whole = counts.reduce((sum, { count }) => sum + count, 0);
  let from = 0;
  const parts = counts.map(({ effect: { tone }, count }) => {
    const part = html`<rect class="tone-${tone}" x="${((from / whole) * 100).toFixed(2)}" width="${((count / whole) * 100).toFixed(2)}" height="8"/>`;
    from += count;
    return part;
  });
  const text = counts.map(({ effect: { label }, count }) => `${label} ${grouped(count)}`).join(", ");
  return html`<svg class="shares" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">${parts}</svg><span class="said">${text}</span>`;
}
