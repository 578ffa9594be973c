import type { Wrong } from "../../rules/learn/evidence/tally.js";

/** What was done to desired. */
const IN_DESIRED: Readonly<Record<Wrong["edit"], string>> = {
  unchanged: "nothing was changed",
  changed: "changed in desired",
  removed: "removed from desired",
  added: "added to desired",
  "first-removed": "first item removed from desired",
  "last-removed": "last item removed from desired",
  "item-added": "item added to desired",
  swapped: "items swapped in desired",
  respelt: "respelt in desired",
  stated: "stated as live has it",
};

/** The same the other way round: somebody did it to live. */
const IN_LIVE: Readonly<Record<Wrong["edit"], string>> = {
  unchanged: "nothing was changed",
  changed: "changed in live",
  removed: "added to live",
  added: "removed from live",
  "first-removed": "first item added to live",
  "last-removed": "last item added to live",
  "item-added": "item removed from live",
  swapped: "items swapped in live",
  respelt: "respelt in live",
  stated: "stated as live has it",
};

/** `spec.replicas, changed in live` */
export function whatWasDone({ edit, path, side }: Wrong): string {
  const done = (side === "live" ? IN_LIVE : IN_DESIRED)[edit];
  return path === "" ? done : `${path}, ${done}`;
}
