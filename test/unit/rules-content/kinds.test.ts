import { describe, expect, test } from "vitest";
import { bundledRules } from "../../../src/rules/bundled.js";
import { compileRules } from "../../../src/rules/compile.js";
import { bundledFacts } from "../../../src/rules/facts.js";

/** What controllers commonly write, as apiVersion and kinds. */
const KINDS: Readonly<Record<string, string>> = {
  v1: `ConfigMap Endpoints LimitRange Namespace PersistentVolume PersistentVolumeClaim Pod PodTemplate
    ReplicationController ResourceQuota Secret Service ServiceAccount`,
  "admissionregistration.k8s.io/v1": `MutatingAdmissionPolicy MutatingAdmissionPolicyBinding
    MutatingWebhookConfiguration ValidatingAdmissionPolicy ValidatingAdmissionPolicyBinding
    ValidatingWebhookConfiguration`,
  "apiextensions.k8s.io/v1": "CustomResourceDefinition",
  "apiregistration.k8s.io/v1": "APIService",
  "apps/v1": "ControllerRevision DaemonSet Deployment ReplicaSet StatefulSet",
  "autoscaling/v1": "HorizontalPodAutoscaler",
  "autoscaling/v2": "HorizontalPodAutoscaler",
  "batch/v1": "CronJob Job",
  "certificates.k8s.io/v1": "CertificateSigningRequest",
  "coordination.k8s.io/v1": "Lease",
  "discovery.k8s.io/v1": "EndpointSlice",
  "flowcontrol.apiserver.k8s.io/v1": "FlowSchema PriorityLevelConfiguration",
  "networking.k8s.io/v1": "Ingress IngressClass NetworkPolicy ServiceCIDR",
  "node.k8s.io/v1": "RuntimeClass",
  "policy/v1": "PodDisruptionBudget",
  "rbac.authorization.k8s.io/v1": "ClusterRole ClusterRoleBinding Role RoleBinding",
  "resource.k8s.io/v1": "DeviceClass ResourceClaim ResourceClaimTemplate ResourceSlice",
  "scheduling.k8s.io/v1": "PriorityClass",
  "storage.k8s.io/v1":
    "CSIDriver CSINode CSIStorageCapacity StorageClass VolumeAttachment VolumeAttributesClass",

  "argoproj.io/v1alpha1": "Application",
  "cert-manager.io/v1": "Certificate ClusterIssuer Issuer",
  "external-secrets.io/v1": "ExternalSecret",
  "gateway.networking.k8s.io/v1": "Gateway HTTPRoute",
  "gateway.networking.k8s.io/v1beta1": "Gateway HTTPRoute",
  "kafka.strimzi.io/v1": "KafkaTopic",
  "keda.sh/v1alpha1": "ScaledObject",
  "monitoring.coreos.com/v1": "Alertmanager PodMonitor Prometheus PrometheusRule ServiceMonitor",
  "networking.istio.io/v1": "ServiceEntry VirtualService",
  "networking.istio.io/v1alpha3": "ServiceEntry VirtualService",
  "networking.istio.io/v1beta1": "ServiceEntry VirtualService",
  "operators.coreos.com/v1": "Operator OperatorGroup",
  "operators.coreos.com/v1alpha2": "OperatorGroup",
  "route.openshift.io/v1": "Route",
  "security.openshift.io/v1": "SecurityContextConstraints",
};

const kinds = Object.entries(KINDS).flatMap(([apiVersion, names]) =>
  names.split(/\s+/).map((kind) => {
    const [version = "", group = ""] = apiVersion.split("/").reverse();
    return { group, version, kind };
  }),
);

describe("the bundled rules", () => {
  const rules = compileRules([bundledRules]);

  test.each(kinds)("have $kind.$group, exact, with facts", ({ group, version, kind }) => {
    expect(rules.resolve(group, version, kind)).toMatchObject({ rule: { group, kind, strategy: "exact" } });
    expect(bundledFacts.kind(group, version, kind)).toBeDefined();
  });
});
