/** The plural of a kind's name in lower case, as Kubernetes names its own (meta.UnsafeGuessKindToResource in apimachinery). */
export function pluralOf(singular: string): string {
  if (singular === "endpoints") return singular;
  if (singular.endsWith("s")) return `${singular}es`;
  return singular.endsWith("y") ? `${singular.slice(0, -1)}ies` : `${singular}s`;
}
