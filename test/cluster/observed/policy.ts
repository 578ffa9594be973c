import { vi } from "vitest";
import type { JsonObject, KubeObject } from "../../../src/core/json.js";
import type { Client, KubeObject as Named } from "../../../tools/cluster/types.d.ts";

/** What an admission policy does to the objects of one resource. */
export interface Hook {
  readonly group: string;
  readonly resource: string;
  /** CEL: a list of JSONPatch, or of one Object to apply. */
  readonly patches?: string;
  readonly applies?: string;
  /** CEL: false of an object that has been changed already. */
  readonly unless?: string;
}

/** A MutatingAdmissionPolicy that holds in one namespace. */
export class Policy {
  private readonly name: string;

  constructor(
    private readonly client: Client,
    private readonly namespace: string,
    suffix = "",
  ) {
    this.name = `${namespace}${suffix}`;
  }

  /**
   * Puts the policy in force, or another one in its place: returns when the server does with a probe what it says.
   * @param probe an object that it changes, @param done true of what the server then makes of it
   */
  async set(hook: Hook, probe: KubeObject, done: (changed: JsonObject) => boolean): Promise<void> {
    await this.put("MutatingAdmissionPolicy", this.policyOf(hook));
    await this.put("MutatingAdmissionPolicyBinding", {
      policyName: this.name,
      matchResources: {
        namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": this.namespace } },
      },
    });
    await vi.waitFor(
      async () => {
        const named = { ...probe, metadata: { ...probe.metadata, name: `probe-${this.name}` } } as Named;
        const { code, body } = await this.client.create(named, { dryRun: true });
        if (code >= 300) throw new Error(body.message);
        if (!done(body as unknown as JsonObject)) throw new Error(`no effect yet: ${JSON.stringify(body)}`);
      },
      { timeout: 20_000, interval: 50 },
    );
  }

  private policyOf({ group, resource, patches, applies, unless }: Hook): JsonObject {
    const rule = {
      apiGroups: [group],
      apiVersions: ["*"],
      operations: ["CREATE", "UPDATE"],
      resources: [resource],
    };
    const patch = { patchType: "JSONPatch", jsonPatch: { expression: patches ?? "" } };
    const apply = { patchType: "ApplyConfiguration", applyConfiguration: { expression: applies ?? "" } };
    return {
      matchConstraints: { resourceRules: [rule] },
      ...(unless !== undefined && { matchConditions: [{ name: "unless", expression: unless }] }),
      failurePolicy: "Fail",
      reinvocationPolicy: "Never",
      mutations: [applies === undefined ? patch : apply],
    };
  }

  private async put(kind: string, spec: JsonObject): Promise<void> {
    const made = { apiVersion: "admissionregistration.k8s.io/v1", kind, metadata: { name: this.name }, spec };
    const { code, body } = await this.client.apply(made as Named, { fieldManager: "policies", force: true });
    if (code >= 300) throw new Error(`${kind}: ${body.message}`);
  }
}
