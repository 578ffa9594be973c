// @ts-check
// Scores a gate on labelled pairs.
import { causesOf } from "./causes.mjs";
import { decisionOf, optionsFor } from "./gate.mjs";
import { LABEL_OF } from "./modes.mjs";
import { linesOf } from "./read.mjs";
import { listedAs } from "./unknowable.mjs";

/** @typedef {import("./types.js").Tally} Tally */
/** @typedef {import("./types.js").Pair} Pair */

const NAMES = /** @type {const} */ (["put", "ssa", "merge", "unforced"]);

/** Labels that both verdicts are right for. */
const EITHER = new Set(["own", "order", "lost"]);

/**
 * Own (the write would change ownership only), order (it would only reorder a set) and lost (it would only take away what it states) accept both. A refused write is right as write and as
 * blocked, and as skip only where another way to write changes nothing.
 * @param {import("./types.js").Verdict} verdict
 * @param {import("./types.js").Label} label
 * @param {readonly (import("./types.js").Label | undefined)[]} otherLabels
 * @returns {import("./types.js").Judged}
 */
export function judge(verdict, label, ...otherLabels) {
  if (verdict === "error" || verdict === "create") return "error";
  if (label.startsWith("refuse:"))
    return verdict === "skip" && !otherLabels.some((other) => other === "skip" || other === "own")
      ? "false-skip"
      : "right";
  if (verdict === "blocked") return "false-block";
  if (EITHER.has(label) || label === verdict) return "right";
  return verdict === "skip" ? "false-skip" : "false-write";
}

/**
 * The gate's own payload changes live though the naive write does not: the rule owns more than that replaces.
 * @param {import("./types.js").Judged} outcome
 * @param {Pair} pair
 * @param {import("./types.js").LabelName} own
 */
const isWider = (outcome, { wider = [] }, own) => outcome === "false-write" && wider.includes(own);

/**
 * Only fields that cannot be changed, or that others own, are in the way; not where it is the way of writing that is.
 * @param {Pair} pair
 * @param {import("./types.js").LabelName} own
 */
function isForeseeable({ immutable = [], put, ssa = "", unforced, live }, own) {
  // Without managedFields nobody can tell what others own.
  if (own === "unforced" && unforced === "refuse:409") return live.metadata?.managedFields !== undefined;
  return (
    immutable.includes(own) && [put, ssa].every((label) => own === "merge" || label.startsWith("refuse:"))
  );
}

/** @returns {Tally} */
function emptyTally() {
  return {
    pairs: 0,
    right: 0,
    falseSkips: 0,
    falseWrites: 0,
    falseWritesListed: 0,
    wider: 0,
    falseBlocks: 0,
    errors: 0,
    skipLabelled: 0,
    refused: 0,
    refusedBlocked: 0,
    immutable: 0,
    immutableForeseen: 0,
  };
}

/** @type {Readonly<Record<import("./types.js").Judged, "right" | "falseSkips" | "falseWrites" | "falseBlocks" | "errors">>} */
const COUNTER = {
  right: "right",
  "false-skip": "falseSkips",
  "false-write": "falseWrites",
  "false-block": "falseBlocks",
  error: "errors",
};

/**
 * @param {Tally} tally
 * @param {import("./types.js").Found} found
 */
function count(tally, { label, immutable, verdict, foreseen, outcome, wider, listed }) {
  tally.pairs += 1;
  tally[COUNTER[outcome]] += 1;
  if (outcome === "false-write" && listed) tally.falseWritesListed += 1;
  if (wider) tally.wider += 1;
  if (label === "skip" && !wider) tally.skipLabelled += 1;
  if (immutable) tally.immutable += 1;
  if (immutable && foreseen) tally.immutableForeseen += 1;
  if (!label.startsWith("refuse:")) return;
  tally.refused += 1;
  if (verdict === "blocked") tally.refusedBlocked += 1;
}

