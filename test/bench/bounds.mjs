// @ts-check
// What must hold; npm run bench fails where it does not.

import { GO_PEERS } from "./peers.mjs";
import { EQUAL, PARSE } from "./rows.mjs";

/** @typedef {import("./types.js").KindResult} KindResult @typedef {import("./types.js").Bound} Bound */

/** Of JSON.parse of the same live object. */
const RATIOS = [
  { kinds: ["Deployment", "StatefulSet", "DaemonSet"], cold: 0.1, prepared: 0.05 },
  { kinds: ["Service", "NetworkPolicy"], cold: 0.15, prepared: 0.15 },
];
/** An apply may take so many times as long. */
const APPLY = 2;
const PREPARED_HASH = 0.02;
const SWEEP_MILLISECONDS = 10;
/** Of a Node.js process that does nothing. */
const EXPLAIN = 2;

/** The kinds that bounds name, which go first in every table. */
export const NAMED = RATIOS.flatMap(({ kinds }) => kinds);

export const STATES = /** @type {const} */ (["cold", "prepared"]);

/** @param {string} what @param {number | undefined} value @param {number} most @returns {readonly Bound[]} */
function bound(what, value, most) {
  return value === undefined ? [] : [{ what, value, most, within: value <= most }];
}

/** @param {readonly KindResult[]} results @returns {readonly Bound[]} */
export function ratioBounds(results) {
  return RATIOS.flatMap(({ kinds, ...most }) =>
    kinds.flatMap((kind) => {
      const rows = results.find((each) => each.kind === kind)?.rows ?? {};
      const ratio = (/** @type {string} */ key, /** @type {number} */ limit) =>
        bound(`${kind}, ${key}`, rows[key]?.[1], limit);
      return [
        ...STATES.flatMap((state) => ratio(`replace bundled skip ${state}`, most[state])),
        ...STATES.flatMap((state) => ratio(`apply bundled skip ${state}`, APPLY * most[state])),
        ...ratio("replace hash skip prepared", PREPARED_HASH),
      ];
    }),
  );
}

/** @param {{ readonly prepared: number, readonly objects: number }} sweep @param {import("./types.js").Result["processes"]} processes */
export function otherBounds({ prepared, objects }, { idle, explain }) {
  return [
    ...bound(`ms for a sweep over ${objects} prepared objects`, prepared, SWEEP_MILLISECONDS),
    ...bound("explain as a process, of node -e 0", explain / idle, EXPLAIN),
  ];
}

/** @param {readonly import("./types.js").Accuracy[]} accuracy */
export function accuracyBounds(accuracy) {
  return accuracy.flatMap(({ file, mode, falseSkips }) =>
    bound(`false skips in mode ${mode}, ${file}`, falseSkips, 0),
  );
}

/**
 * Whom a kind's decision to skip is compared with, by microseconds of the same rounds.
 * @param {KindResult} result
 * @returns {readonly { peer: string, state: typeof STATES[number], ratio: number }[]} below 1: the decision is faster
 */
export function besidePeers({ rows }) {
  return [EQUAL, ...Object.values(GO_PEERS)].flatMap((peer) =>
    STATES.flatMap((state) => {
      const ours = rows[`replace bundled skip ${state}`]?.[1];
      const theirs = rows[peer]?.[1];
      return ours === undefined || theirs === undefined ? [] : [{ peer, state, ratio: ours / theirs }];
    }),
  );
}

/** @param {readonly KindResult[]} results @returns {readonly Bound[]} */
export function peerBounds(results) {
  return results.flatMap((result) =>
    besidePeers(result).flatMap(({ peer, state, ratio }) =>
      bound(`${result.kind}, ${state}, of ${peer}`, ratio, 1),
    ),
  );
}

/** @param {KindResult} result */
export function parseMicroseconds({ rows }) {
  return Object.entries(rows).find(([key]) => key.startsWith(PARSE))?.[1][0];
}
