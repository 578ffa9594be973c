// @ts-check
// Names struct types: the end of the path at which they occur, as much of it as tells them apart.

/** @typedef {import("./types.js").Struct} Struct */

/** `spec.tlsConfig` of a Widget: TlsConfig, SpecTlsConfig, WidgetSpecTlsConfig. @param {readonly string[]} path @param {number} length */
function ending(path, length) {
  return path.slice(-length).map(capitalized).join("");
}

/** @param {string} text */
function capitalized(text) {
  return text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join("");
}

/**
 * The path to name a struct by: ending as most of its paths do, of these the shortest, of these the first.
 * @param {readonly (readonly string[])[]} paths
 */
function typical(paths) {
  /** @type {Map<string | undefined, number>} */
  const counts = new Map();
  for (const path of paths) counts.set(path.at(-1), (counts.get(path.at(-1)) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return paths
    .filter((path) => counts.get(path.at(-1)) === most)
    .reduce((best, path) => (compare(path, best) < 0 ? path : best));
}

/** @param {readonly string[]} a @param {readonly string[]} b */
function compare(a, b) {
  return a.length - b.length || (a.join() < b.join() ? -1 : 1);
}

/**
 * A name for each struct's id. Where two would have the same, apart from case, both take in more of their paths.
 * @param {readonly Struct[]} structs
 * @returns {ReadonlyMap<string, string>}
 */
export function namesOf(structs) {
  const candidates = structs.map(({ id, paths }) => ({ id, path: typical(paths), length: 1 }));
  for (;;) {
    /** @type {Map<string, typeof candidates>} */
    const sharing = new Map();
    for (const candidate of candidates) {
      const name = ending(candidate.path, candidate.length).toLowerCase();
      sharing.set(name, [...(sharing.get(name) ?? []), candidate]);
    }
    const longer = [...sharing.values()]
      .filter((group) => group.length > 1)
      .flat()
      .filter(({ path, length }) => length < path.length);
    if (longer.length === 0) return numbered(candidates);
    for (const candidate of longer) candidate.length += 1;
  }
}

/**
 * Whole paths may still agree: an item of a list of lists, `a-b` beside `aB`.
 * @param {readonly { id: string, path: readonly string[], length: number }[]} candidates
 */
function numbered(candidates) {
  /** @type {Map<string, number>} */
  const seen = new Map();
  return new Map(
    candidates.map(({ id, path, length }) => {
      const name = ending(path, length);
      const count = (seen.get(name.toLowerCase()) ?? 0) + 1;
      seen.set(name.toLowerCase(), count);
      return [id, count === 1 ? name : `${name}${count}`];
    }),
  );
}
