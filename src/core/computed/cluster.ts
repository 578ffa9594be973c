import { isList, isObject, type Json, type JsonObject, member } from "../json.js";
import { filledFrom } from "./fill.js";
import type { Computed } from "./site.js";

/** Ingress, and Egress where there is an egress rule. Source: networking/v1 SetDefaults_NetworkPolicy. */
export const policyTypes: Computed = {
  value({ owner }) {
    const egress = isList(owner.egress) && owner.egress.length > 0;
    return egress ? ["Ingress", "Egress"] : ["Ingress"];
  },
};

/** Source: apiextensions/v1 SetDefaults_CustomResourceDefinitionSpec. */
export const crdSingular: Computed = {
  value: ({ owner }) =>
    typeof owner.kind === "string" && owner.kind !== "" ? owner.kind.toLowerCase() : undefined,
};

/** Source: apiextensions/v1 SetDefaults_CustomResourceDefinitionSpec. */
export const crdListKind: Computed = {
  value: ({ owner }) => (owner.kind ? `${owner.kind}List` : undefined),
};

/** A limit's default is its max. Source: core/v1 SetDefaults_LimitRangeItem. */
export const limitRangeDefault: Computed = {
  completes: true,
  value: ({ value, owner }) =>
    owner.type === "Container" ? filledFrom(value, owner.max ?? undefined) : value,
};

/** A request's default is the limit's, then its min. Source: core/v1 SetDefaults_LimitRangeItem. */
export const limitRangeDefaultRequest: Computed = {
  completes: true,
  value({ value, owner }) {
    if (owner.type !== "Container") return value;
    const limits = filledFrom(owner.default ?? undefined, owner.max ?? undefined);
    return filledFrom(filledFrom(value, limits), owner.min ?? undefined);
  },
};

const NAME_LABEL = "kubernetes.io/metadata.name";

/** The server labels each Namespace with its name. Source: core/v1 SetDefaults_Namespace. */
export const namespaceLabels: Computed = {
  completes: true,
  value({ value, root, live, whole, manager }) {
    const name = isObject(root.metadata) ? root.metadata.name : undefined;
    if (typeof name !== "string") return value;
    const stated = isObject(value) ? member(value, NAME_LABEL) : undefined;
    const there = isObject(live) ? member(live, NAME_LABEL) : undefined;
    const isKept = !whole && manager === undefined && stated === undefined && there === name;
    if (stated === name || isKept) return value;
    return { ...(isObject(value) ? value : undefined), [NAME_LABEL]: name };
  },
};

function reference(from: JsonObject): Json {
  const { apiGroup, kind, name } = from;
  return {
    ...(apiGroup !== undefined && { apiGroup }),
    ...(kind !== undefined && { kind }),
    ...(name !== undefined && { name }),
  };
}

/** A claim or a snapshot: the only sources that the older field takes. */
function isOldSource(source: JsonObject): boolean {
  const group = source.apiGroup || "";
  return (
    (source.kind === "PersistentVolumeClaim" && group === "") ||
    (source.kind === "VolumeSnapshot" && group === "snapshot.storage.k8s.io")
  );
}

function specOf(claim: JsonObject): JsonObject {
  return isObject(claim.spec) ? claim.spec : {};
}

/**
 * Another source in the older field is dropped while none is in use.
 * Source: core/persistentvolumeclaim EnforceDataSourceBackwardsCompatibility.
 */
function isDroppedSource(owner: JsonObject, liveRoot: JsonObject): boolean {
  const source = owner.dataSource;
  const { dataSource, dataSourceRef } = specOf(liveRoot);
  const used = isObject(dataSource) || isObject(dataSourceRef) || isObject(owner.dataSourceRef);
  return isObject(source) && !used && !isOldSource(source);
}

/** Source: core/persistentvolumeclaim NormalizeDataSources. */
export const dataSourceRef: Computed = {
  value: ({ owner, liveRoot }) =>
    isObject(owner.dataSource) && !isDroppedSource(owner, liveRoot) ? reference(owner.dataSource) : undefined,
};

/** Source: core/persistentvolumeclaim NormalizeDataSources. */
export const dataSource: Computed = {
  completes: true,
  value({ value, owner, liveRoot }) {
    if (value !== undefined) return isDroppedSource(owner, liveRoot) ? undefined : value;
    const ref = owner.dataSourceRef;
    return isObject(ref) && (ref.namespace === undefined || ref.namespace === null)
      ? reference(ref)
      : undefined;
  },
};

/** An embedded object's metadata that is null is stored as {}. Source: structural-schema objectmeta, coerced as any object's. */
export const embeddedMetadata: Computed = {
  completes: true,
  value: ({ value }) => (value === null ? {} : value),
};

/** Never stored. Source: core/serviceaccount cleanSecretReferences. */
export const dropped: Computed = { completes: true, value: () => undefined };

/** The time of the write: a PUT without it always changes the object. Source: resource SetDefaults_DeviceTaint. */
export const now: Computed = { value: () => undefined };
