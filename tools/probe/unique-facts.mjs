// @ts-check
// What the items of lists may not share, from what was asked of them.

/** @typedef {import("./types.js").Repeat} Repeat */
/** @typedef {import("../../src/core/facts.js").UniqueFacts & { readonly source: string }} KeptUnique */
/** By type and field. @typedef {Readonly<Record<string, readonly KeptUnique[]>>} Unique */

/**
 * What one kind takes is no fact of the type.
 * @param {readonly Repeat[]} repeats of all kinds
 * @param {string} server its version
 * @returns {Unique}
 */
export function uniqueFrom(repeats, server) {
  const taken = new Set(repeats.filter(({ fields }) => fields.length === 0).map(placeOf));
  /** @type {Map<string, Map<string, KeptUnique>>} */
  const found = new Map();
  for (const repeat of repeats.filter((each) => !taken.has(placeOf(each)))) {
    const { list, name, fields, alone, said } = repeat;
    const source = `probed on ${server}: ${said}`;
    const facts = found.get(list) ?? new Map();
    found.set(list, facts.set(name, { fields, ...(alone && { alone }), source }));
  }
  const byName = (
    /** @type {readonly [string, unknown]} */ [a],
    /** @type {readonly [string, unknown]} */ [b],
  ) => (a < b ? -1 : 1);
  return Object.fromEntries(
    [...found].sort(byName).map(([list, facts]) => [list, [...facts].sort(byName).map(([, fact]) => fact)]),
  );
}

/** @param {Repeat} repeat */
function placeOf({ list, name }) {
  return `${list} ${name}`;
}
