import { isList, isObject, type Json } from "../json.js";
import { isEmpty } from "../wire.js";
import { filledFrom } from "./fill.js";
import type { Computed } from "./site.js";

/** Source: core/v1 Convert_v1_PodSpec_To_core_PodSpec. */
export const serviceAccountName: Computed = {
  ofStored: true,
  value: ({ owner }) => owner.serviceAccount || undefined,
};

/** The deprecated alias always follows. Source: core/v1 Convert_core_PodSpec_To_v1_PodSpec. */
export const serviceAccount: Computed = {
  completes: true,
  ofStored: true,
  value: ({ value, owner }) => owner.serviceAccountName || value,
};

/** Under hostNetwork a container's port is the host's too. Source: core/v1 defaultHostNetworkPorts. */
export const hostPort: Computed = {
  ofStored: true,
  value({ owner, root }) {
    const spec = root.spec;
    return isObject(spec) && spec.hostNetwork === true ? (owner.containerPort ?? undefined) : undefined;
  },
};

/** A Pod's containers (not a template's) request what they limit. Source: core/v1 SetDefaults_Pod. */
export const requestsFromLimits: Computed = {
  completes: true,
  value: ({ value, owner }) => filledFrom(value, owner.limits ?? undefined),
};

/** A volume that names no source is an emptyDir. Source: core/v1 SetDefaults_Volume. */
export const emptyDirWithoutSource: Computed = {
  ofStored: true,
  value({ owner, fields }) {
    for (const key in owner) {
      const stated = owner[key] !== undefined && owner[key] !== null;
      if (key !== "name" && stated && fields?.has(key) !== false) return undefined;
    }
    return {};
  },
};

function first(list: Json | undefined): Json | undefined {
  return isList(list) ? list[0] : undefined;
}

/** Source: core/v1 Convert_core_NodeSpec_To_v1_NodeSpec. */
export const podCIDR: Computed = { value: ({ owner }) => first(owner.podCIDRs) };

/** Source: core/v1 Convert_v1_NodeSpec_To_core_NodeSpec. */
export const podCIDRs: Computed = {
  completes: true,
  value({ value, owner }) {
    const stated = owner.podCIDR || undefined;
    return stated === undefined || stated === first(value) ? value : [stated];
  },
};

/** Source: core/v1 Convert_core_PodStatus_To_v1_PodStatus. */
export const podIP: Computed = { value: ({ owner }) => firstIP(owner.podIPs) };

/** Source: core/v1 Convert_v1_PodStatus_To_core_PodStatus. */
export const podIPs: Computed = {
  completes: true,
  value({ value, owner }) {
    const stated = owner.podIP || undefined;
    return stated === undefined || stated === firstIP(value) ? value : [{ ip: stated }];
  },
};

function firstIP(list: Json | undefined): Json | undefined {
  const item = first(list);
  return isObject(item) ? (item.ip ?? undefined) : undefined;
}

/** Source: core/v1 SetDefaults_NodeStatus. */
export const allocatable: Computed = {
  value: ({ owner }) => (isEmpty(owner.capacity) ? undefined : (owner.capacity ?? undefined)),
};

/** Source: admission/defaulttolerationseconds, which also runs on update. */
export const podTolerations: Computed = {
  completes: true,
  value({ value, live }) {
    const stated = isList(value) ? value : [];
    const found = isList(live) ? live : [];
    const missing = ["node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable"].filter(
      (key) => !stated.some((item) => tolerates(item, key)) && found.some((item) => isDefault(item, key)),
    );
    if (missing.length === 0) return value;
    const added = missing.map((key) => ({
      key,
      operator: "Exists",
      effect: "NoExecute",
      tolerationSeconds: 300,
    }));
    return [...stated, ...added];
  },
};

/** Live shows that the plugin is on: a Pod's tolerations can only be added to. */
function isDefault(item: Json, key: string): boolean {
  return isObject(item) && item.key === key && item.operator === "Exists" && item.effect === "NoExecute";
}

function tolerates(item: Json, key: string): boolean {
  if (!isObject(item)) return false;
  return (!item.key || item.key === key) && (!item.effect || item.effect === "NoExecute");
}
