/** What a kind may be called by. */
export interface Named {
  readonly group: string;
  readonly kind: string;
  readonly plural?: string;
  readonly singular?: string;
  readonly shortNames?: readonly string[];
}

/** Whether a word names a kind: `Widget`, `Widget.example.com`, `widgets.example.com`, as kubectl takes them. */
export function namesKind(
  word: string,
  { group, kind, plural = `${kind}s`, singular, shortNames }: Named,
): boolean {
  const [name = "", ...rest] = word.toLowerCase().split(".");
  if (rest.length > 0 && rest.join(".") !== group) return false;
  return [kind, plural, singular, ...(shortNames ?? [])].some((each) => each?.toLowerCase() === name);
}
