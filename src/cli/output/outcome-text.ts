import { formatDecision, type Palette, subjectColumns } from "../../prose/index.js";
import type { ApplySummary, Outcome } from "../apply/outcome.js";
import type { Manifest } from "../input/index.js";
import type { Concealment } from "./conceal.js";
import { widest } from "./text.js";

export interface OutcomeOptions {
  readonly dryRun: boolean;
  readonly color: Palette;
  readonly concealment: Concealment;
  readonly strategyOf: (desired: Manifest) => string;
}

/** Words for what became of an object. `formatDecision` has those for what would: of a dry run too. */
const WORDS = {
  created: "created",
  updated: "updated",
  unchanged: "unchanged",
  blocked: "BLOCKED",
  "not-done": "NOT DONE",
  unknown: "UNKNOWN",
} as const;

type Written = Exclude<Outcome, { readonly result: "failed" }>;

/** Makes the lines of one outcome, the first columns of all the objects in line. */
export function outcomeWriter(
  all: readonly Manifest[],
  { dryRun, color, concealment, strategyOf }: OutcomeOptions,
): (outcome: Written) => string {
  const columns = all.map(subjectColumns);
  const widths = [
    widest(columns.map(([name]) => name)),
    widest(columns.map(([, kind]) => kind)),
    widest(all.map(strategyOf)),
  ] as const;
  return (outcome) => {
    const word = WORDS[outcome.result];
    if (!("decision" in outcome)) return cutShort(outcome, word, widths, color);
    const { desired, decision, rule } = outcome;
    const shown = concealment.decision({
      desired,
      live: undefined,
      decision: { ...decision, passed: [] },
      rule,
    });
    return formatDecision(shown, { ...desired, rule }, { color, widths, ...(dryRun ? {} : { word }) });
  };
}

function cutShort(
  { desired, result }: Written,
  word: string,
  [nameWidth, kindWidth]: readonly number[],
  color: Palette,
): string {
  const [name, kind] = subjectColumns(desired);
  const why =
    result === "unknown" ? "interrupted while it was written: it may have been stored" : "interrupted";
  return [
    color.bold(name.padEnd(nameWidth ?? 0)),
    kind.padEnd(kindWidth ?? 0),
    color.red(word.padEnd(9)),
    why,
  ].join("  ");
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
