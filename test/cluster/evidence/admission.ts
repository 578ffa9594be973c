import { expect, vi } from "vitest";
import type { JsonObject } from "../../../src/core/json.js";
import type { Client, KubeObject } from "../../../tools/cluster/types.d.ts";

export interface Admission {
  readonly group: string;
  readonly resource: string;
  /** Unless it is v1 alone; others of the kind are seen through one of these. */
  readonly versions?: readonly string[];
  readonly namespace: string;
  /** Apply configurations, as CEL. */
  readonly mutations?: readonly string[];
  /** JSON patches, as CEL. */
  readonly patches?: readonly string[];
}

/** Changes objects of a namespace as they are written, by a MutatingAdmissionPolicy, once the server has taken it up. */
export async function mutate(client: Client, admission: Admission, probe: JsonObject): Promise<void> {
  const { namespace, mutations = [], patches = [] } = admission;
  await bind(client, "Mutating", admission, {
    reinvocationPolicy: "Never",
    mutations: [
      // The last one shows that the policy is there.
      ...[...mutations, MARK].map((expression) => ({
        patchType: "ApplyConfiguration",
        applyConfiguration: { expression },
      })),
      ...patches.map((expression) => ({ patchType: "JSONPatch", jsonPatch: { expression } })),
    ],
  });
  const isThere = async (): Promise<void> => {
    const { body } = await client.create(named(probe, namespace), { dryRun: true });
    expect(body.metadata?.labels).toMatchObject({ mutated: "yes" });
  };
  await vi.waitFor(isThere, { timeout: 30_000, interval: 50 });
}

const MARK = 'Object{metadata: Object.metadata{labels: {"mutated": "yes"}}}';

/** Refuses updates of which this CEL does not hold, once the server has taken it up. `other` is a change that it refuses. */
export async function refuseUpdates(
  client: Client,
  admission: Admission,
  expression: string,
  other: JsonObject,
): Promise<void> {
  await bind(client, "Validating", admission, {
    validations: [{ expression: `oldObject == null || (${expression})` }],
  });
  const isThere = async (): Promise<void> => {
    const { code } = await client.apply(named(other, admission.namespace), {
      dryRun: true,
      fieldManager: "probe",
      force: true,
    });
    expect(code).toBe(422);
  };
  await vi.waitFor(isThere, { timeout: 30_000, interval: 50 });
}

async function bind(
  client: Client,
  type: "Mutating" | "Validating",
  { group, resource, versions = ["v1"], namespace }: Admission,
  spec: object,
): Promise<void> {
  const name = `${type.toLowerCase()}-${namespace}-${resource}`;
  const rule = {
    apiGroups: [group],
    apiVersions: versions,
    operations: ["CREATE", "UPDATE"],
    resources: [resource],
  };
  const namespaceSelector = { matchLabels: { "kubernetes.io/metadata.name": namespace } };
  const matchConstraints = { resourceRules: [rule], namespaceSelector };
  const actions = type === "Validating" ? { validationActions: ["Deny"] } : {};
  for (const [kind, more] of [
    [`${type}AdmissionPolicy`, { matchConstraints, failurePolicy: "Fail", ...spec }],
    [`${type}AdmissionPolicyBinding`, { policyName: name, ...actions }],
  ] as const) {
    const { code, body } = await client.create({
      apiVersion: "admissionregistration.k8s.io/v1",
      kind,
      metadata: { name },
      spec: more,
    } as KubeObject);
    if (code !== 201) throw new Error(body.message);
  }
}

function named(object: JsonObject, namespace: string): KubeObject {
  return { ...object, metadata: { ...(object.metadata as JsonObject), namespace } } as unknown as KubeObject;
}
