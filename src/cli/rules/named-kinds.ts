import { pluralOf } from "../../adapter/port/plural.js";
import type { CompiledRules } from "../../rules/compiled.js";
import { nearest } from "../../rules/nearest.js";
import { CommandError } from "../errors.js";

/** A kind, or its status, that a name means. */
export interface Named {
  readonly group: string;
  readonly kind: string;
  readonly version: string;
  readonly subresource?: "status";
}

const STATUS = ".status";

/** What a name means: with `.status`, the statuses of kinds; without, kinds, and their statuses where these have rules. */
export function findKinds(name: string, rules: CompiledRules): readonly Named[] {
  const listed = rules.list().filter(({ subresource }) => subresource === "status");
  const { kindName, ofStatus } = readName(name);
  return namedKinds(kindName, rules).flatMap((each) => {
    const own = listed.find(({ group, kind }) => group === each.group && kind === each.kind);
    const version = own?.versions?.[0] ?? each.version;
    const status: Named = { group: each.group, kind: each.kind, version, subresource: "status" };
    return ofStatus ? [status] : own === undefined ? [each] : [each, status];
  });
}

/**
 * The one kind, or status, that a name means: of several, the one that has a rule.
 * @throws CommandError `ambiguous-kind` where kinds of several groups have it; `unknown-kind`
 */
export function findKind(name: string, rules: CompiledRules): Omit<Named, "version"> {
  const { kindName, ofStatus } = readName(name);
  const found = namedKinds(kindName, rules);
  const ruled = found.filter((each) =>
    rules.list().some(({ group, kind }) => group === each.group && kind === each.kind),
  );
  const [first, ...others] = ruled.length === 1 ? ruled : found;
  if (first === undefined || others.length > 0) {
    const names = [first, ...others].map((each) => `${each?.group || "core"}/${each?.kind}`);
    throw new CommandError(
      "ambiguous-kind",
      `${name} is the name of several kinds`,
      `Name one of ${names.join(", ")}.`,
    );
  }
  const { group, kind } = first;
  return { group, kind, ...(ofStatus && ({ subresource: "status" } as const)) };
}

function readName(name: string): { readonly kindName: string; readonly ofStatus: boolean } {
  const ofStatus = name.toLowerCase().endsWith(STATUS);
  return { kindName: ofStatus ? name.slice(0, -STATUS.length) : name, ofStatus };
}

/**
 * The kinds that a name means: `Kind` or its plural in every group, or of one: `group/Kind`, `kinds.group`. The letter case may differ.
 * A group that no server has any more counts where nothing else has the kind, or it is named.
 */
function namedKinds(name: string, rules: CompiledRules): readonly Named[] {
  const { group, kind } = partsOf(name);
  const known = new Map<string, Named>();
  for (const { group: of, kind: named, versions } of rules.list())
    known.set(`${of}/${named}`, { group: of, kind: named, version: versions?.[0] ?? "" });
  for (const each of rules.facts.kinds()) {
    const key = `${each.group}/${each.kind}`;
    const listed = known.get(key);
    if (listed === undefined || listed.version === "") known.set(key, each);
  }
  const found = [...known.values()].filter(
    (each) => isNamed(each.kind, kind) && (group === undefined || each.group === group),
  );
  const served = group === undefined ? found.filter((each) => !GONE.has(each.group)) : found;
  if (served.length > 0) return served;
  if (found.length > 0) return found;
  const near = nearestKind(kind, new Set([...known.values()].map((each) => each.kind)));
  const hint = near === undefined ? "`churngate rules list` has them all." : `Did you mean ${near}?`;
  throw new CommandError("unknown-kind", `no rule and no facts of a kind ${name}`, `${hint} ${LEARN}`);
}

/** Groups whose last version is gone from every server that is still maintained: extensions/v1beta1 since Kubernetes 1.22. */
const GONE: ReadonlySet<string> = new Set(["extensions"]);

function partsOf(name: string): { readonly group: string | undefined; readonly kind: string } {
  const slash = name.lastIndexOf("/");
  const dot = slash < 0 ? name.indexOf(".") : -1;
  const group = slash >= 0 ? name.slice(0, slash) : dot >= 0 ? name.slice(dot + 1) : undefined;
  const kind = dot >= 0 ? name.slice(0, dot) : name.slice(slash + 1);
  return { group: group === "core" ? "" : group, kind };
}

/** Plurals that definitions state are not known here: those that follow the rule, or just take an s (`gateways`), are. */
function isNamed(kind: string, name: string): boolean {
  const [own, given] = [kind.toLowerCase(), name.toLowerCase()];
  return own === given || pluralOf(own) === given || `${own}s` === given;
}

/** Of a slip, of a beginning (`deploy`), or of the capitals alone (`cm`): short names are told by clusters only. */
function nearestKind(name: string, kinds: ReadonlySet<string>): string | undefined {
  const given = name.toLowerCase();
  const byLength = [...kinds].sort((a, b) => a.length - b.length);
  return (
    nearest(name, kinds) ??
    byLength.find((kind) => kind.toLowerCase().startsWith(given)) ??
    byLength.find((kind) => kind.replaceAll(/[^A-Z]/g, "").toLowerCase() === given)
  );
}

const LEARN = "Of a custom kind, learn first: churngate learn -f crd.yaml --out DIR, then --rules DIR.";
