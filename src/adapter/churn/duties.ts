import { groupVersionOf } from "../../core/decide/identity.js";
import type { Difference } from "./effect.js";

/** Whose business it is to write one thing again and again; nobody is accused of it. Groups by kind. */
interface Duty {
  readonly group: string;
  readonly kind: string;
  /** The last step of a time stamp's path, which says that somebody is alive, or when something took place. */
  readonly times?: readonly string[];
  /** First steps of paths on which several report what each of them sees, or one what comes and goes. */
  readonly reports?: readonly (readonly string[])[];
}

const DUTIES: readonly Duty[] = [
  // Leases are there to be renewed: a renewal is known by the kind, and by these being all that moves.
  { group: "coordination.k8s.io", kind: "Lease", times: ["renewTime", "acquireTime"], reports: [["spec"]] },
  // kubelets say that they are alive; the node controller says where they do not, and taints the node.
  { group: "", kind: "Node", times: ["lastHeartbeatTime"], reports: [["status"], ["spec", "taints"]] },
  { group: "", kind: "Pod", times: ["lastProbeTime"], reports: [["status"]] },
  // Who serves comes and goes with the pods.
  { group: "", kind: "Endpoints", reports: [["subsets"], ["metadata", "annotations"]] },
  { group: "discovery.k8s.io", kind: "EndpointSlice", reports: [["endpoints"], ["metadata", "annotations"]] },
  // The API server counts up or down what it admits, and a controller counts again. Source: plugin/pkg/admission/resourcequota
  // and pkg/registry/core/pod/storage/eviction.go.
  { group: "", kind: "ResourceQuota", reports: [["status"]] },
  { group: "policy", kind: "PodDisruptionBudget", reports: [["status"]] },
  { group: "batch", kind: "CronJob", times: ["lastScheduleTime", "lastSuccessfulTime"] },
  { group: "", kind: "Event", times: ["lastTimestamp", "lastObservedTime", "eventTime"] },
  {
    group: "events.k8s.io",
    kind: "Event",
    times: ["deprecatedLastTimestamp", "lastObservedTime", "eventTime"],
  },
];

/** Of any status: who is alive, or when something was looked at or took place last. */
const HEARTBEATS: ReadonlySet<string> = new Set([
  "lastHeartbeatTime",
  "heartbeatTime",
  "lastProbeTime",
  "lastTransitionTime",
  "lastUpdateTime",
  "lastSeenTime",
  "lastContactTime",
  "renewTime",
]);

function dutyOf(apiVersion: string, kind: string): Duty | undefined {
  const { group } = groupVersionOf(apiVersion);
  return DUTIES.find((duty) => duty.kind === kind && duty.group === group);
}

/** True of an update of time stamps that the kind is there for, or by which a status says that somebody is alive. */
export function isDuty(apiVersion: string, kind: string, paths: readonly Difference[]): boolean {
  const { times = [] } = dutyOf(apiVersion, kind) ?? {};
  return paths.every(({ steps }) => {
    const last = keyAt(steps.at(-1)) ?? "";
    return times.includes(last) || (keyAt(steps[0]) === "status" && HEARTBEATS.has(last));
  });
}

/**
 * True of a path on which values come and go because what is reported does. One's own status always is one; between two managers
 * only what DUTIES lists.
 */
export function isReport(
  apiVersion: string,
  kind: string,
  { steps }: Pick<Difference, "steps">,
  alone: boolean,
): boolean {
  if (alone && keyAt(steps[0]) === "status") return true;
  const { reports = [] } = dutyOf(apiVersion, kind) ?? {};
  return reports.some((first) => first.every((key, index) => keyAt(steps[index]) === key));
}

function keyAt(step: Difference["steps"][number] | undefined): string | undefined {
  return step?.kind === "key" ? step.key : undefined;
}
