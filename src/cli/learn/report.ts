import { type Layout, printable, table, unlearnedText } from "../../prose/index.js";
import { type Counts, countsOf } from "../../rules/learn/counts.js";
import type { LearnedKind } from "../../rules/learn/kinds.js";
import type { RuleLiteral } from "../../rules/set.js";
import type { Made } from "./made.js";

/** More of a kind than this are counted, unless the document is asked for. */
const MOST = 8;

/** What a person reads: of each kind what was learned, what was not, and the rule. */
export function reportText(made: readonly Made[], layout: Layout | undefined): string {
  return made.map(({ learned }) => kindText(learned, layout)).join("\n");
}

function kindText(learned: LearnedKind, layout: Layout | undefined): string {
  const { group, kind, versions, facts, rule } = learned;
  const names = versions.map(({ version }) => version).join(", ");
  const lines = [
    ...row("learned", [countsText(countsOf(facts))]),
    ...row("not found out", unknownLines(learned)),
    ...row("rule", [ruleText(rule)]),
  ];
  return `${printable(`${kind} (${group}/${names})`)}\n${table(lines, { limit: 200, layout, indent: 2 })
    .map((line) => `  ${line}\n`)
    .join("")}`;
}

/** One that only extends has nothing to say: what is new are the facts. */
function ruleText({ strategy, why = "", ...rule }: RuleLiteral): string {
  const own = strategy === undefined ? "" : `${strategy}: ${why}`;
  return rule.extends
    ? ["extends the one that there is, which stays as it is", own].filter(Boolean).join("; ")
    : own;
}

function row(name: string, lines: readonly string[]): readonly (readonly string[])[] {
  return lines.map((line, index) => [index === 0 ? name : "", printable(line)]);
}

function countsText(counts: Counts): string {
  const { types, fields, defaults, keyedLists, sets, nullable, plain, immutable } = counts;
  const parts: readonly (readonly [count: number, one: string, many: string])[] = [
    [fields, "field", "fields"],
    [defaults, "default", "defaults"],
    [keyedLists, "keyed list", "keyed lists"],
    [sets, "set", "sets"],
    [nullable, "nullable", "nullable"],
    [immutable, "immutable", "immutable"],
    [plain, "untyped", "untyped"],
  ];
  const told = parts
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => `${count} ${count === 1 ? one : many}`);
  return `${told.join(", ")}; ${types} ${types === 1 ? "type" : "types"}`;
}

function unknownLines({ unknowns }: LearnedKind): readonly string[] {
  const lines = unknowns.map(
    ({ version, unknown }) => `${version === undefined ? "" : `${version}: `}${unlearnedText(unknown)}`,
  );
  const left = lines.length - MOST;
  return left > 1 ? [...lines.slice(0, MOST), `and ${left} more (-o json lists them)`] : lines;
}
