import { type Palette, printable } from "../../prose/index.js";
import type { Mismatch } from "../../rules/cases/run.js";
import type { Tested, TestedCase } from "./tested.js";
import type { Refused, Updated } from "./update.js";

/** The widest name of a property. */
const WIDTH = "recreate".length;

/** What failed as a diff of decisions, what was updated, and how many cases did what. */
export function testText(tested: readonly Tested[], updates: readonly Updated[], color: Palette): string {
  const lines = [
    ...updates.flatMap(({ table, cases }) =>
      cases.flatMap((each) => caseLines(color.yellow("updated"), table.file, each, UPDATE, color)),
    ),
    ...tested.flatMap(({ table, cases }) => {
      const refused = updates.find((each) => each.table.file === table.file)?.refused ?? [];
      return cases
        .filter(({ passed }) => !passed)
        .flatMap((each) => [
          ...caseLines(color.red("FAILED "), table.file, each, TEST, color),
          ...refused.filter(({ case: { index } }) => index === each.index).map(refusedLine),
        ]);
    }),
    ...tested.flatMap(({ table, unmatched }) =>
      unmatched.map(
        (path) =>
          `${color.yellow("warning:")} ${printable(table.file)}: no case has the ignored ${printable(path)}`,
      ),
    ),
    ...updates.filter(({ cases }) => cases.length > 0).map(updateLine),
    summary(tested),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

/** The words for the two sides of a diff. */
const TEST = { wanted: "wanted", got: "got" };
const UPDATE = { wanted: "was", got: "now" };

function caseLines(
  word: string,
  file: string,
  { line, name, mismatches, outcome }: TestedCase,
  words: typeof TEST,
  color: Palette,
): string[] {
  const isDiff = mismatches.some(({ got }) => typeof got !== "string");
  const key = isDiff ? color.dim(`   (- ${words.wanted}, + ${words.got})`) : "";
  return [
    `${word} ${color.bold(printable(`${file}:${line}: ${name}`))}${key}`,
    ...mismatches.flatMap((each) => {
      if (outcome === undefined) return [`  cannot be decided: ${printable(String(each.got))}`];
      return mismatchLines(each, words, color);
    }),
  ];
}

function mismatchLines({ property, wanted, got }: Mismatch, words: typeof TEST, color: Palette): string[] {
  const label = `  ${property.padEnd(WIDTH)}  `;
  if (typeof got === "string") {
    const stated =
      wanted === undefined ? "not stated" : `${words.wanted} ${color.red(printable(String(wanted)))}`;
    return [`${label}${stated}, ${words.got} ${color.green(printable(got))}`];
  }
  const before = Array.isArray(wanted) ? wanted : [];
  const lines = [
    ...before.filter((each) => !got.includes(each)).map((each) => color.red(`- ${printable(each)}`)),
    ...got.filter((each) => !before.includes(each)).map((each) => color.green(`+ ${printable(each)}`)),
    ...before.filter((each) => got.includes(each)).map((each) => `  ${printable(each)}`),
  ];
  return lines.map((each, index) => `${index === 0 ? label : " ".repeat(label.length)}${each}`);
}

function refusedLine({ why }: Refused): string {
  const text =
    why.refused === "undecided"
      ? "there is no decision to state"
      : `the payload has several values at ${printable(why.path)}, and a case states one a path`;
  return `  not updated: ${text}`;
}

function updateLine({ table, cases }: Updated): string {
  return `${printable(table.file)}: ${count(cases.length, "case")} updated`;
}

function summary(tested: readonly Tested[]): string {
  const results = tested.flatMap(({ cases }) => cases);
  const failed = results.filter(({ passed }) => !passed).length;
  const what = `${count(results.length, "case")} in ${count(tested.length, "table")}`;
  const unstated = results.some(({ row, passed }) => !passed && row.verdict === undefined);
  const hint = unstated ? "   (--update states decisions that are not stated)" : "";
  return `${what}: ${results.length - failed} passed, ${failed} failed${hint}`;
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}
