// @ts-check
// Chance that repeats: the same seed gives the same choices, whatever ran before.

/** @param {string} text FNV-1a */
function hashOf(text) {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/**
 * @param {string} seed
 * @returns {import("./types.js").Random}
 */
export function createRandom(seed) {
  let state = hashOf(seed);
  /** mulberry32: 0 <= number < 1 */
  function next() {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }
  /** @param {number} below */
  const int = (below) => Math.floor(next() * below);
  return {
    int,
    pick: (list) => list[int(list.length)],
    some(list, count) {
      const left = [...list];
      const taken = [];
      while (taken.length < count && left.length > 0) taken.push(...left.splice(int(left.length), 1));
      return taken;
    },
  };
}
