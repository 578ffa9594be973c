import { waysSum } from "../../adapter/audit/cost.js";
import type { AuditDocument, AuditWriter } from "../../adapter/audit/document.js";
import { type Layout, type Palette, printable, table, wrapLine } from "../../prose/index.js";
import { findingLines } from "../churn/finding-lines.js";
import { knowingText, noteText } from "../churn/note.js";
import { counted, durationText, grouped, rateText } from "../churn/numbers.js";
import { objectName } from "../churn/object-name.js";

export interface AuditTextOptions {
  readonly color: Palette;
  readonly layout: Layout | undefined;
  /** Rows of each table. */
  readonly top: number;
}

/** An audit in words: who writes for nothing, then who writes, then what the log could tell. */
export function auditText(document: AuditDocument, options: AuditTextOptions): string {
  const { findings } = document;
  const { color, layout, top } = options;
  const shown = findings
    .slice(0, top)
    .flatMap((finding, index) => [
      ...(index > 0 ? [""] : []),
      ...findingLines(finding, { color, layout, noun: "write" }),
    ]);
  const more = findings.length - top;
  if (more > 0)
    shown.push("", color.dim(`${counted(more, "more finding")} (--top ${findings.length}, or -o json)`));
  const nothing = wrapLine("nobody was seen to write for nothing again and again", layout, 2);
  const sections = [
    headLines(document, layout),
    findings.length === 0 ? nothing : shown,
    writerLines(document, options),
    objectLines(document, options),
    footLines(document, layout),
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map((line) => `${line}\n`).join(""))
    .join("\n");
}

function headLines(
  { from, to, seconds, requests, lines }: AuditDocument,
  layout: Layout | undefined,
): string[] {
  const { writes, reads, dryRuns, refused, calls, other } = requests;
  const all = writes + reads + dryRuns + refused + calls + other;
  const when = all === 0 ? "" : ` of ${durationText(seconds)}, ${minuteOf(from)} to ${minuteOf(to)}`;
  const others: readonly (readonly [number, string])[] = [
    [reads, "reads"],
    [refused, "refused"],
    [dryRuns, "dry runs"],
    [calls, "calls that store no object"],
    [other, "about no object"],
  ];
  const rest = others.filter(([count]) => count > 0).map(([count, what]) => `${grouped(count)} ${what}`);
  const head = `${counted(all, "request")}${when}: ${[counted(writes, "write"), ...rest].join(", ")}`;
  const bad = lines.bad === 0 ? "" : `; ${counted(lines.bad, "line")} could not be read`;
  return wrapLine(head + bad, layout, 2);
}

function minuteOf(time: string): string {
  return time.replace(/\.\d+Z$/, "Z");
}

/** Who sent writes, those who sent most for nothing first. */
function writerLines({ writers, cpu }: AuditDocument, { color, layout, top }: AuditTextOptions): string[] {
  if (writers.length === 0) return [];
  const rows = [...writers]
    .sort((a, b) => idleOf(b) - idleOf(a) || b.repeats - a.repeats || b.writes - a.writes)
    .slice(0, top)
    .map((writer) => {
      const {
        manager = "",
        userAgent = "",
        kind,
        apiVersion,
        writes,
        perMinute,
        noops,
        repeats,
        effects,
      } = writer;
      const seconds = waysSum(noops, cpu.perNoopMs) / 1000;
      return [
        printable(manager),
        printable(`${kind} (${apiVersion})`),
        grouped(writes),
        rateText(perMinute),
        grouped(waysSum(noops)),
        grouped(waysSum(writer.moves)),
        grouped(repeats),
        grouped(effects.unknown ?? 0),
        seconds === 0 ? "" : durationText(seconds),
        printable(userAgent),
      ];
    });
  const head = [
    "WRITER",
    "KIND",
    "WRITES",
    "A MINUTE",
    "NO-OPS",
    "MOVED FOR NOTHING",
    "REPEATED",
    "UNKNOWN",
    "CPU",
    "USER AGENT",
  ];
  const kept = withoutEmpty([head, ...rows]);
  return withHead(table(kept, { layout, limit: 60 }), color, writers.length - top, "writer");
}

function idleOf({ noops, moves }: AuditWriter): number {
  return waysSum(noops) + waysSum(moves);
}

/** The objects with the most writes for nothing. */
function objectLines(
  { objects, findings }: AuditDocument,
  { color, layout, top }: AuditTextOptions,
): string[] {
  // Where somebody is named, the worst objects stand with what is said of him.
  if (findings.length > 0 || objects.length === 0) return [];
  const rows = [...objects]
    .sort((a, b) => b.writes - a.writes)
    .slice(0, top)
    .map(({ kind, apiVersion, writes, perMinute, managers, ...ref }) => [
      printable(objectName(ref)),
      printable(`${kind} (${apiVersion})`),
      grouped(writes),
      rateText(perMinute),
      printable(managers.join(", ")),
    ]);
  const head = ["MOST WRITTEN", "KIND", "WRITES", "A MINUTE", "BY"];
  return withHead(table([head, ...rows], { layout, limit: 60 }), color, 0, "");
}

/** Columns in which all is 0 or empty are left out. */
function withoutEmpty(rows: readonly (readonly string[])[]): string[][] {
  const says = (column: number): boolean =>
    rows.slice(1).some((row) => row[column] !== "" && row[column] !== "0");
  return rows.map((row) => row.filter((_, column) => says(column)));
}

function withHead(lines: readonly string[], color: Palette, more: number, noun: string): string[] {
  const [head = "", ...rest] = lines;
  const further = more > 0 ? [color.dim(`${counted(more, `more ${noun}`)} (--top, or -o json)`)] : [];
  return [color.bold(head), ...rest, ...further];
}

function footLines(document: AuditDocument, layout: Layout | undefined): string[] {
  const { saved, cpu, knows, levels, notes, requests } = document;
  const lines: string[] = [];
  if (saved.noops + saved.moves > 0) {
    const { apply, update } = cpu.perNoopMs;
    lines.push(
      `A gate would have saved ${counted(saved.noops + saved.moves, "write")}: ${counted(saved.noops, "no-op")}, and ${grouped(saved.moves)} that moved an object and changed nothing.`,
      `About ${durationText(saved.seconds)} of server CPU: an estimate, by ${apply} ms an apply and ${update} ms any other no-op, as measured on a server without webhooks (--noop-ms states others). A move is reckoned as a no-op; it costs more.`,
    );
  }
  if (requests.repeats > 0) {
    lines.push(
      `${counted(requests.repeats, "write")} had the same body as the one before it on the object, from the same sender: whether it changed anything is not in the log.`,
    );
  }
  const at = Object.entries(levels).filter(([, count]) => count > 0);
  if (at.length > 0) {
    lines.push(`Logged at ${at.map(([level, count]) => `${level}: ${counted(count, "write")}`).join(", ")}.`);
  }
  lines.push(...knows.map(knowingText), ...notes.map(noteText));
  return lines.flatMap((line) => wrapLine(line, layout, 2));
}
