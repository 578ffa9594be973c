// @ts-check
// Scores a gate on labelled pairs.
import { causesOf } from "./causes.mjs";
import { verdictOf } from "./gate.mjs";
import { linesOf } from "./read.mjs";

/** @typedef {import("./types.js").Tally} Tally */

/**
 * Own (the write would change ownership only) accepts both. A refused write is right as write and as
 * blocked, and as skip only where another way to write changes nothing.
 * @param {import("./types.js").Verdict} verdict
 * @param {import("./types.js").Label} label
 * @param {readonly (import("./types.js").Label | undefined)[]} otherLabels
 * @returns {import("./types.js").Outcome}
 */
export function judge(verdict, label, ...otherLabels) {
  if (verdict === "error" || verdict === "create") return "error";
  if (label.startsWith("refuse:"))
    return verdict === "skip" && !otherLabels.includes("skip") ? "false-skip" : "right";
  if (verdict === "blocked") return "false-block";
  if (label === "own" || label === verdict) return "right";
  return verdict === "skip" ? "false-skip" : "false-write";
}

/** @returns {Tally} */
function emptyTally() {
  return {
    pairs: 0,
    right: 0,
    falseSkips: 0,
    falseWrites: 0,
    falseBlocks: 0,
    errors: 0,
    skipLabelled: 0,
    refused: 0,
    refusedBlocked: 0,
  };
}

/** @type {Readonly<Record<import("./types.js").Outcome, "right" | "falseSkips" | "falseWrites" | "falseBlocks" | "errors">>} */
const COUNTER = {
  right: "right",
  "false-skip": "falseSkips",
  "false-write": "falseWrites",
  "false-block": "falseBlocks",
  error: "errors",
};

/**
 * @param {Tally} tally
 * @param {import("./types.js").Label} label
 * @param {import("./types.js").Verdict} verdict
 * @param {import("./types.js").Outcome} outcome
 */
function count(tally, label, verdict, outcome) {
  tally.pairs += 1;
  tally[COUNTER[outcome]] += 1;
  if (label === "skip") tally.skipLabelled += 1;
  if (!label.startsWith("refuse:")) return;
  tally.refused += 1;
  if (verdict === "blocked") tally.refusedBlocked += 1;
}

/**
 * @param {string} file
 * @param {import("./types.js").Gate} gate
 * @param {import("./types.js").Mode} mode
 * @param {{ only?: RegExp | undefined, onPair?: (done: number) => void }} [options]
 * @returns {Promise<import("./types.js").PairScore>}
 */
export async function scorePairs(file, gate, mode, { only, onPair } = {}) {
  const started = performance.now();
  const total = emptyTally();
  /** @type {Record<string, Tally>} */
  const byMutation = {};
  /** @type {Record<string, Tally>} */
  const byKind = {};
  /** @type {import("./types.js").WrongPair[]} */
  const wrong = [];
  for await (const line of linesOf(file)) {
    /** @type {import("./types.js").Pair} */
    const pair = line;
    if (only && !only.test(`${pair.id} ${pair.apiVersion} ${pair.kind}`)) continue;
    const [label, otherLabel] = mode === "apply" ? [pair.ssa, pair.put] : [pair.put, pair.ssa];
    if (label === undefined) continue;
    const verdict = verdictOf(gate, pair);
    const outcome = judge(verdict, label, otherLabel, pair.kept);
    const { id, kind, mutation, where } = pair;
    byMutation[mutation] ??= emptyTally();
    byKind[kind] ??= emptyTally();
    for (const tally of [total, byMutation[mutation], byKind[kind]]) count(tally, label, verdict, outcome);
    if (outcome !== "right") {
      const refusal = label.startsWith("refuse:") && pair.putMsg ? { refusal: pair.putMsg } : {};
      const causes = causesOf(gate, pair, where);
      wrong.push({ id, kind, mutation, where, label, verdict, outcome, causes, ...refusal });
    }
    onPair?.(total.pairs);
  }
  const seconds = (performance.now() - started) / 1000;
  return { format: "score-pairs/1", file, mode, seconds, total, byMutation, byKind, wrong };
}
