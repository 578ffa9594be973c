import type { ConditionalPath, KindFacts } from "../../core/facts.js";
import { formatPath, type Segment } from "../../core/path.js";
import type { Schema } from "./schema.js";

/**
 * What an update cannot change, from rules of the forms `self == oldSelf`, and `self.field == oldSelf.field` on what holds
 * the field. A rule is not asked where its value is absent on either side, so what can be absent may come and go: it is
 * immutable where both have it. Nothing in lists and maps counts.
 */
export function immutableOf(schema: Schema): Pick<KindFacts, "immutable"> {
  const found = new Map<string, boolean>();
  visit(schema, [], true, found);
  const immutable = [...found]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, present]) => conditionalPath(path, present));
  return immutable.length > 0 ? { immutable } : {};
}

function conditionalPath(path: string, present: boolean): ConditionalPath {
  const source = "x-kubernetes-validations";
  return present ? { path, source } : { path, when: { path, exists: true }, stated: true, source };
}

function visit(schema: Schema, path: readonly string[], present: boolean, found: Map<string, boolean>): void {
  for (const { rule, optionalOldSelf } of schema.rules) {
    if (optionalOldSelf) continue;
    const member = fixedMember(rule);
    if (member === undefined || path.length + member.length === 0) continue;
    if (!member.every((name, index) => isName(schema, member.slice(0, index), name))) continue;
    const fixed = formatPath([...path, ...member].map((key): Segment => ({ kind: "key", key })));
    found.set(fixed, present || found.get(fixed) === true);
  }
  for (const [name, property] of schema.properties)
    visit(property, [...path, name], present && isPresent(schema, name), found);
}

/** The field names of `self.a.b == oldSelf.a.b`; none for `self == oldSelf`. */
function fixedMember(rule: string): readonly string[] | undefined {
  const match = /^\s*self((?:\.[A-Za-z_][A-Za-z0-9_]*)*)\s*==\s*oldSelf\1\s*$/.exec(rule);
  return match === null ? undefined : (match[1] ?? "").split(".").slice(1);
}

function isName(schema: Schema, parents: readonly string[], name: string): boolean {
  let at: Schema | undefined = schema;
  for (const parent of parents) at = at?.properties.get(parent);
  return at?.properties.has(name) ?? false;
}

function isPresent(schema: Schema, name: string): boolean {
  const property = schema.properties.get(name);
  return property?.nullable !== true && (property?.default !== undefined || schema.required.has(name));
}
