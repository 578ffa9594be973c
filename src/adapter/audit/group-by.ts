/** The rows of all parts, those of one key together. */
export function groupBy<T>(
  rows: readonly T[],
  keyOf: (row: T) => readonly unknown[],
): readonly (readonly T[])[] {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const key = JSON.stringify(keyOf(row).map((part) => part ?? null));
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return [...groups.values()];
}
