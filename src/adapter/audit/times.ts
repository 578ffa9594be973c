import type { Audit } from "./audit.js";

/** Milliseconds since 1970 of the first and the last answer; 0 where there is none. */
export function timesOf({ from, to }: Pick<Audit, "from" | "to">): { from: number; to: number } {
  return from > to ? { from: 0, to: 0 } : { from: Math.floor(from / 1000), to: Math.ceil(to / 1000) };
}
