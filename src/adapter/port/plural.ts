/**
 * The plural of a kind's name in lower case, as its resource is most likely named: in English, like `gateways`. What Kubernetes itself would
 * guess (meta.UnsafeGuessKindToResource in apimachinery) is `gatewaies`; for each kind of its own both come to the same.
 */
export function pluralOf(singular: string): string {
  if (singular === "endpoints") return singular;
  if (/(s|x|z|ch|sh)$/.test(singular)) return `${singular}es`;
  return /[^aeiou]y$/.test(singular) ? `${singular.slice(0, -1)}ies` : `${singular}s`;
}
