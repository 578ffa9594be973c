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

/** The kinds that a name means: `Kind` in every group, or `group/Kind`. The letter case may differ. */
function namedKinds(name: string, rules: CompiledRules): readonly Named[] {
  const slash = name.lastIndexOf("/");
  const [group, kind] = [slash < 0 ? undefined : name.slice(0, slash), name.slice(slash + 1).toLowerCase()];
  const known = new Map<string, Named>();
  for (const { group: of, kind: named, versions } of rules.list())
    known.set(`${of}/${named}`, { group: of, kind: named, version: versions?.[0] ?? "" });
  for (const each of rules.facts.kinds()) {
    const key = `${each.group}/${each.kind}`;
    const listed = known.get(key);
    if (listed === undefined || listed.version === "") known.set(key, each);
  }
  const wanted = group === "core" ? "" : group;
  const found = [...known.values()].filter(
    (each) => each.kind.toLowerCase() === kind && (wanted === undefined || each.group === wanted),
  );
  if (found.length > 0) return found;
  const near = nearest(name.slice(slash + 1), new Set([...known.values()].map((each) => each.kind)));
  const hint = near === undefined ? "`churngate rules list` has them all." : `Did you mean ${near}?`;
  throw new CommandError("unknown-kind", `no rule and no facts of a kind ${name}`, `${hint} ${LEARN}`);
}

const LEARN = "Of a custom kind, learn first: churngate learn -f crd.yaml --out DIR, then --rules DIR.";
