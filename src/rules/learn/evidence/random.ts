/** Chance that repeats: the same seed gives the same choices, whatever ran before. */
export interface Random {
  /** The list in another order. */
  shuffled<Item>(list: readonly Item[]): readonly Item[];
}

export function createRandom(seed: string): Random {
  let state = hashOf(seed);
  /** mulberry32: 0 <= number < 1 */
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }
  return {
    shuffled(list) {
      const keyed = list.map((item) => ({ item, key: next() }));
      return keyed.sort((left, right) => left.key - right.key).map(({ item }) => item);
    },
  };
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
