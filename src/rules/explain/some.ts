/** Some of many, and how many more there are. */
export function some(names: readonly string[], limit = 8): string {
  const unique = [...new Set(names)];
  const shown = unique.slice(0, limit).join(", ");
  return unique.length > limit ? `${shown} and ${unique.length - limit} more` : shown;
}
