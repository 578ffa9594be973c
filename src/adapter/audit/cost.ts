import type { AuditDocument, AuditWriter, Ways } from "./document.js";
import { WAYS } from "./way.js";

/**
 * Server CPU of a write that changes nothing, in milliseconds: the second pass of 4,500 writes in the table of README.md
 * (`npm run fleet`), 8.9 s by server-side apply and 6.1 s by update. No patch was measured: it is taken for an update, the cheaper one.
 */
export const NOOP_MS: Ways = { apply: 2, update: 1.4, patch: 1.4 };

/** What no-ops cost, and what a gate would have saved. A move that changes nothing is reckoned as a no-op: it costs more. */
export function costOf(
  writers: readonly Pick<AuditWriter, "noops" | "moves">[],
  perNoopMs: Ways,
): Pick<AuditDocument, "cpu" | "saved"> {
  const sum = (of: "noops" | "moves", ms?: Ways): number =>
    writers.reduce((all, each) => all + waysSum(each[of], ms), 0);
  const noopSeconds = sum("noops", perNoopMs) / 1000;
  const seconds = noopSeconds + sum("moves", perNoopMs) / 1000;
  return {
    cpu: { noopSeconds: rounded(noopSeconds), perNoopMs },
    saved: { noops: sum("noops"), moves: sum("moves"), seconds: rounded(seconds) },
  };
}

/** Of all ways, each by its weight. */
export function waysSum(ways: Ways, weight?: Ways): number {
  return WAYS.reduce((sum, way) => sum + ways[way] * (weight?.[way] ?? 1), 0);
}

function rounded(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
