import { formatDecision, type Layout, type Palette, printable, subjectColumns } from "../../prose/index.js";
import type { ApplySummary, Outcome } from "../apply/outcome.js";
import type { Manifest } from "../input/index.js";
import type { Concealment } from "./conceal.js";
import { widest } from "./text.js";

export interface OutcomeOptions {
  readonly dryRun: boolean;
  readonly color: Palette;
  readonly layout: Layout | undefined;
  readonly concealment: Concealment;
  readonly strategyOf: (desired: Manifest) => string;
}

/** Words for what became of an object. `formatDecision` has those for what would: of a dry run too. */
const WORDS = {
  created: "created",
  updated: "updated",
  unchanged: "unchanged",
  blocked: "BLOCKED",
  failed: "FAILED",
  "not-done": "NOT DONE",
  unknown: "UNKNOWN",
} as const;

/** An outcome that no decision led to. */
type Undecided = Exclude<Outcome, { readonly decision: unknown }>;

/** Makes the lines of one outcome, the first columns of all the objects in line. */
export function outcomeWriter(
  all: readonly Manifest[],
  { dryRun, color, layout, concealment, strategyOf }: OutcomeOptions,
): (outcome: Outcome) => string {
  const columns = all.map(subjectColumns);
  const widths = [
    widest(columns.map(([name]) => name)),
    widest(columns.map(([, kind]) => kind)),
    widest(all.map(strategyOf)),
  ] as const;
  return (outcome) => {
    const word = WORDS[outcome.result];
    if (!("decision" in outcome)) return undecidedLine(outcome, word, widths, color);
    const { desired, decision, rule } = outcome;
    const shown = concealment.decision({
      desired,
      live: undefined,
      decision: { ...decision, passed: [] },
      rule,
    });
    return formatDecision(
      shown,
      { ...desired, rule },
      { color, layout, widths, ...(dryRun ? {} : { word }) },
    );
  };
}

function undecidedLine(
  outcome: Undecided,
  word: string,
  [nameWidth, kindWidth]: readonly number[],
  color: Palette,
): string {
  const [name, kind] = subjectColumns(outcome.desired);
  return [
    color.bold(name.padEnd(nameWidth ?? 0)),
    kind.padEnd(kindWidth ?? 0),
    color.red(word.padEnd(9)),
    whyUndecided(outcome),
  ].join("  ");
}

/** Of a failure its code and place: the message, which begins with the place, goes to standard error. */
function whyUndecided(outcome: Undecided): string {
  switch (outcome.result) {
    case "failed":
      return `${outcome.error.code}: ${printable(outcome.desired.file)}:${outcome.desired.line}`;
    case "unknown":
      return "interrupted while it was written: it may have been stored";
    case "not-done":
      return "interrupted";
  }
}

/** `7 objects: 1 created, 1 updated, 4 unchanged, 1 blocked` */
export function summaryLine(summary: ApplySummary, dryRun: boolean): string {
  const parts: readonly (readonly [number, string])[] = [
    [summary.updated, dryRun ? "to write" : "updated"],
    [summary.created, dryRun ? "to create" : "created"],
    [summary.unchanged, "unchanged"],
    [summary.blocked, "blocked"],
    [summary.failed, "failed"],
    [summary.notDone, "not done"],
    [summary.unknown, "unknown"],
  ];
  const objects = `${summary.objects} ${summary.objects === 1 ? "object" : "objects"}`;
  const said = parts.flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${what}`]));
  const notes = [
    ...(dryRun ? ["dry run: nothing was stored"] : []),
    ...(summary.notDone + summary.unknown > 0 ? ["interrupted"] : []),
  ];
  return `${objects}: ${said.join(", ")}${notes.length > 0 ? `   (${notes.join("; ")})` : ""}`;
}
