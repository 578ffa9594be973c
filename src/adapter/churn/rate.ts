/** Writes a minute, to two places; a time of less than a second counts as one. */
export function rateOf(writes: number, seconds: number): number {
  return Math.round((writes * 6000) / Math.max(seconds, 1)) / 100;
}
