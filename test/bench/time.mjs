// @ts-check
// Times the rows of all kinds, and the Go peers in the same rounds.
import { isShown } from "./columns.mjs";
import { GO_PEERS } from "./peers.mjs";
import { measured, rounds } from "./rounds.mjs";
import { PARSE, SKIP } from "./rows.mjs";

/** @typedef {import("./types.js").Row<any, any>} Row @typedef {ReturnType<typeof import("./peers.mjs").startPeers>} Peers */
/** @typedef {{ readonly name: string } & ReturnType<typeof import("./rows.mjs").rowsOf>} Kind */

/**
 * How often all kinds are gone through: what changes while the run lasts then shows as noise, not as a difference of kinds. Rows that
 * no table shows take part in one round of each visit.
 */
const VISITS = 3;

/**
 * @param {readonly Kind[]} kinds
 * @param {number} count rounds, over all visits
 * @param {Peers | undefined} peers
 * @param {(what: string) => void} onStep
 * @returns {Promise<readonly import("./types.js").KindResult[]>}
 */
export async function timeKinds(kinds, count, peers, onStep) {
  for (const { name, skips } of kinds) peers?.load(name, skips);
  const all = kinds.map((kind) => ({
    kind,
    times: /** @type {Map<string, import("./rounds.mjs").Times>} */ (new Map()),
  }));
  const visits = Math.min(VISITS, count);
  for (let visit = 0; visit < visits; visit++) {
    const share = Math.floor(((visit + 1) * count) / visits) - Math.floor((visit * count) / visits);
    for (const [index, { kind, times }] of all.entries()) {
      onStep(`visit ${visit + 1} of ${visits}, kind ${index + 1} of ${kinds.length}: ${kind.name}`);
      await rounds(kind.rows, 1, times, beside(kind, peers));
      await rounds(kind.rows.filter(isShown), share - 1, times, beside(kind, peers));
    }
  }
  return Promise.all(all.map(({ kind, times }) => resultOf(kind, times, peers)));
}

/** A round of the peers; none where nothing is skipped. @param {Kind} kind @param {Peers | undefined} peers */
function beside({ name, skips }, peers) {
  if (peers === undefined || skips.length === 0) return undefined;
  return async () => {
    const answer = await peers.round(name);
    return Object.fromEntries(
      Object.entries(GO_PEERS).map(([work, key]) => [
        key,
        answer[/** @type {keyof typeof GO_PEERS} */ (work)] / 1000,
      ]),
    );
  };
}

/**
 * @param {Kind} kind
 * @param {ReadonlyMap<string, import("./rounds.mjs").Times>} times
 * @param {Peers | undefined} peers
 * @returns {Promise<import("./types.js").KindResult>}
 */
async function resultOf({ name, rows, skips, writes, digest }, times, peers) {
  const result = {
    kind: name,
    skips: skips.length,
    writes: writes.length,
    digest,
    rows: ratios(rows, times),
  };
  if (peers === undefined || skips.length === 0) return result;
  const { typed, equal } = await peers.round(name);
  return { ...result, typed, derived: equal };
}

/** @param {readonly Row[]} rows @param {number} count rounds @returns {Promise<import("./types.js").KindResult["rows"]>} */
export async function timeShapes(rows, count) {
  return ratios(rows, await rounds(rows, count));
}

/** @param {readonly Row[]} rows @param {ReadonlyMap<string, import("./rounds.mjs").Times>} times */
function ratios(rows, times) {
  const bases = new Map(rows.map(({ key, base }) => [key, base]));
  return Object.fromEntries(
    [...times].map(([key, own]) => [key, measured(own, times.get(bases.get(key) ?? `${PARSE}: ${SKIP}`))]),
  );
}
