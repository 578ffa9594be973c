import { UsageError } from "../core/errors.js";

/**
 * Runs a task for each item, at most `limit` at once. The task must not reject.
 * @throws UsageError `bad-option` for a limit below 1
 */
export async function forEachAtOnce<Item>(
  items: readonly Item[],
  limit: number,
  task: (item: Item) => Promise<void>,
): Promise<void> {
  if (!(limit >= 1)) throw new UsageError("bad-option", "at least 1", "concurrency");
  const waiting = items.values();
  async function work(): Promise<void> {
    for (const item of waiting) await task(item);
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, work));
}

/**
 * Runs a task for each item, at most `limit` at once, until one fails; those under way then come to their end first.
 * @throws the first error; UsageError `bad-option` for a limit below 1
 */
export async function eachOrFirstError<Item>(
  items: readonly Item[],
  limit: number,
  task: (item: Item) => Promise<void>,
): Promise<void> {
  const errors: unknown[] = [];
  await forEachAtOnce(items, limit, async (item) => {
    if (errors.length > 0) return;
    await task(item).catch((error: unknown) => errors.push(error));
  });
  if (errors.length > 0) throw errors[0];
}
