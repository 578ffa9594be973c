import { isObject, type Json, type JsonObject, member } from "../json.js";
import { isOnlyOurs } from "../walk/managed.js";
import { templateLabels } from "./fill.js";
import type { Computed } from "./site.js";

/** Source: core/v1 SetDefaults_ReplicationController. */
export const selectorFromTemplateLabels: Computed = { value: ({ owner }) => templateLabels(owner) };

/** Source: extensions/v1beta1 SetDefaults_Deployment, _DaemonSet, _ReplicaSet; apps/v1beta1. */
export const labelSelectorFromTemplateLabels: Computed = {
  value({ owner }) {
    const labels = templateLabels(owner);
    return labels === undefined ? undefined : { matchLabels: labels };
  },
};

/** Only an object without any label gets its template's. Source: core/v1 SetDefaults_ReplicationController. */
export const labelsFromTemplate: Computed = {
  value({ root, live, liveRoot, whole, manager }) {
    if (root === liveRoot || (!whole && keepsAny(live, liveRoot, manager))) return undefined;
    return isObject(root.spec) ? templateLabels(root.spec) : undefined;
  },
};

/**
 * True where a write that states no label leaves some: others', beside what the template gave, or any while nobody knows which are
 * ours.
 */
function keepsAny(labels: Json | undefined, liveRoot: JsonObject, manager: string | undefined): boolean {
  if (!isObject(labels)) return false;
  const keys = Object.keys(labels);
  if (manager === undefined) return keys.length > 0;
  const given = (isObject(liveRoot.spec) && templateLabels(liveRoot.spec)) || {};
  return keys.some(
    (key) => member(given, key) !== labels[key] && !isOnlyOurs(liveRoot, manager, "labels", key),
  );
}

/** rollingUpdate is filled in only where type is as well. Source: apps/v1 SetDefaults_StatefulSet. */
export const statefulSetRollingUpdate: Computed = { value: ({ owner }) => (owner.type ? undefined : {}) };

/**
 * Beside another type than RollingUpdate the numbers have no default but zero.
 * Source: apps/v1 SetDefaults_DaemonSet, Convert_apps_RollingUpdateDaemonSet_To_v1_RollingUpdateDaemonSet.
 */
export const daemonSetRollingUpdate: Computed = {
  completes: true,
  value({ value, owner }) {
    const rolls = !owner.type || owner.type === "RollingUpdate";
    if (rolls || !isObject(value)) return rolls ? (value ?? {}) : value;
    if (isSet(value.maxUnavailable) && isSet(value.maxSurge)) return value;
    return { ...value, maxUnavailable: value.maxUnavailable ?? 0, maxSurge: value.maxSurge ?? 0 };
  },
};

function isSet(value: Json | undefined): boolean {
  return value !== undefined && value !== null;
}

/** Source: batch/v1 SetDefaults_Job. */
export const jobCompletions: Computed = { value: ({ owner }) => (isSet(owner.parallelism) ? undefined : 1) };

/** Source: batch/v1 SetDefaults_Job. */
export const jobBackoffLimit: Computed = {
  value: ({ owner }) => (isSet(owner.backoffLimitPerIndex) ? 2147483647 : 6),
};

/** Source: batch/v1 SetDefaults_Job. */
export const jobPodReplacementPolicy: Computed = {
  value: ({ owner }) => (isSet(owner.podFailurePolicy) ? "Failed" : "TerminatingOrFailed"),
};

/** Source: resource/v1beta1 SetDefaults_DeviceRequest. */
export const deviceAllocationMode: Computed = {
  value: ({ owner }) => (owner.deviceClassName ? "ExactCount" : undefined),
};

/** Source: resource/v1beta1 SetDefaults_DeviceRequest. */
export const deviceCount: Computed = {
  value({ owner }) {
    const exact = owner.allocationMode === "ExactCount" || !owner.allocationMode;
    return owner.deviceClassName && exact ? 1 : undefined;
  },
};
