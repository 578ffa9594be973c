import { UsageError } from "../../core/errors.js";
import type { ListQuery, ObjectRef, WriteOptions } from "../port/port.js";
import type { Resource } from "./resource.js";

/** The path of a resource's objects, in a namespace or in all. */
function collectionPath({ prefix, plural, namespaced }: Resource, namespace: string | undefined): string {
  const within = namespaced && namespace !== undefined ? `/namespaces/${encodeURIComponent(namespace)}` : "";
  return `${prefix}${within}/${plural}`;
}

/** The same, where a namespace has to be said; one of a kind that has none is passed over, as the server does. */
export function ownCollectionPath(resource: Resource, namespace: string | undefined): string {
  if (resource.namespaced && !namespace)
    throw new UsageError("bad-option", `${resource.plural}: no namespace is given`, "/metadata/namespace");
  return collectionPath(resource, namespace);
}

/** The path of one object, or of its subresource. Without a name it would be that of all. */
export function objectPath(
  resource: Resource,
  { namespace, name }: Partial<Pick<ObjectRef, "namespace" | "name">>,
  subresource?: string,
): string {
  if (!name) throw new UsageError("bad-option", `${resource.plural}: no name is given`, "/metadata/name");
  const path = `${ownCollectionPath(resource, namespace)}/${encodeURIComponent(name)}`;
  return subresource === undefined ? path : `${path}/${subresource}`;
}

/** The path and query of a list, or of a watch. */
export function listPath(
  resource: Resource,
  { namespace, labelSelector }: Pick<ListQuery, "namespace" | "labelSelector">,
  parameters: QueryParameters,
): string {
  return `${collectionPath(resource, namespace)}${query({ labelSelector, ...parameters })}`;
}

/** The same; a kind that has no namespaces is in none. */
export function placedListPath(resource: Resource, asked: ListQuery, parameters: QueryParameters): string {
  if (!resource.namespaced && asked.namespace !== undefined)
    throw new UsageError("bad-option", `${resource.plural} have no namespace`, "namespace");
  return listPath(resource, asked, parameters);
}

type QueryParameters = Readonly<Record<string, string | undefined>>;

/** `?a=b`, or nothing; what is undefined is left out. */
function query(parameters: QueryParameters): string {
  const given = Object.entries(parameters).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return given.length === 0 ? "" : `?${new URLSearchParams(given)}`;
}

/** What a write asks for in its query; force belongs to an apply only. */
export function writeQuery({ fieldManager, dryRun }: WriteOptions, force?: boolean): string {
  return query({ fieldManager, dryRun: dryRun ? "All" : undefined, force: force?.toString() });
}
