// @ts-check
// A result for a terminal.
import { columns } from "../../tools/score/text.mjs";
import { besidePeers } from "./bounds.mjs";
import { cells, shownKinds } from "./columns.mjs";

/** @typedef {import("./types.js").Result} Result @typedef {import("./types.js").KindResult} KindResult */

const MOST_CHANGES = 40;

/** @param {Result} result @param {boolean} all */
export function resultText({ head, kinds, accuracy, bounds, processes, sweep, shapes }, all) {
  return [
    `churngate ${head.commit}${head.changed ? " and changes" : ""}, Node.js ${head.node}${head.go ? `, ${head.go}` : ""}, ${head.cpu}; medians of ${head.rounds} interleaved rounds`,
    "",
    ...accuracyLines(accuracy),
    "",
    "Ratios to JSON.parse of the same live objects (pairs: skips+writes timed; wrong: false skips+false writes of all labelled):",
    ...columns(cells(shownKinds(kinds, all), accuracy)),
    "",
    "How desired was built, the operator example's children:",
    ...Object.entries(shapes).map(
      ([key, [microseconds, ratio]]) =>
        `  ${key.padEnd(34)} ${microseconds.toFixed(2)} µs ${ratio.toFixed(3)}`,
    ),
    `A sweep over ${sweep.objects} objects of the operator example: ${sweep.cold.toFixed(1)} ms cold, ${sweep.prepared.toFixed(1)} ms prepared`,
    `churngate explain, the whole process: ${processes.explain.toFixed(0)} ms (node -e 0: ${processes.idle.toFixed(0)} ms)`,
    "",
    ...peerLines(kinds),
    "",
    ...boundLines(bounds),
  ].join("\n");
}

/** @param {Result["accuracy"]} accuracy */
function accuracyLines(accuracy) {
  const rows = accuracy.map(({ file, mode, pairs, right, falseSkips, falseWrites, falseWritesListed }) => [
    file,
    mode,
    pairs,
    right,
    falseSkips,
    `${falseWrites} (${falseWritesListed} listed)`,
  ]);
  return columns([["verdicts", "mode", "pairs", "right", "false skips", "false writes"], ...rows]);
}

/** @param {readonly KindResult[]} kinds */
function peerLines(kinds) {
  /** @type {Map<string, { kinds: number, slower: string[] }>} */
  const byPeer = new Map();
  for (const result of kinds) {
    for (const { peer, state, ratio } of besidePeers(result)) {
      const name = `${state} beside ${peer}`;
      const known = byPeer.get(name) ?? { kinds: 0, slower: [] };
      byPeer.set(name, known);
      known.kinds += 1;
      if (ratio > 1) known.slower.push(`${result.kind} ${ratio.toFixed(2)}`);
    }
  }
  return [...byPeer].map(([name, { kinds: count, slower }]) =>
    slower.length === 0
      ? `${name}: faster on all ${count} kinds`
      : `${name}: faster on ${count - slower.length} of ${count} kinds; not on ${slower.join(", ")}`,
  );
}

/** @param {Result["bounds"]} bounds */
function boundLines(bounds) {
  const ofPeers = bounds.filter(({ most, what }) => most === 1 && what.includes(", of "));
  return [
    ...bounds
      .filter((bound) => !ofPeers.includes(bound))
      .map(
        ({ what, value, most, within }) =>
          `${within ? "within " : "EXCEEDS"} ${most}: ${what}: ${short(value)}`,
      ),
    ...(ofPeers.length === 0
      ? []
      : [
          `${ofPeers.every(({ within }) => within) ? "within " : "EXCEEDS"} 1: every peer on every kind: ${ofPeers.filter(({ within }) => !within).length} of ${ofPeers.length} exceed it`,
        ]),
  ];
}

/** @param {number} value */
function short(value) {
  return Number.isInteger(value) ? String(value) : value.toPrecision(3);
}

/** @param {readonly import("./results.mjs").Change[]} all @param {Result["head"]} before @param {boolean} detail */
export function changeText(all, before, detail) {
  const beyond = all.filter(({ beyondNoise }) => beyondNoise);
  const shown = detail ? all : [...beyond].sort((a, b) => size(b) - size(a)).slice(0, MOST_CHANGES);
  const rows = shown.map(({ kind, key, before: was, after, beyondNoise }) => [
    `${kind} ${key}`,
    was.toFixed(3),
    after.toFixed(3),
    `${after >= was ? "+" : ""}${(100 * (after / was - 1)).toFixed(0)} %`,
    beyondNoise ? "*" : "",
  ]);
  return [
    `Beside ${before.commit}${before.changed ? " and changes" : ""} of ${before.date.slice(0, 10)} (Node.js ${before.node}, ${before.cpu}): ${beyond.length} of ${all.length} rows changed beyond noise${rows.length < beyond.length ? `, the ${rows.length} that changed most` : ""}`,
    ...(rows.length === 0 ? [] : columns([["row", "before", "now", "change", "*: beyond noise"], ...rows])),
  ].join("\n");
}

/** @param {import("./results.mjs").Change} change */
function size({ before, after }) {
  return Math.abs(Math.log(after / before));
}
