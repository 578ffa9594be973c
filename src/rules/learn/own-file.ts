import { isObject } from "../../core/json.js";

/** What a rule that was learned says of itself, from a schema and from dry runs. */
const FROM_SCHEMA = "What the server fills in and drops is known from ";
const BY_DRY_RUNS = "asked by dry runs of ";
const COMMENT = "Learned by `churngate learn`";

/** All that a rule from a schema has. */
const PARTS: ReadonlySet<string> = new Set([
  "$schema",
  "format",
  "group",
  "kind",
  "versions",
  "extends",
  "strategy",
  "why",
  "fields",
]);

/**
 * Whether a file of a rule set is as `churngate learn` writes one, so that nobody's work is lost with it. A table of cases is so where
 * the files beside it are.
 * @param textOf the text of a file of the set, by name
 */
export function isLearnedFile(name: string, textOf: (name: string) => string | undefined): boolean {
  const [, stem = name, suffix] = /^(.*?)(?:\.(facts|cases))?\.json$/.exec(name) ?? [];
  if (suffix === "cases") {
    const beside = [`${stem}.json`, `${stem}.facts.json`].filter((file) => textOf(file) !== undefined);
    return beside.length > 0 && beside.every((file) => isLearnedFile(file, textOf));
  }
  const value = parsed(textOf(name) ?? "");
  if (!isObject(value)) return false;
  return suffix === "facts" ? startsSo(value.$comment, COMMENT) : isLearnedRule(value);
}

function isLearnedRule(rule: Readonly<Record<string, unknown>>): boolean {
  const { why, strategy, fields } = rule;
  if (typeof why === "string" && why.includes(BY_DRY_RUNS)) return true;
  if (!Object.keys(rule).every((name) => PARTS.has(name))) return false;
  const isBare = rule.extends === true && why === undefined && strategy === undefined && fields === undefined;
  return isBare || startsSo(why, FROM_SCHEMA);
}

function startsSo(value: unknown, start: string): boolean {
  return typeof value === "string" && value.startsWith(start);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
