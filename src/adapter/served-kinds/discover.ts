import { isList, isObject, type Json, type JsonObject } from "../../core/json.js";
import { forEachAtOnce } from "../pool.js";
import { metadataOf } from "../port/object.js";
import type { RequestOptions } from "../port/port.js";
import type { Served, ServedKind } from "./served-kind.js";

/** What the ports to a cluster have. */
export interface Documents {
  document(path: string, options?: RequestOptions & { readonly accept?: string }): Promise<Json>;
}

/** All in one document where the server has it (1.27 and later), else the list of groups, as kubectl asks for it. */
const AGGREGATED = [
  "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList",
  "application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList",
  "application/json",
].join(",");

/** Requests at once, where groups are asked one by one. */
const AT_ONCE = 8;

/**
 * What the server serves.
 * @throws ApiError, or what the connection fails with
 */
export async function discover(port: Documents, signal?: AbortSignal): Promise<Served> {
  const [core, groups] = await Promise.all(
    ["/api", "/apis"].map((path) => port.document(path, { accept: AGGREGATED, signal })),
  );
  const parts = [
    isAggregated(core) ? fromAggregated(core) : await oneByOne(port, coreVersions(core), signal),
    isAggregated(groups) ? fromAggregated(groups) : await oneByOne(port, groupVersions(groups), signal),
  ];
  return { kinds: parts.flatMap(({ kinds }) => kinds), missing: parts.flatMap(({ missing }) => missing) };
}

function isAggregated(document: Json | undefined): boolean {
  return isObject(document) && document.kind === "APIGroupDiscoveryList";
}

function fromAggregated(document: Json | undefined): Served {
  const kinds: ServedKind[] = [];
  const missing: string[] = [];
  for (const item of objectsIn(document, "items")) {
    const group = textIn(metadataOf(item), "name");
    for (const each of objectsIn(item, "versions")) {
      const version = textIn(each, "version");
      if (each.freshness === "Stale") missing.push(apiVersionOf(group, version));
      for (const resource of objectsIn(each, "resources")) {
        const kind = isObject(resource.responseKind) ? textIn(resource.responseKind, "kind") : "";
        const names = {
          plural: textIn(resource, "resource"),
          singular: textIn(resource, "singularResource"),
        };
        const namespaced = resource.scope === "Namespaced";
        kinds.push(...kindOf(resource, { group, version, kind, namespaced, ...names }));
      }
    }
  }
  return { kinds, missing };
}

interface GroupVersion {
  readonly group: string;
  readonly version: string;
}

function coreVersions(document: Json | undefined): GroupVersion[] {
  return textsIn(document, "versions").map((version) => ({ group: "", version }));
}

function groupVersions(document: Json | undefined): GroupVersion[] {
  return objectsIn(document, "groups").flatMap((each) => {
    const group = textIn(each, "name");
    const preferred = isObject(each.preferredVersion) ? textIn(each.preferredVersion, "version") : "";
    const versions = objectsIn(each, "versions").map((version) => textIn(version, "version"));
    return [...new Set([preferred, ...versions])].filter(Boolean).map((version) => ({ group, version }));
  });
}

async function oneByOne(
  port: Documents,
  versions: readonly GroupVersion[],
  signal: AbortSignal | undefined,
): Promise<Served> {
  const found = new Map<GroupVersion, ServedKind[]>();
  await forEachAtOnce(versions, AT_ONCE, async (asked) => {
    const apiVersion = apiVersionOf(asked.group, asked.version);
    const path = `${asked.group === "" ? "/api" : "/apis"}/${apiVersion}`;
    // One server of an aggregated group that is down does not hide what the others serve.
    const document = await port.document(path, { signal }).catch(() => undefined);
    if (document !== undefined) found.set(asked, fromList(document, asked));
  });
  signal?.throwIfAborted();
  return {
    kinds: versions.flatMap((asked) => found.get(asked) ?? []),
    missing: versions
      .filter((asked) => !found.has(asked))
      .map(({ group, version }) => apiVersionOf(group, version)),
  };
}

function fromList(document: Json, { group, version }: GroupVersion): ServedKind[] {
  return objectsIn(document, "resources").flatMap((resource) => {
    const names = { plural: textIn(resource, "name"), singular: textIn(resource, "singularName") };
    const namespaced = resource.namespaced === true;
    // Subresources (`deployments/scale`) have a kind too.
    if (names.plural.includes("/")) return [];
    return kindOf(resource, { group, version, kind: textIn(resource, "kind"), namespaced, ...names });
  });
}

type Named = Pick<ServedKind, "group" | "version" | "kind" | "plural" | "singular" | "namespaced">;

/** None where a resource has only subresources. */
function kindOf(resource: JsonObject, named: Named): ServedKind[] {
  if (named.kind === "" || named.plural === "") return [];
  const { group, version, kind, singular } = named;
  const served = {
    ...named,
    apiVersion: apiVersionOf(group, version),
    // As a server that says none leaves it to be.
    singular: singular === "" ? kind.toLowerCase() : singular,
    shortNames: textsIn(resource, "shortNames"),
    categories: textsIn(resource, "categories"),
    verbs: textsIn(resource, "verbs"),
  };
  return [served];
}

function apiVersionOf(group: string, version: string): string {
  return group === "" ? version : `${group}/${version}`;
}

function objectsIn(value: Json | undefined, key: string): JsonObject[] {
  const list = isObject(value) ? value[key] : undefined;
  return isList(list) ? list.filter(isObject) : [];
}

function textsIn(value: Json | undefined, key: string): string[] {
  const list = isObject(value) ? value[key] : undefined;
  return isList(list) ? list.filter((each) => typeof each === "string") : [];
}

function textIn(value: JsonObject, key: string): string {
  const text = value[key];
  return typeof text === "string" ? text : "";
}
