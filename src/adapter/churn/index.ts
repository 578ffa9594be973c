export { type CompareVersions, versionComparer } from "./compare.js";
export { ChurnCounter } from "./counter.js";
export type { ChurnDocument, Fault, Finding, Proposal, WatchNote } from "./document.js";
export { type CountedEffect, type Difference, EFFECTS, type Effect, type Step } from "./effect.js";
export { findingsOf, reportOf } from "./report.js";
export { BOUNDS, LEAST, SWING_MS, TIMES_MS } from "./thresholds.js";
export { type Who, type Write, writeOf } from "./write.js";
