import type { Passed } from "../core/decision.js";
import { changeMark, changeText, type Mark } from "./change.js";
import { headLines } from "./head.js";
import { wrapLine } from "./layout.js";
import type { AnyDecision, FormatOptions, Subject } from "./options.js";
import { type Palette, plain } from "./palette.js";
import { countPassed, passedText, passedValues } from "./passed.js";
import { printable } from "./printable.js";
import { table, tableRows } from "./table.js";

/** The longest that the column of paths is padded to. */
const PATH_WIDTH = 96;

/**
 * A decision in words, as the command line prints it: a line that says whether to write, and why,
 * and under it a line for each change. No newline at the end; a secret's values are digests.
 */
export function formatDecision(
  decision: AnyDecision,
  subject: Subject = {},
  options: FormatOptions = {},
): string {
  const color = options.color ?? plain;
  const passed = "passed" in decision ? decision.passed : [];
  return [
    ...headLines(decision, passed, subject, options),
    ...changeLines(decision, color, options),
    ...overLines(decision, passed, color, options),
  ].join("\n");
}

/** What was passed over: each difference, or how many there are. */
function overLines(
  decision: AnyDecision,
  passed: readonly Passed[],
  color: Palette,
  options: FormatOptions,
): string[] {
  if (options.verbose) return passedLines(passed, color, options);
  if (decision.verdict === "skip" || passed.length === 0) return [];
  return wrapLine(`  ${countLine(passed, options)}`, options.layout, 4).map(color.dim);
}

function changeLines(decision: AnyDecision, color: Palette, { layout }: FormatOptions): string[] {
  if (decision.verdict !== "write" && decision.verdict !== "blocked") return [];
  const { reason, strategy } = decision;
  const answered = strategy === "observed" && reason.code !== "not-observed";
  const rows = decision.changes.map((change): [Mark, string, string] => [
    changeMark(change.reason),
    printable(change.path),
    changeText(change, answered),
  ]);
  const lines = tableRows(
    rows.map(([mark, path, text]) => [`${mark} ${path}`, text]),
    { limit: PATH_WIDTH, layout, indent: 2 },
  );
  return lines.flatMap((row, index) => row.map((line) => `  ${markColor(rows[index]?.[0], color)(line)}`));
}

function markColor(mark: Mark | undefined, color: Palette): (text: string) => string {
  if (mark === "+") return color.green;
  return mark === "~" ? color.yellow : color.red;
}

function countLine(passed: readonly Passed[], { hint }: FormatOptions): string {
  const differences = passed.length === 1 ? "1 difference" : `${passed.length} differences`;
  return `passed over ${differences}: ${countPassed(passed)}${hint === undefined ? "" : `   (${hint})`}`;
}

function passedLines(passed: readonly Passed[], color: Palette, { layout }: FormatOptions): string[] {
  const rows = passed.map((item) => [`. ${printable(item.path)}`, passedValues(item), whyPassed(item)]);
  const lines = table(rows, { limit: PATH_WIDTH, layout, indent: 2 });
  return lines.map((line) => color.dim(`  ${line}`));
}

function whyPassed(passed: Passed): string {
  const { source } = passed;
  const why = passedText(passed);
  return source === undefined ? why : `${why} (${printable(source.file)}:${source.line})`;
}