/** Groups of Kubernetes itself: without a dot, or of these. */
const OWN_GROUPS = /^(?:[a-z]*|(?:[a-z]+(?:\.(?:authorization|apiserver))?)\.k8s\.io)$/;

/** The row of the table by kind: custom kinds with their group. @param {{ readonly apiVersion: string, readonly kind: string }} object */
export function rowOf({ apiVersion, kind }) {
  const group = apiVersion.includes("/") ? apiVersion.slice(0, apiVersion.indexOf("/")) : "";
  return OWN_GROUPS.test(group) ? kind : `${kind}.${group}`;
}

/**
 * Scores one pair after another.
 * @param {string} file where the pairs are from
 * @param {import("./types.js").Gate} gate
 * @param {import("./types.js").Mode} mode
 * @returns {import("./types.js").Scorer}
 */
export function createScorer(file, gate, mode) {
  const started = performance.now();
  const total = emptyTally();
  /** @type {Record<string, Tally>} */
  const byMutation = {};
  /** @type {Record<string, Tally>} */
  const byKind = {};
  /** @type {Record<string, Record<string, number>>} */
  const decisions = {};
  /** @type {import("./types.js").WrongPair[]} */
  const wrong = [];
  const own = LABEL_OF[mode];
  const others = NAMES.filter((name) => name !== own && name !== "unforced");
  return {
    add(pair) {
      const label = pair[own];
      if (label === undefined) return;
      const options = optionsFor(pair);
      const { verdict, recreate = [], reason } = decisionOf(gate, pair, options);
      const judged = judge(verdict, label, ...others.map((other) => pair[other]), pair.kept);
      const wider = isWider(judged, pair, own);
      const outcome = wider ? "right" : judged;
      const { id, kind, mutation, where } = pair;
      byMutation[mutation] ??= emptyTally();
      const row = rowOf(pair);
      byKind[row] ??= emptyTally();
      decisions[verdict] ??= {};
      decisions[verdict][reason.code] = (decisions[verdict][reason.code] ?? 0) + 1;
      const immutable = isForeseeable(pair, own);
      const foreseen = verdict === "blocked" || recreate.length > 0;
      const missed = immutable && !foreseen && outcome === "right" && verdict === "write";
      const causes = outcome !== "right" || missed ? causesOf(gate, pair, where, options) : [];
      const listed = outcome === "false-write" ? listedAs(causes) : undefined;
      for (const tally of [total, byMutation[mutation], byKind[row]])
        count(tally, { label, immutable, verdict, foreseen, outcome, wider, listed: listed !== undefined });
      if (outcome === "right" && !missed) return;
      const refusal = pair[`${own}Msg`];
      wrong.push({
        ...{ id, kind, mutation, where, label, verdict, outcome: missed ? "unforeseen" : outcome, causes },
        ...(listed === undefined ? {} : { listed }),
        ...(refusal === undefined ? {} : { refusal }),
        ...(outcome === "false-skip" && pair.would?.[own] ? { would: pair.would[own] } : {}),
      });
    },
    score() {
      const seconds = (performance.now() - started) / 1000;
      return { format: "score-pairs/1", file, mode, seconds, total, byMutation, byKind, decisions, wrong };
    },
  };
}

/**
 * @param {string} file
 * @param {import("./types.js").Gate} gate
 * @param {import("./types.js").Mode} mode
 * @param {{ only?: RegExp | undefined, onPair?: (done: number) => void }} [options]
 * @returns {Promise<import("./types.js").PairScore>}
 */
export async function scorePairs(file, gate, mode, { only, onPair } = {}) {
  const scorer = createScorer(file, gate, mode);
  let done = 0;
  for await (const line of linesOf(file)) {
    /** @type {Pair} */
    const pair = line;
    if (only && !only.test(`${pair.id} ${pair.apiVersion} ${pair.kind}`)) continue;
    scorer.add(pair);
    onPair?.(++done);
  }
  return scorer.score();
}
