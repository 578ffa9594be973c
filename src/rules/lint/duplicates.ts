import { formatPath, parsePath } from "../../core/path.js";
import type { RuleError } from "../errors.js";
import { PATH_LISTS, pathOf } from "../path-uses.js";
import type { Check, LintContext } from "./context.js";
import { conditionalParts } from "./when.js";

/** What is said twice: two parts for the same objects, and what an extending rule inherits anyway. */
export const duplicates: Check = function* (context) {
  const { rule, document } = context;
  const seen = new Map<string, string>();
  const parts = [
    ...(rule.overrides ?? []).map((override, index) => ({
      key: `match ${textOf(override.match)}`,
      pointer: `/overrides/${index}`,
      at: "/match",
    })),
    ...[...conditionalParts(rule)].map(({ when, scope, pointer }) => ({
      key: `${scope} ${textOf(when.if)}`,
      pointer,
      at: "/if",
    })),
  ];
  for (const { key, pointer, at } of parts) {
    const first = seen.get(key);
    if (first === undefined) seen.set(key, pointer);
    else {
      const { line } = document.nearestPosition(first);
      yield document.errorAt({ code: "repeated-part", what: at.slice(1), line }, pointer + at, "warning");
    }
  }
  yield* repeated(context);
};

/** Entries that are the inherited ones, word for word, in every version that the rule is for. */
function* repeated({ rule, document, merged }: LintContext): Generator<RuleError> {
  if (rule.extends !== true || rule.fields?.some((entry) => typeof entry === "string" || !entry.remove))
    return;
  for (const list of PATH_LISTS) {
    for (const [index, entry] of (rule[list] ?? []).entries()) {
      const places = merged.map(({ below }) => {
        const at = (below?.rule[list] ?? []).findIndex((other) => wordsOf(other) === wordsOf(entry));
        return at < 0 ? undefined : below?.originOf(`/${list}/${at}`);
      });
      const [place] = places;
      if (place === undefined || places.includes(undefined)) continue;
      const source = place.document?.nearestPosition(place.pointer);
      const where = source === undefined ? "the default rule" : `${source.file}:${source.line}`;
      yield document.errorAt(
        { code: "repeats-inherited", path: pathOf(entry), at: where },
        `/${list}/${index}`,
        "warning",
      );
    }
  }
}

function wordsOf(entry: string | { readonly path: string }): string {
  const {
    $comment: _,
    path,
    ...rest
  }: { $comment?: unknown; path: string } = typeof entry === "string" ? { path: entry } : entry;
  return textOf({ ...rest, path: formatPath(parsePath(path)) });
}

/** With the names in order. */
function textOf(value: object): string {
  return JSON.stringify(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
