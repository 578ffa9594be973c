import { isObject, type Json, type JsonObject, member } from "../../core/json.js";
import type { Unlearned } from "../../core/unlearned.js";
import { LearnError } from "./error.js";
import { Members } from "./members.js";
import { fieldAt, itemAt, type Place, placeText } from "./place.js";
import { readSchema } from "./read-schema.js";
import type { CustomKind } from "./schema.js";
import { asStored } from "./stored.js";

/** A definition, as far as all of its versions share it. */
interface Definition {
  readonly name: string;
  readonly group: string;
  readonly kind: string;
  readonly plural: string | undefined;
  readonly namespaced: boolean;
  readonly spec: Members;
  readonly converts: boolean;
  /** Nothing is dropped, in no version. */
  readonly preserves: boolean;
}

/**
 * The kind that a CustomResourceDefinition (v1 or v1beta1) defines, in each version that is served, in its order.
 * @throws LearnError
 */
export function kindsOfDefinition(object: unknown): readonly CustomKind[] {
  if (!isObject(object)) throw incomplete(undefined, "it is no object");
  const definition = definitionOf(object);
  const versions = versionsOf(definition);
  const stored = versions.find((version) => version.flag("storage"));
  const name = (version: Members): string => wordIn(version, "name", VERSION, definition.name);
  const storing = stored && customKind(definition, stored, name(stored));
  return versions
    .filter((version) => version.get("served") === undefined || version.flag("served"))
    .map((version) => kindIn(customKind(definition, version, name(version)), storing, definition));
}

/** A version of a kind, less what is dropped where it is stored in another one. */
function kindIn(kind: CustomKind, storing: CustomKind | undefined, { converts }: Definition): CustomKind {
  if (storing === undefined) return kind;
  const narrows = !converts && kind.version !== storing.version;
  const schema = narrows ? asStored(kind.schema, storing.schema) : kind.schema;
  return { ...kind, schema, stored: storing.version };
}

/** As the API server takes them: they become names of folders and files, too. */
const GROUP = /^(?!core$)(?=.{1,253}$)[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const KIND = /^[A-Za-z]([-A-Za-z0-9]{0,61}[A-Za-z0-9])?$/;
const VERSION = /^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/;

function definitionOf(object: JsonObject): Definition {
  const metadata = member(object, "metadata");
  const stated = isObject(metadata) ? member(metadata, "name") : undefined;
  const name = typeof stated === "string" ? stated : undefined;
  const spec = membersOf(member(object, "spec"), fieldAt(undefined, "spec"), name);
  const names = membersOf(spec.get("names"), fieldAt(spec.at, "names"), name);
  const conversion = spec.struct("conversion");
  const isOld = member(object, "apiVersion") === "apiextensions.k8s.io/v1beta1";
  return {
    name: name ?? "a CustomResourceDefinition",
    group: wordIn(spec, "group", GROUP, name),
    kind: wordIn(names, "kind", KIND, name),
    plural: names.text("plural"),
    namespaced: spec.text("scope") !== "Cluster",
    spec,
    converts: conversion !== undefined && member(conversion, "strategy") === "Webhook",
    // v1beta1 prunes where that is asked for only.
    preserves: spec.get("preserveUnknownFields") === undefined ? isOld : spec.flag("preserveUnknownFields"),
  };
}

function membersOf(value: Json | undefined, at: Place, name: string | undefined): Members {
  if (isObject(value)) return new Members(value, at, name ?? "a CustomResourceDefinition");
  throw incomplete(name, `it has no ${placeText(at)}`);
}

/** Its versions; of v1beta1 perhaps the only one, which is not in the list. */
function versionsOf({ name, spec }: Definition): readonly Members[] {
  const listed = spec.list("versions") ?? [];
  const single = spec.text("version");
  if (listed.length === 0 && single !== undefined)
    return [new Members({ name: single, storage: true }, spec.at, name)];
  if (listed.length === 0) throw incomplete(name, "it has no versions");
  return listed.map((version, index) => {
    const at = itemAt(fieldAt(spec.at, "versions"), index);
    if (isObject(version)) return new Members(version, at, name);
    throw incomplete(name, `spec.versions[${index}] is no object`);
  });
}

function customKind(definition: Definition, version: Members, name: string): CustomKind {
  const { group, kind, plural, namespaced, spec, converts, preserves } = definition;
  const subresources = version.struct("subresources") ?? spec.struct("subresources");
  const status = subresources && member(subresources, "status");
  const found = schemaIn(version, "schema") ?? schemaIn(spec, "validation");
  const unknowns: Unlearned[] = [
    ...(found === undefined ? [{ code: "no-schema" } as const] : []),
    ...(converts ? [{ code: "conversion-webhook" } as const] : []),
  ];
  const { schema, at } = found ?? { schema: UNDESCRIBED, at: spec.at };
  return {
    ...{ group, version: name, kind, namespaced },
    ...(plural !== undefined && { plural }),
    statusSubresource: status !== undefined && status !== null,
    schema: readSchema(schema, { definition: definition.name, at, preserves }),
    unknowns,
  };
}

/** Of a version that has no schema: everything is kept. */
const UNDESCRIBED: JsonObject = { "x-kubernetes-preserve-unknown-fields": true };

function schemaIn(holder: Members, field: string): { readonly schema: Json; readonly at: Place } | undefined {
  const found = holder.struct(field);
  const schema = found && member(found, "openAPIV3Schema");
  if (schema === undefined || schema === null) return undefined;
  return { schema, at: fieldAt(fieldAt(holder.at, field), "openAPIV3Schema") };
}

function wordIn(holder: Members, field: string, form: RegExp, name: string | undefined): string {
  const found = holder.text(field);
  if (found === undefined || found === "") throw incomplete(name, `it has no ${field}`);
  if (form.test(found)) return found;
  throw holder.bad(field, `${JSON.stringify(found)} is no name that a ${field} can have`);
}

function incomplete(definition: string | undefined, detail: string): LearnError {
  const hint = "Give the whole definition: kubectl get crd NAME -o yaml prints it.";
  return new LearnError("no-definition", detail, hint, definition ?? "a CustomResourceDefinition");
}
