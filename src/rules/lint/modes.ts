import type { Strategy } from "../../generated/rule.js";
import type { RuleError } from "../errors.js";
import { pathUses } from "../path-uses.js";
import { topFields } from "../top-fields.js";
import { type Check, type KnownMode, type LintContext, scopesOf } from "./context.js";

/** What cannot work, or says something else, in a way of writing that is known to be used. */
export const modes: Check = function* (context) {
  const told = new Set<string>();
  for (const known of context.modes) {
    for (const error of inMode(context, known)) {
      const key = `${error.code} ${error.line}:${error.column} ${known.mode}`;
      if (told.has(key)) continue;
      told.add(key);
      yield error;
    }
  }
};

function* inMode(context: LintContext, known: KnownMode): Generator<RuleError> {
  if (known.mode === "merge") yield* unseenRemovals(context, known);
  if (known.mode !== "apply") yield* released(context, known);
  if (known.mode !== "replace") yield* idleFields(context, known);
}

/** A merge patch removes what desired states as null, so that what desired left out stays. */
function* unseenRemovals(context: LintContext, known: KnownMode): Generator<RuleError> {
  const { document, rule } = context;
  const at = (pointer: string, strategy: Strategy): RuleError =>
    document.errorAtKey({ code: "removals-in-merge", strategy, ...known }, pointer, "warning");
  for (const { part, pointer, strategy } of scopesOf(context)) {
    const isNamed = part.strategy !== undefined;
    if ((isNamed || pointer === "") && strategy !== undefined && SEES_REMOVALS.has(strategy))
      yield at(`${pointer}/${isNamed ? "strategy" : "extends"}`, strategy);
    for (const [index, when] of (part.when ?? []).entries()) {
      if (when.strategy !== undefined && SEES_REMOVALS.has(when.strategy))
        yield at(`${pointer}/when/${index}/strategy`, when.strategy);
    }
  }
  for (const { role, entry, pointer } of pathUses(rule)) {
    if (role !== "fields" || !entry || !("strategy" in entry) || entry.strategy !== "exact") continue;
    yield at(pointer.replace(/\/path$/, "/strategy"), "exact");
  }
}

const SEES_REMOVALS: ReadonlySet<Strategy> = new Set(["exact", "hash"]);

/** Only an apply gives up what it owns. */
function* released({ document, rule }: LintContext, known: KnownMode): Generator<RuleError> {
  for (const { role, path, pointer, entry } of pathUses(rule)) {
    if (role !== "release" || (entry && "remove" in entry)) continue;
    yield document.errorAt({ code: "release-is-ignore", path, ...known }, pointer, "warning");
  }
}

/**
 * An apply and a merge patch send all of desired: `fields` say there only how something is compared. Where they name all that the
 * kind has, nobody is misled.
 */
function* idleFields({ document, rule, facts, kinds }: LintContext, known: KnownMode): Generator<RuleError> {
  const uses = [...pathUses(rule)].filter(({ role }) => role === "fields");
  for (const scope of new Set(uses.map((use) => use.scope))) {
    const own = uses.filter((use) => use.scope === scope);
    const saysHow = own.every(({ entry }) => entry && ("strategy" in entry || "remove" in entry));
    const paths = own.map(({ path }) => path);
    const isWhole = kinds.every((kind) => topFields(facts, kind).every((field) => paths.includes(field)));
    if (saysHow || (isWhole && kinds.length > 0)) continue;
    yield document.errorAtKey({ code: "idle-fields", ...known }, `${scope}/fields`, "warning");
  }
}
