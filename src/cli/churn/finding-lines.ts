import type { Finding } from "../../adapter/churn/index.js";
import { type Layout, type Palette, printable, table, wrapLine } from "../../prose/index.js";
import { faultPhrase, makersOf, makersPhrase } from "./fault.js";
import { counted, grouped, rateText } from "./numbers.js";
import { objectName } from "./object-name.js";
import { phraseText } from "./phrase.js";
import { proposalPhrase } from "./proposal.js";
import { ruleFile } from "./rule-file.js";
import { valueText } from "./value.js";

/** Paths and objects of one finding. */
const FEW = 4;

export interface FindingLook {
  readonly color: Palette;
  readonly layout: Layout | undefined;
  /** What a write is called: a watch sees updates. */
  readonly noun: "update" | "write";
}

/** A finding: who does what, where, how often, and what would stop it. */
export function findingLines(finding: Finding, { color, layout, noun }: FindingLook): readonly string[] {
  const { apiVersion, kind, writes, perMinute, unnamed, objects, paths, worst, proposal } = finding;
  const besides = unnamed === undefined ? "" : `, ${grouped(unnamed)} more without a name`;
  const who = color.bold(phraseText(makersPhrase(finding)));
  const what = color.red(phraseText(faultPhrase(finding)));
  const how = `${counted(writes, noun)}, ${rateText(perMinute)} a minute${besides}; ${counted(objects, "object")}`;
  const rows = [
    ...row("agents", agentsOf(finding)),
    ...row("paths", paths.slice(0, FEW).map(pathText)),
    ...row("objects", [worstText(worst, objects)]),
    ...row("fix", [phraseText(proposalPhrase(proposal, finding, "here"))]),
  ];
  return [
    ...wrapLine(`${who} ${what}  ${printable(`${kind} (${apiVersion})`)}  ${how}`, layout, 4),
    ...table(rows, { layout, indent: 2 }).map((line) => `  ${line}`),
    ...ruleLines(proposal).map((line) => `           ${color.dim(line)}`),
  ];
}

/** Where the line above does not have them already. */
function agentsOf(finding: Finding): readonly string[] {
  const { userAgents = [] } = finding;
  return makersOf(finding) === userAgents ? [] : userAgents.slice(0, FEW).map(printable);
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

function row(name: string, texts: readonly string[]): readonly (readonly string[])[] {
  return texts.filter(Boolean).map((text, index) => [index === 0 ? name.padEnd(7) : "", text]);
}

function ruleLines(proposal: Finding["proposal"]): readonly string[] {
  if (!("rule" in proposal) || proposal.rule === undefined) return [];
  const { file, lines } = ruleFile(proposal.rule);
  return [`${file}:`, ...lines];
}
