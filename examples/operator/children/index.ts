import type { KubeObject } from "churngate";
import type { Cache } from "../cache.js";
import { configMap } from "./config-map.js";
import { backupJob } from "./cron-job.js";
import { disruptionBudget } from "./disruption-budget.js";
import { networkPolicy } from "./network-policy.js";
import { service } from "./service.js";
import { serviceMonitor } from "./service-monitor.js";
import { statefulSet } from "./stateful-set.js";

/** The kinds of children; `plural` is how their addresses spell them. */
export const CHILD_KINDS = [
  { apiVersion: "v1", kind: "Service", plural: "services" },
  { apiVersion: "v1", kind: "ConfigMap", plural: "configmaps" },
  { apiVersion: "networking.k8s.io/v1", kind: "NetworkPolicy", plural: "networkpolicies" },
  { apiVersion: "apps/v1", kind: "StatefulSet", plural: "statefulsets" },
  { apiVersion: "batch/v1", kind: "CronJob", plural: "cronjobs" },
  { apiVersion: "policy/v1", kind: "PodDisruptionBudget", plural: "poddisruptionbudgets" },
  { apiVersion: "monitoring.coreos.com/v1", kind: "ServiceMonitor", plural: "servicemonitors" },
] as const;

/** All that an instance wants to be there: plain objects, made anew on each pass. */
export function childrenOf(cache: Cache): readonly KubeObject[] {
  const { backup, metrics } = cache.spec;
  return [
    service(cache),
    networkPolicy(cache),
    configMap(cache),
    statefulSet(cache),
    disruptionBudget(cache),
    ...(backup === undefined ? [] : [backupJob(cache, backup)]),
    ...(metrics ? [serviceMonitor(cache)] : []),
  ];
}
