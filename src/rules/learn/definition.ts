import { isList, isObject, type Json, type JsonObject, member } from "../../core/json.js";
import type { Segment } from "../../core/path.js";
import type { Unknown } from "../../core/unknown.js";
import { LearnError } from "./error.js";
import { readSchema } from "./read-schema.js";
import type { CustomKind, Schema } from "./schema.js";
import { asStored } from "./stored.js";

/** Whether an object is a CustomResourceDefinition, of either version of that kind. */
export function isDefinition(object: unknown): boolean {
  if (!isObject(object) || member(object, "kind") !== "CustomResourceDefinition") return false;
  return String(member(object, "apiVersion") ?? "apiextensions.k8s.io/v1").startsWith(
    "apiextensions.k8s.io/",
  );
}

/**
 * The kinds that CustomResourceDefinitions define. Other objects are passed over; a definition that is there twice counts once.
 * @throws LearnError
 */
export function kindsOfDefinitions(objects: readonly unknown[]): readonly CustomKind[] {
  return withoutRepeats(objects.filter(isDefinition).flatMap(kindsOfDefinition));
}

/**
 * Kinds, each once.
 * @throws LearnError `defined-twice` where two of the same differ
 */
export function withoutRepeats(kinds: readonly CustomKind[]): readonly CustomKind[] {
  const seen = new Map<string, string>();
  return kinds.filter((kind) => {
    const key = `${kind.group}/${kind.version}/${kind.kind}`;
    const [text, before] = [contentOf(kind), seen.get(key)];
    if (before !== undefined && before !== text) throw definedTwice(kind);
    seen.set(key, text);
    return before === undefined;
  });
}

function contentOf(kind: CustomKind): string {
  return JSON.stringify(kind, (_, value: unknown) => {
    if (value instanceof Map || value instanceof Set) return [...value];
    return typeof value === "bigint" ? `${value}n` : value;
  });
}

function definedTwice({ group, version, kind }: CustomKind): LearnError {
  const detail = `${kind} of ${group}/${version} is defined twice, not in the same way`;
  return new LearnError("defined-twice", detail, "Give one definition of each kind.");
}

/** A definition, as far as all of its versions share it. */
interface Definition {
  readonly name: string;
  readonly group: string;
  readonly kind: string;
  readonly plural: string | undefined;
  readonly namespaced: boolean;
  readonly spec: JsonObject;
  readonly converts: boolean;
  /** No version prunes. */
  readonly preserves: boolean;
}

/**
 * The kind that a CustomResourceDefinition (v1 or v1beta1) defines, in each version that is served, in its order.
 * @throws LearnError
 */
export function kindsOfDefinition(object: unknown): readonly CustomKind[] {
  if (!isObject(object)) throw incomplete("a CustomResourceDefinition", "it is no object");
  const definition = definitionOf(object);
  const versions = versionsOf(definition);
  const stored = versions.find(({ version }) => member(version, "storage") === true);
  const storing = stored && customKind(definition, stored);
  return versions
    .filter(({ version }) => member(version, "served") !== false)
    .map((entry) => {
      const kind = customKind(definition, entry);
      if (storing === undefined) return kind;
      const isNarrowed = !definition.converts && kind.version !== storing.version;
      const schema = isNarrowed ? asStored(kind.schema, storing.schema) : kind.schema;
      return { ...kind, schema, stored: storing.version };
    });
}

function definitionOf(object: JsonObject): Definition {
  const metadata = member(object, "metadata");
  const stated = isObject(metadata) ? member(metadata, "name") : undefined;
  const name = typeof stated === "string" ? stated : "a CustomResourceDefinition";
  const spec = objectIn(object, "spec", name);
  const names = objectIn(spec, "names", name);
  const conversion = member(spec, "conversion");
  const plural = member(names, "plural");
  return {
    name,
    group: textIn(spec, "group", name, "spec"),
    kind: textIn(names, "kind", name, "spec.names"),
    plural: typeof plural === "string" ? plural : undefined,
    namespaced: member(spec, "scope") !== "Cluster",
    spec,
    converts: isObject(conversion) && member(conversion, "strategy") === "Webhook",
    preserves: member(spec, "preserveUnknownFields") ?? isOld(object),
  } as Definition;
}

/** v1beta1, where nothing is pruned unless that is asked for. */
function isOld(object: JsonObject): boolean {
  return member(object, "apiVersion") === "apiextensions.k8s.io/v1beta1";
}

/** A version, where it stands, and what v1beta1 says of all versions at once. */
interface VersionEntry {
  readonly version: JsonObject;
  readonly at: readonly Segment[];
}

function versionsOf({ name, spec }: Definition): readonly VersionEntry[] {
  const versions = member(spec, "versions") ?? [];
  const single = member(spec, "version");
  if (!isList(versions)) throw incomplete(name, "spec.versions is a list of versions");
  if (versions.length === 0 && typeof single === "string")
    return [{ version: { name: single, served: true, storage: true }, at: [key("spec")] }];
  if (versions.length === 0) throw incomplete(name, "it has no versions");
  return versions.map((version, index) => {
    if (!isObject(version)) throw incomplete(name, `spec.versions[${index}] is no object`);
    return { version, at: [key("spec"), key("versions"), { kind: "index", index }] };
  });
}

function customKind(definition: Definition, { version, at }: VersionEntry): CustomKind {
  const { name, group, kind, plural, namespaced, spec, converts, preserves } = definition;
  const subresources = member(version, "subresources") ?? member(spec, "subresources");
  const own = schemaIn(version, "schema");
  const shared = schemaIn(spec, "validation");
  const [given, field, place] =
    own === undefined && shared !== undefined ? [shared, "validation", [key("spec")]] : [own, "schema", at];
  const unknowns: Unknown[] = [
    ...(given === undefined ? [{ code: "no-schema" } as const] : []),
    ...(converts ? [{ code: "conversion-webhook" } as const] : []),
  ];
  const path = [...place, key(field), key("openAPIV3Schema")];
  return {
    group,
    version: nameIn(version, name, "spec.versions"),
    kind,
    ...(plural !== undefined && { plural }),
    namespaced,
    statusSubresource: isObject(subresources) && isObject(member(subresources, "status") ?? null),
    schema: given === undefined ? UNDESCRIBED : readSchema(given, { definition: name, at: path, preserves }),
    unknowns,
  };
}

/** Of a version that has no schema: everything is kept. */
const UNDESCRIBED: Schema = readSchema(
  { "x-kubernetes-preserve-unknown-fields": true },
  { definition: "", at: [], preserves: true },
);

function schemaIn(holder: JsonObject, field: string): Json | undefined {
  const found = member(holder, field);
  const schema = isObject(found) ? member(found, "openAPIV3Schema") : undefined;
  return schema ?? undefined;
}

function objectIn(holder: JsonObject, field: string, definition: string): JsonObject {
  const found = member(holder, field);
  if (isObject(found)) return found;
  throw incomplete(definition, `it has no ${field}`);
}

function nameIn(version: JsonObject, definition: string, where: string): string {
  return textIn(version, "name", definition, where);
}

function textIn(holder: JsonObject, field: string, definition: string, where: string): string {
  const found = member(holder, field);
  if (typeof found === "string" && found !== "") return found;
  throw incomplete(definition, `${where} has no ${field}`);
}

function incomplete(definition: string, detail: string): LearnError {
  const hint = "Give the whole definition: kubectl get crd NAME -o yaml prints it.";
  return new LearnError("no-definition", detail, hint, definition);
}

function key(name: string): Segment {
  return { kind: "key", key: name };
}
