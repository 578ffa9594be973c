import { formatPath, PathError, parsePath } from "../core/path.js";
import type { IgnoreEntry, Rule } from "../generated/rule.js";
import { checkStatusRule } from "./check-status.js";
import type { RuleDocument } from "./document.js";
import type { RuleError } from "./errors.js";
import { listUses, type PathUse, pathUses } from "./path-uses.js";

/** What a schema cannot say of a rule: the grammar of its paths, repeated entries, pairing, removals. */
export function checkRule(rule: Rule, document: RuleDocument): readonly RuleError[] {
  const errors: RuleError[] = [];
  const seen = new Set<string>();
  if (rule.group === "core") errors.push(document.errorAt({ code: "core-group" }, "/group"));
  for (const use of pathUses(rule)) {
    const error = checkPath(use, document, seen) ?? checkEntry(use, document, rule.extends === true);
    if (error) errors.push(error);
  }
  if (errors.length === 0 && rule.subresource === "status") errors.push(...checkStatusRule(rule, document));
  return errors;
}

/** The same of the ignores of a whole set. */
export function checkIgnores(ignore: readonly IgnoreEntry[], document: RuleDocument): readonly RuleError[] {
  const seen = new Set<string>();
  return [...listUses(ignore, "ignore", "")].flatMap((use) => checkPath(use, document, seen) ?? []);
}

function checkPath(use: PathUse, document: RuleDocument, seen: Set<string>): RuleError | undefined {
  const spelling = canonicalPath(use.path);
  if (spelling instanceof PathError) {
    const problem = { code: "bad-path", path: use.path, detail: spelling.code, at: spelling.column } as const;
    return document.errorInString(problem, use.pointer, spelling.column - 1);
  }
  if (use.role === "condition") return undefined;
  const key = `${use.scope} ${use.role} ${spelling}`;
  if (seen.has(key)) return document.errorAt({ code: "duplicate-entry", path: use.path }, use.pointer);
  seen.add(key);
  return undefined;
}

function checkEntry(
  { role, path, pointer, scope, entry }: PathUse,
  document: RuleDocument,
  inherits: boolean,
) {
  if (entry && "remove" in entry) {
    const inherited = inherits && scope === "";
    return inherited ? undefined : document.errorAt({ code: "removes-nothing", path }, pointer);
  }
  if (role === "incidental" && !endsInName(path))
    return document.errorAt({ code: "incidental-path", path }, pointer);
  if (role !== "lists" || !entry) return undefined;
  const paired = "keys" in entry !== "set" in entry;
  return paired ? undefined : document.errorAt({ code: "list-pairing", path }, pointer);
}

/** What is sent along with others stands beside them: in a struct or map, not at the top. */
function endsInName(path: string): boolean {
  const steps = parsePath(path);
  const last = steps.at(-1);
  return steps.length > 1 && (last?.kind === "key" || last?.kind === "prefix");
}

/** A path in the one spelling that compares equal, or why it has none. */
function canonicalPath(text: string): string | PathError {
  try {
    return formatPath(parsePath(text));
  } catch (error) {
    if (error instanceof PathError) return error;
    throw error;
  }
}
