import { isList, isObject, type Json, type JsonObject } from "../json.js";
import type { Computed, Site } from "./site.js";

function specOf(service: JsonObject): JsonObject {
  return isObject(service.spec) ? service.spec : {};
}

function typeOf(spec: JsonObject): Json {
  return spec.type || "ClusterIP";
}

/** Both the old and the new Service must need a field for its value to be carried over. */
function carried(site: Site, needs: (spec: JsonObject) => boolean): Json | undefined {
  return needs(specOf(site.root)) && needs(specOf(site.liveRoot)) ? site.live : undefined;
}

const needsClusterIP = (spec: JsonObject): boolean => typeOf(spec) !== "ExternalName";

/** Source: registry/core/service/storage needsNodePort. */
function needsNodePort(spec: JsonObject): boolean {
  const type = typeOf(spec);
  return type === "NodePort" || (type === "LoadBalancer" && spec.allocateLoadBalancerNodePorts !== false);
}

function needsHealthCheck(spec: JsonObject): boolean {
  return typeOf(spec) === "LoadBalancer" && spec.externalTrafficPolicy === "Local";
}

/** Source: registry/core/service/storage patchAllocatedValues. */
export const clusterIP: Computed = { ofStored: true, value: (site) => carried(site, needsClusterIP) };

/** Source: patchAllocatedValues, normalizeClusterIPs. */
export const clusterIPs: Computed = { ofStored: true, value: (site) => carried(site, needsClusterIP) };

/**
 * Inferred from the carried cluster IPs. A headless Service has none: it gets the cluster's own order of
 * families, which is taken to be IPv4 first; another order in live is then a reason to write.
 * Source: alloc.go initIPFamilyFields.
 */
export const ipFamilies: Computed = {
  completes: true,
  value(site) {
    if (site.value !== undefined) return padded(site);
    const kept = carried(site, needsClusterIP);
    const { clusterIP: own } = specOf(site.root);
    const isHeadless = (own || specOf(site.liveRoot).clusterIP) === "None";
    return isHeadless && isList(kept) && kept[0] !== "IPv4" ? ["IPv4"] : kept;
  },
};

/** A PUT without a policy adopts the one from before. Source: alloc.go initIPFamilyFields. */
export const ipFamilyPolicy: Computed = {
  ofStored: true,
  value: (site) => carried(site, needsClusterIP),
};

/** Source: patchAllocatedValues. */
export const healthCheckNodePort: Computed = {
  ofStored: true,
  value: (site) => carried(site, needsHealthCheck),
};

/**
 * Carried by port name, unless another port of desired took the number. Source: patchAllocatedValues.
 */
export const nodePort: Computed = {
  ofStored: true,
  value({ owner, root, live, liveRoot, nodePorts }) {
    const [spec, liveSpec] = [specOf(root), specOf(liveRoot)];
    if (owner === undefined || !needsNodePort(spec) || !needsNodePort(liveSpec)) return undefined;
    if (root === liveRoot) return live;
    const carriedPort = nodePorts.named(liveSpec.ports, owner.name || "");
    return carriedPort && !nodePorts.states(spec.ports, carriedPort) ? carriedPort : undefined;
  },
};

/** One stated family is padded with the second, unless the policy is SingleStack. Source: initIPFamilyFields. */
function padded({ value, live, root, liveRoot }: Site): Json | undefined {
  const policy = specOf(root).ipFamilyPolicy ?? specOf(liveRoot).ipFamilyPolicy;
  const one =
    isList(value) && value.length === 1 && isList(live) && live.length === 2 && value[0] === live[0];
  return one && policy !== "SingleStack" ? live : value;
}

/** Source: SetDefaults_Service; dropped from an external name by defaultOnReadInternalTrafficPolicy. */
export const internalTrafficPolicy: Computed = {
  completes: true,
  value: ({ value, owner }) => (typeOf(owner) === "ExternalName" ? undefined : (value ?? "Cluster")),
};

/** Source: core/v1 SetDefaults_Service. */
export const targetPort: Computed = {
  completes: true,
  value: ({ value, owner }) =>
    value === undefined || value === "" || value === 0 ? (owner.port ?? undefined) : value,
};

/** Cluster where the Service can be reached from outside. Source: SetDefaults_Service, ExternallyAccessible. */
export const externalTrafficPolicy: Computed = {
  ofStored: true,
  value({ owner }) {
    const type = typeOf(owner);
    const externalIPs = isList(owner.externalIPs) && owner.externalIPs.length > 0;
    const accessible =
      type === "LoadBalancer" || type === "NodePort" || (type === "ClusterIP" && externalIPs);
    return accessible ? "Cluster" : undefined;
  },
};

/** How an ingress of a status is reached: by its address, if it has one. Source: SetDefaults_Service. */
export const ingressIPMode: Computed = {
  value: ({ owner, liveRoot }) =>
    owner.ip && isObject(liveRoot.spec) && liveRoot.spec.type === "LoadBalancer" ? "VIP" : undefined,
};

/**
 * Gone without affinity; under ClientIP filled in whole unless it states a time. Source: SetDefaults_Service.
 */
export const sessionAffinityConfig: Computed = {
  completes: true,
  ofStored: true,
  value({ value, owner }) {
    if (owner.sessionAffinity !== "ClientIP") {
      return owner.sessionAffinity === "None" || !owner.sessionAffinity ? undefined : value;
    }
    const clientIP = isObject(value) ? value.clientIP : undefined;
    const seconds = isObject(clientIP) ? clientIP.timeoutSeconds : undefined;
    return seconds === undefined || seconds === null ? { clientIP: { timeoutSeconds: 10800 } } : value;
  },
};
