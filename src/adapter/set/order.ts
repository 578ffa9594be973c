import type { KubeObject } from "../../core/json.js";

/**
 * Kinds that go before others, and after them. What the server itself looks for when it admits an object goes first; what
 * intercepts or forwards requests goes last, when what it calls is there.
 */
const PHASES: readonly (readonly string[])[] = [
  ["Namespace", "CustomResourceDefinition"],
  [
    "PriorityClass",
    "RuntimeClass",
    "StorageClass",
    "IngressClass",
    "ServiceAccount",
    "ResourceQuota",
    "LimitRange",
    "ClusterRole",
    "Role",
    "ConfigMap",
    "Secret",
    "PersistentVolume",
    "PersistentVolumeClaim",
    "ValidatingAdmissionPolicy",
    "MutatingAdmissionPolicy",
  ],
  [],
  [
    "ValidatingAdmissionPolicyBinding",
    "MutatingAdmissionPolicyBinding",
    "ValidatingWebhookConfiguration",
    "MutatingWebhookConfiguration",
    "APIService",
  ],
];

const OTHERS = PHASES.findIndex((kinds) => kinds.length === 0);
const phaseOfKind = new Map(PHASES.flatMap((kinds, phase) => kinds.map((kind) => [kind, phase] as const)));

/** In which turn an object goes, from 0. */
export function phaseOf(object: KubeObject | null | undefined): number {
  return phaseOfKind.get(object?.kind ?? "") ?? OTHERS;
}

/** How many turns there are. */
export const TURNS: number = PHASES.length;
