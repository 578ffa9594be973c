import type { Passed } from "../core/decision.js";
import { type Layout, NARROWEST, wrap } from "./layout.js";
import type { AnyDecision, FormatOptions, Subject } from "./options.js";
import { type Palette, plain } from "./palette.js";
import { countPassed } from "./passed.js";
import { printable } from "./printable.js";
import { list, reasonText } from "./reason.js";

const VERDICTS = { skip: "skip", write: "WRITE", create: "CREATE", blocked: "BLOCKED" } as const;
const VERDICT_WIDTH = 7;
/** How far the text is set in that has no room behind the columns. */
const BELOW = 4;
/** Of what became of an object. */
const WORD_WIDTH = 9;

/** The name and kind columns of a subject: `demo/cache`, `StatefulSet (apps/v1)`. */
export function subjectColumns(subject: Subject): [name: string, kind: string] {
  const name = [subject.namespace, subject.name].filter((part) => part !== undefined).join("/");
  const version = subject.apiVersion === undefined ? "" : ` (${subject.apiVersion})`;
  return [printable(name), printable(`${subject.kind ?? ""}${version}`.trim())];
}

/** The line that says whether to write, and why; where a terminal is too narrow for it, several. */
export function headLines(
  decision: AnyDecision,
  passed: readonly Passed[],
  subject: Subject,
  options: FormatOptions,
): string[] {
  const color = options.color ?? plain;
  const [name, kind] = subjectColumns(subject);
  const [nameWidth, kindWidth, strategyWidth] = options.widths ?? [0, 0, 0];
  const verdict = options.word?.padEnd(WORD_WIDTH) ?? VERDICTS[decision.verdict].padEnd(VERDICT_WIDTH);
  const cells: readonly (readonly [text: string, color: (text: string) => string])[] = [
    ...(name === "" ? [] : [[name.padEnd(nameWidth), color.bold] as const]),
    ...(kind === "" ? [] : [[kind.padEnd(kindWidth), same] as const]),
    [verdict, verdictColor(decision, color)],
    [decision.strategy.padEnd(strategyWidth), same],
  ];
  const front = cells.map(([text, paint]) => paint(text)).join("  ");
  const indent = cells.reduce((sum, [text]) => sum + text.length + 2, 0);
  const [first, ...rest] = behind(headText(decision, passed, subject, options), indent, options.layout);
  return [`${front}  ${first}`.trimEnd(), ...rest];
}

function same(text: string): string {
  return text;
}

/** All lines but the first, set in by so much. */
function setIn([first = "", ...rest]: readonly string[], indent: number): readonly string[] {
  return [first, ...rest.map((line) => " ".repeat(indent) + line)];
}

/** A text in lines, the first of which stands behind so many columns, unless there is no room. */
function behind(text: string, taken: number, layout: Layout | undefined): readonly string[] {
  if (layout === undefined || taken + layout.widthOf(text) <= layout.columns) return [text];
  const room = layout.columns - taken;
  const beside = wrap(text, room, layout.widthOf);
  if (room >= NARROWEST && beside.every((line) => layout.widthOf(line) <= room)) return setIn(beside, taken);
  return setIn(["", ...wrap(text, layout.columns - BELOW, layout.widthOf)], BELOW);
}

function verdictColor(decision: AnyDecision, color: Palette): (text: string) => string {
  if (decision.verdict === "skip") return color.dim;
  return decision.verdict === "blocked"
    ? color.red
    : decision.verdict === "create"
      ? color.green
      : color.yellow;
}

function headText(
  decision: AnyDecision,
  passed: readonly Passed[],
  subject: Subject,
  options: FormatOptions,
): string {
  const why = reasonText(decision.reason);
  const rule =
    subject.rule === undefined ? undefined : `${printable(subject.rule.file)}:${subject.rule.line}`;
  switch (decision.verdict) {
    case "skip": {
      const count = passed.length === 0 || options.verbose ? undefined : `${countPassed(passed)} passed over`;
      return join(options.word === undefined ? "nothing to write" : undefined, why, count);
    }
    case "blocked":
      return blockedText(decision.recreate, why);
    case "create":
      return join(options.word === undefined ? "there is no live object" : undefined, why, rule);
    case "write":
      return join(why, recreateText(decision.recreate), rule);
  }
}

function blockedText(recreate: readonly string[], why: string | undefined): string {
  if (recreate.length === 0) return why ?? "a write cannot help";
  const verb = recreate.length === 1 ? "is" : "are";
  return `${list(recreate)} ${verb} immutable: recreate, or take ${recreate.length === 1 ? "it" : "them"} out of desired`;
}

function recreateText(recreate: readonly string[] | undefined): string | undefined {
  return recreate === undefined || recreate.length === 0
    ? undefined
    : `leaves immutable ${list(recreate)} as it is`;
}

function join(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join("; ");
}
