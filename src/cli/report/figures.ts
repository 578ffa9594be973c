/** A share of a whole: 0 % and 100 % only where it is. */
export function share(part: number, whole: number): string {
  if (whole <= 0 || part <= 0) return "0%";
  if (part >= whole) return "100%";
  const percent = (part / whole) * 100;
  if (percent < 0.1) return "under 0.1%";
  return percent > 99.9 ? "over 99.9%" : `${Number(percent.toFixed(percent < 10 ? 1 : 0))}%`;
}

/** UTC, to the second: 2026-05-04 10:00:30. */
export function utc(at: number): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? "?" : date.toISOString().slice(0, 19).replace("T", " ");
}
