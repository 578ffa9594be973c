import type { Rule } from "../../generated/rule.js";
import { type Layout, wrapLine } from "../../prose/index.js";
import type { ResolvedRule } from "../compiled.js";
import type { KindAbout } from "../explain/about.js";
import { factLines } from "../explain/facts-text.js";
import { some } from "../explain/some.js";
import { pathUses } from "../path-uses.js";
import type { RuleSubject } from "../subject.js";
import { FORMAT } from "../validate.js";
import type { StartOptions } from "./options.js";

/** Lines of a comment: with their margin and quotes they stay on a screen. */
const COMMENT: Layout = { columns: 100, widthOf: (text) => text.length };

interface Starting {
  readonly subject: RuleSubject;
  readonly about: KindAbout;
  readonly options: StartOptions;
  /** The rule below, or the fallback. */
  readonly resolved: ResolvedRule;
  readonly isExtending: boolean;
  readonly isThere: boolean;
}

/** The rule: it decides as the one below does, or exactly, and says what is known. */
export function startingRule(starting: Starting): Omit<Rule, "$schema"> {
  const { subject, options, isExtending } = starting;
  const { group, kind, subresource } = subject;
  const lines = commentOf(starting).flatMap((text) =>
    text.startsWith(" ") ? [text] : wrapLine(text, COMMENT, 2),
  );
  return {
    $comment: [...lines],
    format: FORMAT,
    group,
    kind,
    ...(options.version !== undefined && { versions: [options.version] }),
    ...(subresource !== undefined && { subresource }),
    ...(isExtending ? { extends: true as const } : { strategy: "exact" as const }),
    ...whyOf(starting),
    ...(isExtending ? {} : fieldsOf(starting)),
  };
}

function whyOf({ about, subject, resolved, isExtending, isThere }: Starting): { why: string } {
  if (isExtending && isThere)
    return {
      why: `As ${resolved.source("")?.file ?? "the rule below"} has it. Say here what is special about yours.`,
    };
  if (subject.subresource === "status")
    return { why: "Our own part of the status. Say here whose the rest of it is." };
  const what = "what the server fills in, so that a field which desired no longer states can be seen";
  return { why: `The facts of ${about.apiVersion} tell ${what}. Say here what is special about yours.` };
}

/** The outermost fields, where there is more to a kind than its spec: one that desired no longer states would else be nobody's. */
function fieldsOf({ about, subject }: Starting): Pick<Rule, "fields"> {
  const isPlain = about.fields.every(({ path }) => path === "spec") || subject.subresource === "status";
  if (isPlain || about.fields.length === 0) return {};
  return { fields: about.fields.map(({ path, type }) => ({ path, $comment: `${type}.` })) };
}

function commentOf(starting: Starting): readonly string[] {
  const { about, subject, isExtending, resolved, isThere } = starting;
  const name = subject.subresource === undefined ? subject.kind : `the status of ${subject.kind}`;
  return [
    `Started by \`churngate rules init\` from what the facts say of ${name} (${about.apiVersion}). Comments decide nothing.`,
    ...(isExtending ? extendsText(resolved, isThere) : []),
    ...factLines(about).map(({ text }) => text),
    ...othersText(resolved),
    "To leave a field to others:",
    `  ${exampleText(about)}`,
    "What it decides: `churngate rules show --explain`. Each change of it belongs into the table of cases: `churngate rules test`.",
  ];
}

function extendsText({ rule, source }: ResolvedRule, isThere: boolean): readonly string[] {
  const file = source("")?.file;
  if (!isThere || file === undefined)
    return [
      "It extends the rule that every status has: conditions are paired by type, and their times are no reason to write.",
    ];
  const why = rule.why === undefined ? "." : `, which says: ${rule.why}`;
  return [`It extends ${file}${why}`];
}

/** What the rule below says of others: the only witness there is, beside the facts. */
function othersText({ rule }: ResolvedRule): readonly string[] {
  const entries = [...pathUses(rule)].flatMap(({ role, path, entry, scope }) => {
    const isOthers =
      role === "ignore" ||
      role === "release" ||
      role === "once" ||
      (role === "lists" && entry && "foreign" in entry && entry.foreign === "keep");
    if (!isOthers) return [];
    const why = entry && "why" in entry ? ` (${entry.why})` : "";
    const when = scope.includes("when") ? ", under a condition" : "";
    return [`${path}: ${role}${why}${when}`];
  });
  return entries.length === 0 ? [] : [`Others write, by the rule below: ${some(entries, 6)}.`];
}

function exampleText({ fields, defaults }: KindAbout): string {
  const own =
    defaults.find((path) => !path.includes("[") && path.split(".").length === 2) ?? fields[0]?.path ?? "spec";
  return `"ignore": [{ "path": "${own}", "why": "whose it is" }]`;
}
