import { forEachAtOnce } from "../set/pool.js";

/** Runs a task for each item, at most `limit` at once, until one fails. @throws the first error */
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
