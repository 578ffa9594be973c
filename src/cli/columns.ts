/**
 * How wide a terminal is: what it says itself, or $COLUMNS where it says nothing. Undefined where output is no terminal:
 * nothing of it is fitted then.
 */
export function columnsOf(
  stream: { readonly isTTY?: boolean; readonly columns?: number },
  env: Readonly<Record<string, string | undefined>>,
): number | undefined {
  if (!stream.isTTY) return undefined;
  if (stream.columns) return stream.columns;
  const stated = Number(env.COLUMNS);
  return Number.isInteger(stated) && stated > 0 ? stated : undefined;
}
