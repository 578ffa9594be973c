/** So many requests, by what became of them. */
export interface RequestCounts {
  /** get, list and watch. */
  reads: number;
  /** Creations, updates and deletions of objects that succeeded. */
  writes: number;
  /** The same as dry runs: nothing was stored. */
  dryRuns: number;
  /** Requests other than reads that were refused, or broke off. */
  refused: number;
  /** POSTs to subresources (bindings, evictions, tokens), reviews, proxied requests. */
  calls: number;
  /** About no object. */
  other: number;
  /** Of the writes: the same body as the one before it on the object, from the same sender, where the log has no answers. */
  repeats: number;
}

export const noRequests = (): RequestCounts => ({
  reads: 0,
  writes: 0,
  dryRuns: 0,
  refused: 0,
  calls: 0,
  other: 0,
  repeats: 0,
});

/** Lines of a log: what was read, what of it was a stage before the answer or counted before, and what could not be read. */
export interface LineCounts {
  read: number;
  skipped: number;
  bad: number;
}
