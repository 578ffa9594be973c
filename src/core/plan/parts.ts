import type {
  FieldEntry,
  IgnoreEntry,
  IncidentalEntry,
  ListRule,
  PathEntry,
  Rule,
  RuleOverride,
  When,
} from "../../generated/rule.js";
import type { Strategy } from "../decision.js";

/** A value from a rule, and the JSON pointer of where it stands in it. */
export interface Part<T> {
  readonly value: T;
  readonly part: string;
}

export interface FieldPart {
  readonly path: string;
  readonly strategy: "exact" | "derivative" | undefined;
}

export interface IncidentalPart {
  readonly path: string;
  /** The siblings that it is sent with. */
  readonly with?: readonly string[];
}

/** A rule as it holds for one object: overrides and conditions taken in. */
export interface RuleParts {
  strategy: Part<Strategy>;
  fields: readonly Part<FieldPart>[] | undefined;
  ignore: readonly Part<{ readonly path: string; readonly why?: string }>[];
  absent: readonly Part<string>[];
  once: readonly Part<string>[];
  release: readonly Part<string>[];
  immutable: readonly Part<string>[];
  atLeast: readonly Part<string>[];
  lists: readonly Part<ListRule>[];
  incidental: readonly Part<IncidentalPart>[];
  ownFinalizers: readonly string[];
  hash: { readonly annotation: string; readonly drift: "none" | "derivative" | "exact" };
}

/** The annotation that records a fingerprint unless the rule names another. */
export const HASH_ANNOTATION = "churngate.dev/hash";

/** A layer of settings: the rule, an override or a condition's branch, and where it stands. */
export interface Layer {
  readonly settings: Partial<Rule> | RuleOverride | Omit<When, "if">;
  readonly at: string;
}

/** Lays settings over each other: scalars and fields replace, lists append, the later one wins. */
export function partsOf(layers: readonly Layer[]): RuleParts {
  const parts: RuleParts = {
    strategy: { value: "exact", part: "" },
    fields: undefined,
    ignore: [],
    absent: [],
    once: [],
    release: [],
    immutable: [],
    atLeast: [],
    lists: [],
    incidental: [],
    ownFinalizers: [],
    hash: { annotation: HASH_ANNOTATION, drift: "none" },
  };
  for (const { settings, at } of layers) layer(parts, settings as Partial<Rule>, at);
  return parts;
}

function layer(parts: RuleParts, rule: Partial<Rule>, at: string): void {
  if (rule.strategy !== undefined) parts.strategy = { value: rule.strategy, part: `${at}/strategy` };
  if (rule.fields !== undefined)
    parts.fields = rule.fields.map((entry, i) => fieldPart(entry, `${at}/fields/${i}`));
  parts.ignore = [
    ...parts.ignore,
    ...(rule.ignore ?? []).map((entry, i) => ignorePart(entry, `${at}/ignore/${i}`)),
  ];
  for (const list of ["absent", "once", "release", "immutable", "atLeast"] as const) {
    parts[list] = [
      ...parts[list],
      ...(rule[list] ?? []).map((entry, i) => pathPart(entry, `${at}/${list}/${i}`)),
    ];
  }
  parts.lists = [
    ...parts.lists,
    ...(rule.lists ?? []).map((value, i) => ({ value, part: `${at}/lists/${i}` })),
  ];
  parts.incidental = [
    ...parts.incidental,
    ...(rule.incidental ?? []).map((entry, i) => incidentalPart(entry, `${at}/incidental/${i}`)),
  ];
  if (rule.finalizers !== undefined) parts.ownFinalizers = rule.finalizers.own;
  if (rule.hash !== undefined) {
    parts.hash = {
      annotation: rule.hash.annotation ?? parts.hash.annotation,
      drift: rule.hash.drift ?? parts.hash.drift,
    };
  }
}

function fieldPart(entry: FieldEntry, part: string): Part<FieldPart> {
  const value =
    typeof entry === "string"
      ? { path: entry, strategy: undefined }
      : { path: entry.path, strategy: entry.strategy };
  return { value, part };
}

function ignorePart(entry: IgnoreEntry, part: string): Part<{ path: string; why?: string }> {
  if (typeof entry === "string") return { value: { path: entry }, part };
  return {
    value: entry.why === undefined ? { path: entry.path } : { path: entry.path, why: entry.why },
    part,
  };
}

function incidentalPart(entry: IncidentalEntry, part: string): Part<IncidentalPart> {
  if (typeof entry === "string") return { value: { path: entry }, part };
  const { path, with: beside } = entry;
  return { value: beside === undefined ? { path } : { path, with: beside }, part };
}

function pathPart(entry: PathEntry, part: string): Part<string> {
  return { value: typeof entry === "string" ? entry : entry.path, part };
}
