// @ts-check

/**
 * Does some things at once, at most `limit`.
 * @template T
 * @param {readonly T[]} list
 * @param {number} limit
 * @param {(item: T, index: number) => Promise<void>} work
 */
export async function inParallel(list, limit, work) {
  let next = 0;
  const worker = async () => {
    while (next < list.length) {
      const index = next++;
      await work(/** @type {T} */ (list[index]), index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, list.length) }, worker));
}
