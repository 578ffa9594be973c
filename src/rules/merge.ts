import { formatPath, parsePath } from "../core/path.js";
import type { Rule } from "../generated/rule.js";
import type { RuleDocument } from "./document.js";
import { PATH_LISTS, pathOf } from "./path-uses.js";
import type { LoadedRule } from "./read-file.js";

/** Where a part of a merged rule was written; no document where that was not in a file. */
export interface Origin {
  readonly document: RuleDocument | undefined;
  readonly pointer: string;
}

type Entry = string | { readonly path: string; readonly remove?: true };

/** An entry of a list, or a whole property. */
interface Traced<Value> {
  readonly value: Value;
  readonly origin: Origin;
}

/** A property of a merged rule: a value, or a list of which each entry has a place of its own. */
export type Part = Traced<unknown> & { readonly entries?: readonly Traced<unknown>[] };

/** A rule in parts, and where it starts. */
export interface Parts {
  readonly start: Origin;
  readonly byName: ReadonlyMap<string, Part>;
}

/** An entry that would take away what was not inherited; the pointer is into the extending rule. */
export interface IdleRemoval {
  readonly path: string;
  readonly pointer: string;
}

const BY_PATH: ReadonlySet<string> = new Set(PATH_LISTS);
const APPENDED: ReadonlySet<string> = new Set(["when", "overrides"]);
const NOT_INHERITED: ReadonlySet<string> = new Set(["$schema", "$comment", "versions"]);
const NOT_MERGED: ReadonlySet<string> = new Set(["extends"]);

/** The parts of one rule as it was written. */
export function partsOf({ rule, document, located }: LoadedRule): Parts {
  const from = located ? document : undefined;
  const byName = new Map<string, Part>();
  for (const [name, value] of Object.entries(rule)) {
    if (!NOT_MERGED.has(name)) byName.set(name, partOf(name, value, from));
  }
  return { start: { document: from, pointer: "" }, byName };
}

function partOf(name: string, value: unknown, document: RuleDocument | undefined): Part {
  const origin = { document, pointer: `/${name}` };
  if (!Array.isArray(value)) return { value, origin };
  const entries = value.map((entry: unknown, index) => ({
    value: entry,
    origin: { document, pointer: `/${name}/${index}` },
  }));
  return { value, origin, entries };
}

/**
 * Lays a rule that extends over the one below: scalars, objects and `fields` replace, lists append by
 * path (the same path replaces in place), `remove: true` takes one away. A `fields` that removes
 * changes the inherited list instead of replacing it.
 */
export function extend(
  below: Parts,
  above: Parts,
): { readonly parts: Parts; readonly idle: readonly IdleRemoval[] } {
  const idle: IdleRemoval[] = [];
  const byName = new Map<string, Part>();
  for (const [name, part] of below.byName) if (!NOT_INHERITED.has(name)) byName.set(name, part);
  for (const [name, part] of above.byName) byName.set(name, over(name, byName.get(name), part, idle));
  return { parts: { start: above.start, byName }, idle };
}

function over(name: string, below: Part | undefined, above: Part, idle: IdleRemoval[]): Part {
  if (APPENDED.has(name)) return { ...above, entries: [...(below?.entries ?? []), ...(above.entries ?? [])] };
  if (!BY_PATH.has(name)) return above;
  const added = (above.entries ?? []) as readonly Traced<Entry>[];
  const replaces = name === "fields" && !added.some(({ value }) => isRemoval(value));
  return {
    ...above,
    entries: byPath(replaces ? [] : ((below?.entries ?? []) as readonly Traced<Entry>[]), added, idle),
  };
}

function byPath(
  below: readonly Traced<Entry>[],
  above: readonly Traced<Entry>[],
  idle: IdleRemoval[],
): readonly Traced<Entry>[] {
  const merged = new Map(below.map((entry) => [keyOf(entry.value), entry]));
  for (const entry of above) {
    const key = keyOf(entry.value);
    if (!isRemoval(entry.value)) merged.set(key, entry);
    else if (!merged.delete(key)) idle.push({ path: pathOf(entry.value), pointer: entry.origin.pointer });
  }
  return [...merged.values()];
}

function isRemoval(entry: Entry): boolean {
  return typeof entry !== "string" && entry.remove === true;
}

function keyOf(entry: Entry): string {
  return formatPath(parsePath(pathOf(entry)));
}

/** Appends entries to a list of the rule, behind its own. */
export function append(
  parts: Parts,
  name: keyof Rule,
  values: readonly unknown[],
  document: RuleDocument | undefined,
): Parts {
  if (values.length === 0) return parts;
  const added = partOf(name, values, document);
  const own = parts.byName.get(name);
  const entries = [...(own?.entries ?? []), ...(added.entries ?? [])];
  return { start: parts.start, byName: new Map(parts.byName).set(name, { ...(own ?? added), entries }) };
}
