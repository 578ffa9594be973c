import type { FactSource, KindFacts, TypeFacts } from "../core/facts.js";
import type { LoadedFacts } from "./read-file.js";

/** Lays facts over a source: the later of the same kind or type name counts. */
export function overlay(base: FactSource, data: readonly LoadedFacts[]): FactSource {
  if (data.length === 0) return base;
  const kinds = new Map<string, KindFacts>();
  const types = new Map<string, TypeFacts>();
  for (const { kinds: ownKinds, types: ownTypes } of data) {
    for (const facts of ownKinds) kinds.set(key(facts.group, facts.version, facts.kind), facts);
    for (const [name, facts] of Object.entries(ownTypes)) types.set(name, facts);
  }
  return {
    kind: (group, version, kind) => kinds.get(key(group, version, kind)) ?? base.kind(group, version, kind),
    type: (ref) => types.get(ref) ?? base.type(ref),
    kinds: () => [
      ...base.kinds().filter(({ group, version, kind }) => !kinds.has(key(group, version, kind))),
      ...kinds.values(),
    ],
  };
}

function key(group: string, version: string, kind: string): string {
  return `${group}/${version}/${kind}`;
}
