import type { Finding } from "../../adapter/churn/index.js";
import type { Rule } from "../../generated/rule.js";
import { type Layout, type Palette, printable, table, wrapLine } from "../../prose/index.js";
import { counted, durationText, grouped, rateText } from "../churn/numbers.js";
import { objectName } from "../churn/object-name.js";
import { ruleFile } from "../churn/rule-file.js";
import { valueText } from "../churn/value.js";
import type { WatchDocument } from "./document.js";
import { effectsText, faultText, namesText, noteText, proposalText, whoText } from "./words.js";

/** Objects in the table of the most updated. */
const MOST = 8;
/** Paths and objects of one finding. */
const FEW = 4;

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
  const seen = writes === 0 ? "no updates" : `${counted(writes, "update")}: ${effectsText(effects)}`;
  return [
    ...wrapLine(`${watched}; ${seen}`, layout, 2),
    "",
    ...(findings.length === 0
      ? [color.green("no churn found")]
      : findings.flatMap((each, index) => [...(index > 0 ? [""] : []), ...findingLines(each, look)])),
    ...(objects.length === 0 ? [] : ["", ...mostLines(document, look)]),
    "",
    ...document.notes.flatMap((note) => wrapLine(noteText(note), layout, 2).map(color.dim)),
    "",
  ].join("\n");
}

function findingLines(finding: Finding, { color, layout }: ReportLook): readonly string[] {
  const { apiVersion, kind, writes, perMinute, unnamed, objects, paths, worst, proposal } = finding;
  const where = `${printable(kind)} (${printable(apiVersion)})`;
  const besides = unnamed === undefined ? "" : `, ${grouped(unnamed)} more without a name`;
  const how = `${counted(writes, "update")}, ${rateText(perMinute)} a minute${besides}; ${counted(objects, "object")}`;
  const rows = [
    ...row("paths", paths.slice(0, FEW).map(pathText)),
    ...row("objects", [worstText(worst, objects)]),
    ...row("fix", [proposalText(proposal, finding)]),
  ];
  const rule = "rule" in proposal ? proposal.rule : undefined;
  return [
    ...wrapLine(
      `${color.bold(whoText(finding))} ${color.red(faultText(finding))}  ${where}  ${how}`,
      layout,
      4,
    ),
    ...table(rows, { layout, indent: 2 }).map((line) => `  ${line}`),
    ...(rule === undefined ? [] : ruleLines(rule).map((line) => `           ${color.dim(line)}`)),
  ];
}

function pathText({ path, writes, values = [] }: Finding["paths"][number]): string {
  const between = values.length === 0 ? "" : `  ${values.map(valueText).join(" <-> ")}`;
  return `${printable(path)}${between}  (${grouped(writes)})`;
}

function worstText(worst: Finding["worst"], objects: number): string {
  const shown = worst.slice(0, FEW).map((each) => `${printable(objectName(each))} ${grouped(each.writes)}`);
  const rest = objects - shown.length;
  return `${shown.join(", ")}${rest > 0 ? `, ${grouped(rest)} more` : ""}`;
}

function ruleLines(rule: Rule): readonly string[] {
  const { file, lines } = ruleFile(rule);
  return [`${file}:`, ...lines];
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
      each.managers.length === 0 ? "-" : namesText(each.managers),
    ]);
  const [first = "", ...rest] = table([head, ...rows], { layout });
  return [color.dim(first), ...rest];
}

function row(name: string, texts: readonly string[]): readonly (readonly string[])[] {
  return texts.filter(Boolean).map((text, index) => [index === 0 ? name.padEnd(7) : "", text]);
}
