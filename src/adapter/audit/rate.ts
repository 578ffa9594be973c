import type { Audit } from "./audit.js";

/** Writes a minute, to two places; a time of less than a second counts as one. */
export function rateOf(writes: number, seconds: number): number {
  return Math.round((writes * 6000) / Math.max(seconds, 1)) / 100;
}

/** Milliseconds since 1970 of the first and the last answer; 0 where there is none. */
export function timesOf({ from, to }: Pick<Audit, "from" | "to">): { from: number; to: number } {
  return from > to ? { from: 0, to: 0 } : { from: Math.floor(from / 1000), to: Math.ceil(to / 1000) };
}
