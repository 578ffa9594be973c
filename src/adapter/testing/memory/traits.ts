import type { JsonObject } from "../../../core/json.js";

/** What the server does with a built-in kind beside its values. Source: read off a server of 1.36.3, kind by kind; test/cluster/memory/traits.test.ts asks it. */
const UNNUMBERED = named(`
  APIService CertificateSigningRequest ClusterRole ClusterRoleBinding ConfigMap ControllerRevision CSIDriver CSINode
  CSIStorageCapacity Endpoints Event HorizontalPodAutoscaler IPAddress Lease LimitRange Namespace Node PersistentVolume
  PersistentVolumeClaim ResourceClaim ResourceClaimTemplate ResourceQuota Role RoleBinding RuntimeClass Secret Service ServiceAccount ServiceCIDR StorageClass
  VolumeAttachment VolumeAttributesClass`);

const VERSIONED = named(`
  APIService CSIDriver CSINode CSIStorageCapacity CustomResourceDefinition Lease MutatingAdmissionPolicy
  MutatingAdmissionPolicyBinding MutatingWebhookConfiguration PodDisruptionBudget RuntimeClass ValidatingAdmissionPolicy
  ValidatingAdmissionPolicyBinding ValidatingWebhookConfiguration VolumeAttachment`);

const CREATED_BY_PUT = named(`
  ClusterRole ClusterRoleBinding Endpoints Event Lease LimitRange Role RoleBinding RuntimeClass Service`);

/** Status of a new object beside what facts fill in. */
const BORN: Readonly<Record<string, JsonObject>> = {
  PersistentVolume: { phase: "Pending" },
  Pod: { phase: "Pending", qosClass: "BestEffort" },
};

function named(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

export interface Traits {
  /** metadata.generation counts its changes. */
  readonly numbered: boolean;
  /** Metadata that moves the generation as well. */
  readonly numbers: "annotations" | "labels" | undefined;
  /** A PUT has to name the resourceVersion. */
  readonly versioned: boolean;
  /** A PUT of what is not there creates it. */
  readonly createdByPut: boolean;
  /** Status of a new object of a kind with that subresource; undefined: none. */
  readonly status: JsonObject | undefined;
}

const CUSTOM: Traits = {
  numbered: true,
  numbers: undefined,
  versioned: true,
  createdByPut: false,
  status: undefined,
};

/** Groups of built-in kinds are words, or end in k8s.io; a custom kind's is a domain of its own. */
export function traitsOf(group: string, kind: string): Traits {
  if (group.includes(".") && !group.endsWith(".k8s.io")) return CUSTOM;
  return {
    numbered: !UNNUMBERED.has(kind),
    numbers: kind === "Deployment" ? "annotations" : kind === "EndpointSlice" ? "labels" : undefined,
    versioned: VERSIONED.has(kind),
    createdByPut: CREATED_BY_PUT.has(kind),
    status: Object.hasOwn(BORN, kind) ? BORN[kind] : {},
  };
}
