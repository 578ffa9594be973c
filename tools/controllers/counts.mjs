// @ts-check
import { productOf } from "./claims.mjs";

/** @typedef {import("../../src/adapter/churn/index.js").CountedEffect} CountedEffect @typedef {import("./types.d.ts").Counted} Counted @typedef {import("./types.d.ts").Document} Document @typedef {import("./types.d.ts").Claim} Claim */

/** @param {readonly number[]} numbers */
export const sum = (numbers) => numbers.reduce((total, each) => total + each, 0);

/** Updates that moved a version: for each one there was an event. @param {readonly Counted[]} counted */
export const moved = (counted) => sum(counted.map((each) => each.moved));

/** Plurals of the kinds that a server writes here. @param {string} kind */
export function resourceOf(kind) {
  const lower = kind.toLowerCase();
  if (lower.endsWith("s")) return `${lower}es`;
  return lower.endsWith("y") ? `${lower.slice(0, -1)}ies` : `${lower}s`;
}

/** The same figures by who and of what, from both. @param {Document} audit @param {readonly Counted[]} counted @returns {Claim} */
export function countsAgree({ writes, writers, forgotten }, counted) {
  const faults = [];
  const all = sum(counted.map((each) => each.writes));
  if (writes !== all) faults.push(`writes: ${writes}, by the simple count ${all}`);
  if (forgotten.writers + forgotten.objects > 0) faults.push(`forgotten: ${JSON.stringify(forgotten)}`);
  for (const one of counted) {
    const name = productOf(one.userAgent ?? "");
    const theirs = writers.filter(
      ({ userAgent = "", kind }) => userAgent === (one.userAgent ?? "") && resourceOf(kind) === one.resource,
    );
    const effect = (/** @type {readonly CountedEffect[]} */ which) =>
      sum(theirs.flatMap(({ effects }) => which.map((each) => effects[each] ?? 0)));
    const pairs = [
      ["writes", sum(theirs.map((each) => each.writes)), one.writes],
      ["creations", effect(["create"]), one.creates],
      ["deletions", effect(["delete"]), one.deletes],
      ["of nothing", effect(["nothing", "managed-fields"]), one.idle + one.same],
      // What a log cannot tell is mostly a change: of a scale, whose answer is no Deployment, or of two at once.
      ["changes", effect(["change", "flip", "times", "respelling", "unknown"]), one.changes],
    ];
    for (const [what, given, right] of pairs)
      if (given !== right)
        faults.push(`${name}, ${one.resource}: ${what} ${given}, by the simple count ${right}`);
  }
  return { claim: `audit counts what a simple count does: ${all} writes, ${counted.length} rows`, faults };
}

/** @param {Document} watch @param {readonly Counted[]} counted @returns {Claim} */
export function watchSawAll({ writes }, counted) {
  const right = moved(counted);
  const faults = writes === right ? [] : [`${writes} updates`];
  return { claim: `watch saw each of ${right} updates that moved a version`, faults };
}

/** @param {number} least @param {readonly Counted[]} counted @param {readonly string[]} guilty @returns {Claim} */
export function enoughIsLawful(least, counted, guilty) {
  const lawful = moved(counted.filter(({ userAgent = "" }) => !guilty.includes(productOf(userAgent))));
  return {
    claim: `${lawful} updates are lawful, ${least} or more`,
    faults: lawful < least ? ["too few"] : [],
  };
}
