/**
 * How often a thing has to be seen before it is called churn, and anybody is named for it. Counted by object and by who did it:
 * what is done once to each of a thousand objects is no churn. docs/watch.md states the same numbers.
 */
export const LEAST = {
  /** Updates that change nothing. */
  "moves-nothing": 4,
  /** Requests that change nothing, and raise no event. */
  "writes-nothing": 4,
  /** The same values, spelt in another way. */
  respells: 4,
  /** Updates of time stamps alone, one within TIMES_MS of the last. */
  "times-only": 5,
  /** How often each of two or more has put its own value back where another had put its own; and never a third value. */
  putsBack: 3,
  /** How often one alone has gone back and forth between two values, each time within SWING_MS of the last. */
  swings: 10,
} as const;

/** What changes nothing, and is done less often than this, is no churn: a weekly apply, to be sure that all is as it should be. */
export const NOTHING_MS = 3_600_000;

/** Time stamps that are written less often than this are no churn: seconds cost nothing. */
export const TIMES_MS = 120_000;

/** One who changes a value and takes it back later than this has had a reason in between: an autoscaler, a person. */
export const SWING_MS = 60_000;

/** What is remembered at most. */
export const BOUNDS = {
  objects: 5000,
  writers: 1000,
  pathsOfObject: 24,
  /** Of objects, in memory, as far as it is reckoned. */
  objectBytes: 20 << 20,
  /** Of a path's text; a longer one is not looked at. */
  pathLength: 1000,
  managersOfPath: 6,
  valuesOfPath: 4,
  /** Of a finding or the document. */
  worst: 10,
  findings: 100,
  paths: 100,
  objectsShown: 100,
  writersShown: 100,
  buckets: 600,
  /** Of a value's JSON text, beyond which a digest stands for it. */
  valueLength: 120,
} as const;
