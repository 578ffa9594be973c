/** Runs a task for each item, at most `limit` at once. The task must not reject. */
export async function forEachAtOnce<Item>(
  items: readonly Item[],
  limit: number,
  task: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  async function work(): Promise<void> {
    for (const item of waiting) await task(item);
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, work));
}
