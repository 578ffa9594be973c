// @ts-check
// Times a kind's rows, and the Go peers in the same rounds.
import { GO_PEERS } from "./peers.mjs";
import { measured, rounds } from "./rounds.mjs";
import { PARSE, SKIP } from "./rows.mjs";

/** @typedef {import("./types.js").Row<any, any>} Row @typedef {ReturnType<typeof import("./peers.mjs").startPeers>} Peers */

/**
 * @param {{ name: string } & ReturnType<typeof import("./rows.mjs").rowsOf>} kind
 * @param {number} count rounds
 * @param {Peers | undefined} peers
 * @returns {Promise<import("./types.js").KindResult>}
 */
export async function timeKind({ name, rows, skips, writes }, count, peers) {
  const counts = { kind: name, skips: skips.length, writes: writes.length };
  if (peers === undefined || skips.length === 0)
    return { ...counts, rows: ratios(rows, await rounds(rows, count)) };
  peers.load(name, skips);
  const first = await peers.round(name);
  const times = await rounds(rows, count, async () => {
    const answer = await peers.round(name);
    return Object.fromEntries(
      Object.entries(GO_PEERS).map(([work, key]) => [
        key,
        answer[/** @type {keyof typeof GO_PEERS} */ (work)] / 1000,
      ]),
    );
  });
  return { ...counts, typed: first.typed, derived: first.equal, rows: ratios(rows, times) };
}

/** @param {readonly Row[]} rows @param {number} count rounds @returns {Promise<import("./types.js").KindResult["rows"]>} */
export async function timeShapes(rows, count) {
  return ratios(rows, await rounds(rows, count));
}

/** @param {readonly Row[]} rows @param {ReadonlyMap<string, readonly number[]>} times */
function ratios(rows, times) {
  const bases = new Map(rows.map(({ key, base }) => [key, base]));
  return Object.fromEntries(
    [...times].map(([key, own]) => [
      key,
      measured(own, times.get(bases.get(key) ?? `${PARSE}: ${SKIP}`) ?? []),
    ]),
  );
}
