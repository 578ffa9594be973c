import type {
  FieldEntry,
  IgnoreEntry,
  IncidentalEntry,
  ListRule,
  PathEntry,
  Rule,
  RuleOverride,
  When,
} from "../generated/rule.js";

/** What a rule says of a path. */
export type PathRole =
  | "fields"
  | "ignore"
  | "absent"
  | "once"
  | "release"
  | "immutable"
  | "atLeast"
  | "lists"
  | "incidental"
  | "condition";

/** A path of a rule. */
export interface PathUse {
  readonly role: PathRole;
  readonly path: string;
  /** JSON pointer of the path's string. */
  readonly pointer: string;
  /** JSON pointer of the part that holds the list: "", "/overrides/0", "/when/1". */
  readonly scope: string;
  /** The whole entry, where it is more than the path. */
  readonly entry?: Exclude<FieldEntry | IgnoreEntry | PathEntry | IncidentalEntry, string> | ListRule;
}

/** The lists of paths that a rule and its overrides have, all of which merge by path. */
export const PATH_LISTS = [
  "fields",
  "ignore",
  "absent",
  "once",
  "release",
  "immutable",
  "atLeast",
  "lists",
  "incidental",
] as const;

/** An entry's path. */
export function pathOf(entry: string | { readonly path: string }): string {
  return typeof entry === "string" ? entry : entry.path;
}

/** Every path of a rule, its overrides and its conditions, as they stand in the file. */
export function* pathUses(rule: Rule): Generator<PathUse> {
  yield* partUses(rule, "");
  for (const [index, override] of (rule.overrides ?? []).entries()) {
    yield* partUses(override, `/overrides/${index}`);
  }
}

function* partUses(part: Rule | RuleOverride, scope: string): Generator<PathUse> {
  for (const role of PATH_LISTS) yield* listUses(part[role] ?? [], role, scope);
  for (const [index, when] of (part.when ?? []).entries()) yield* whenUses(when, `${scope}/when/${index}`);
}

function* whenUses(when: When, scope: string): Generator<PathUse> {
  yield { role: "condition", path: when.if.path, pointer: `${scope}/if/path`, scope };
  yield* listUses(when.ignore ?? [], "ignore", scope);
  yield* listUses(when.fields ?? [], "fields", scope);
}

/** The paths of one list. */
export function* listUses(
  entries: readonly (FieldEntry | IgnoreEntry | PathEntry | IncidentalEntry | ListRule)[],
  role: PathRole,
  scope: string,
): Generator<PathUse> {
  for (const [index, entry] of entries.entries()) {
    const pointer = `${scope}/${role}/${index}`;
    if (typeof entry === "string") yield { role, path: entry, pointer, scope };
    else yield { role, path: entry.path, pointer: `${pointer}/path`, scope, entry };
  }
}
