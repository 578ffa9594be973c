import { type Layout, type Palette, printable, table, wrapLine } from "../../prose/index.js";
import { effectsText } from "../churn/effect.js";
import { findingLines } from "../churn/finding-lines.js";
import { noteText } from "../churn/note.js";
import { counted, durationText, grouped, rateText } from "../churn/numbers.js";
import { objectName } from "../churn/object-name.js";
import type { WatchDocument } from "./document.js";

/** Objects in the table of the most updated. */
const MOST = 8;

export interface ReportLook {
  readonly color: Palette;
  readonly layout: Layout | undefined;
}

/** What a person reads at the end. */
export function watchReportText(document: WatchDocument, look: ReportLook): string {
  const { color, layout } = look;
  const { kinds, findings, writes, effects, objects } = document;
  const there = kinds.reduce((sum, { objects: count }) => sum + count, 0);
  const watched = `watched ${counted(kinds.length, "kind")}, ${counted(there, "object")}, for ${durationText(document.seconds)}`;
  const seen =
    writes === 0
      ? "no updates"
      : `${counted(writes, "update")}, by what they changed: ${effectsText(effects)}`;
  return [
    ...wrapLine(`${watched}; ${seen}`, layout, 2),
    "",
    ...(findings.length === 0
      ? [color.green("no churn found")]
      : findings.flatMap((each, index) => [
          ...(index > 0 ? [""] : []),
          ...findingLines(each, { ...look, noun: "update" }),
        ])),
    ...(objects.length === 0 ? [] : ["", ...mostLines(document, look)]),
    "",
    ...document.notes.flatMap((note) => wrapLine(noteText(note), layout, 2).map(color.dim)),
    "",
  ].join("\n");
}

function mostLines({ objects }: WatchDocument, { color, layout }: ReportLook): readonly string[] {
  const head = ["MOST UPDATED", "KIND", "UPDATES", "A MINUTE", "BY"];
  const rows = objects
    .slice(0, MOST)
    .map((each) => [
      printable(objectName(each)),
      printable(each.kind),
      grouped(each.writes),
      rateText(each.perMinute),
      each.managers.length === 0 ? "-" : printable(each.managers.join(", ")),
    ]);
  const [first = "", ...rest] = table([head, ...rows], { layout });
  return [color.dim(first), ...rest];
}
