import { type Path, parsePath } from "../../core/path.js";
import type { RuleError } from "../errors.js";
import type { Origin } from "../merge.js";
import { type PathRole, type PathUse, pathUses } from "../path-uses.js";
import type { Check, LintContext, MergedLayers } from "./context.js";
import { pathCovers } from "./covers.js";

/** What each part keeps from being looked at, at and below its path; see walk/visit.ts for what comes first. */
const SHADOWS: Partial<Readonly<Record<PathRole, ReadonlySet<PathRole>>>> = (() => {
  const compared = ["absent", "once", "immutable", "atLeast", "lists", "incidental"] as const;
  const all = new Set<PathRole>(["fields", "ignore", "release", ...compared]);
  return {
    ignore: all,
    release: all,
    absent: all,
    incidental: new Set<PathRole>(["ignore", "release", ...compared]),
    once: new Set<PathRole>(["once", "atLeast"]),
    immutable: new Set<PathRole>(["immutable"]),
    fields: new Set<PathRole>(["fields"]),
  };
})();

/** Which comes first where two stand at one path. */
const FIRST: readonly PathRole[] = ["release", "ignore", "absent", "incidental", "once", "atLeast"];

interface Traced extends PathUse {
  readonly steps: Path;
  readonly origin: Origin;
}

/** A part that another one around it, in the same file or in what it extends, keeps from being looked at. */
export const shadowed: Check = function* (context) {
  const told = new Set<string>();
  for (const layers of context.merged) {
    for (const { code, error } of pairsIn(context, layers)) {
      if (told.has(code)) continue;
      told.add(code);
      yield error;
    }
  }
};

function* pairsIn(context: LintContext, layers: MergedLayers): Generator<{ code: string; error: RuleError }> {
  const uses = [...pathUses(layers.rule)].flatMap((use): Traced[] => {
    if (use.role === "condition" || (use.entry && "remove" in use.entry)) return [];
    return [{ ...use, steps: parsePath(use.path), origin: layers.originOf(use.pointer) }];
  });
  for (const inner of uses) {
    const outer = uses.find((other) => isShadowing(other, inner));
    if (outer === undefined) continue;
    const error = errorOf(context, outer, inner);
    if (error) yield { code: `${error.line}:${error.column} ${outer.path} ${inner.path}`, error };
  }
}

function isShadowing(outer: Traced, inner: Traced): boolean {
  if (outer === inner || !SHADOWS[outer.role]?.has(inner.role)) return false;
  if (inner.scope !== outer.scope && !inner.scope.startsWith(`${outer.scope}/`)) return false;
  if (!pathCovers(coveredBy(outer), inner.steps)) return false;
  if (outer.role === "fields") return inner.scope === outer.scope && saysNoMore(inner, outer);
  if (!pathCovers(inner.steps, coveredBy(outer))) return true;
  const [before, after] = [rank(outer.role), rank(inner.role)];
  return before < after || (before === after && outer.scope !== inner.scope);
}

/** Who ignores or forbids every item of a list ignores or forbids the list. */
function coveredBy({ role, steps }: Traced): Path {
  const takesList = role === "ignore" || role === "release" || role === "absent";
  return takesList && steps.at(-1)?.kind === "each" ? steps.slice(0, -1) : steps;
}

function rank(role: PathRole): number {
  const at = FIRST.indexOf(role);
  return at < 0 ? FIRST.length : at;
}

/** Of `fields`, which an override's replace. */
function saysNoMore(inner: Traced, outer: Traced): boolean {
  const strategyOf = ({ entry }: Traced) => (entry && "strategy" in entry ? entry.strategy : undefined);
  const own = strategyOf(inner);
  return own === undefined || own === strategyOf(outer);
}

/** At the part that says nothing, where it is this file's; else at the one that keeps it from that. */
function errorOf({ document }: LintContext, outer: Traced, inner: Traced): RuleError | undefined {
  const isOwn = ({ origin }: Traced): boolean => origin.document === document;
  const roles = { path: inner.path, role: inner.role, by: outer.path, byRole: outer.role };
  if (isOwn(inner)) {
    const both = isOwn(outer);
    const problem = { code: "shadowed", ...roles, at: placeOf(outer) } as const;
    const isSlip = both && SLIPS.has(outer.role) && inner.role !== outer.role;
    return document.errorAt(problem, inner.origin.pointer, isSlip ? "error" : "warning");
  }
  // What an inherited condition or override says can be neither narrowed nor taken away.
  if (!isOwn(outer) || inner.scope !== "") return undefined;
  return document.errorAt({ code: "shadows", ...roles, at: placeOf(inner) }, outer.origin.pointer, "warning");
}

/** Whoever writes both into one file contradicts himself. */
const SLIPS: ReadonlySet<PathRole> = new Set(["ignore", "release", "absent"]);

function placeOf({ origin: { document, pointer } }: Traced): string {
  if (document === undefined) return "the default rule";
  const { file, line } = document.nearestPosition(pointer);
  return `${file}:${line}`;
}
