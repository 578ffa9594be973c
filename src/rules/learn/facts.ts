import type { KindFacts, TypeFacts, ValueFacts } from "../../core/facts.js";
import type { FactData } from "../set.js";
import { namesOf } from "./names.js";
import type { CustomKind, Schema } from "./schema.js";
import { type Struct, Structs } from "./structs.js";
import { transitionsOf } from "./transitions/immutable.js";
import { Values } from "./values.js";

/**
 * The facts of custom kinds, as a rule set has its own. Types of the same content stand once for each group, under the first
 * version that has them: `<group>/<version>.<Name>`, named by the end of the path at which they occur.
 * @param rename what a type is called in place of that name
 */
export function factsOf(
  kinds: readonly CustomKind[],
  rename: (name: string) => string = (name) => name,
): FactData {
  const parts = [...new Set(kinds.map(({ group }) => group))].map((group) =>
    factsOfGroup(
      group,
      kinds.filter((kind) => kind.group === group),
      rename,
    ),
  );
  return {
    kinds: parts.flatMap((part) => part.kinds),
    types: Object.fromEntries(parts.flatMap((part) => Object.entries(part.types))),
  };
}

function factsOfGroup(
  group: string,
  kinds: readonly CustomKind[],
  rename: (name: string) => string,
): FactData {
  const structs = new Structs();
  const roots = kinds.map((kind) => ({
    kind,
    id: new Values(structs, kind.version).struct(rootSchema(kind), [kind.kind]),
  }));
  const names = namesByVersion(structs.all());
  const refs = new Map(
    structs
      .all()
      .map(({ id, version }) => [id, `${group}/${version}.${rename(names.get(id) ?? id)}`] as const),
  );
  const ref = (id: string): string => refs.get(id) ?? id;
  return {
    kinds: roots.map(({ kind, id }) => kindFacts(kind, ref(id))),
    types: Object.fromEntries(structs.all().map(({ id, facts }) => [ref(id), named(facts, ref)])),
  };
}

function namesByVersion(structs: readonly Struct[]): ReadonlyMap<string, string> {
  const versions = [...new Set(structs.map(({ version }) => version))];
  return new Map(
    versions.flatMap((version) => [...namesOf(structs.filter((struct) => struct.version === version))]),
  );
}

/** An object has metadata of its own, whatever its schema says of it. */
export function rootSchema({ schema }: CustomKind): Schema {
  return { ...schema, embedded: true };
}

function kindFacts(custom: CustomKind, type: string): KindFacts {
  const { group, version, kind, namespaced, statusSubresource } = custom;
  const { immutable, mutable } = transitionsOf(rootSchema(custom));
  return {
    ...{ group, version, kind, type, namespaced, statusSubresource },
    ...(immutable.length > 0 && { immutable }),
    ...(mutable.length > 0 && { mutable }),
  };
}

function named(facts: TypeFacts, ref: (id: string) => string): TypeFacts {
  const fields = Object.entries(facts.fields).map(([name, field]) => [name, renamed(field, ref)]);
  return { ...facts, fields: Object.fromEntries(fields) };
}

function renamed<Value extends ValueFacts>(value: Value, ref: (id: string) => string): Value {
  if ("ref" in value && value.ref?.startsWith("#")) return { ...value, ref: ref(value.ref) };
  return value.type === "list" || value.type === "map" ? { ...value, of: renamed(value.of, ref) } : value;
}
