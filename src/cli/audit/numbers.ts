/** A number with its thousands apart; below 100, to two places at most. */
export function amount(count: number): string {
  if (count >= 100 || Number.isInteger(count)) return Math.round(count).toLocaleString("en-US");
  return String(Math.round(count * 100) / 100);
}

/** `1 write`, `1,200 writes`. */
export function counted(count: number, noun: string): string {
  return `${amount(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** A length of time, to two figures. */
export function duration(seconds: number): string {
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 60) return `${Math.round(seconds * 10) / 10} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
