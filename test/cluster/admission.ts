// Admission policies that hold in some namespaces, and change or refuse what is written there.
import { randomUUID } from "node:crypto";
import { vi } from "vitest";
import type { JsonObject } from "../../src/core/json.js";
import type { Answer, Client, KubeObject } from "../../tools/cluster/types.d.ts";

/** What admission does to the objects of one resource as they are created and updated. */
export interface Hook {
  readonly group: string;
  readonly resource: string;
  /** CEL, each an Object to apply. */
  readonly applies?: readonly string[];
  /** CEL, each a list of JSONPatch. */
  readonly patches?: readonly string[];
  /** CEL: false of an object that is left as it is. */
  readonly onlyIf?: string;
}

/** Labels of the namespaces where a policy holds. */
export type Where = Readonly<Record<string, string>>;

/** In one namespace. */
export const within = (namespace: string): Where => ({ "kubernetes.io/metadata.name": namespace });

/** Changes objects as they are written, by a MutatingAdmissionPolicy. `shows` waits until the server has taken it up. */
export async function mutate(client: Client, hook: Hook, where: Where): Promise<void> {
  const { applies = [], patches = [] } = hook;
  await bind(client, "Mutating", hook, where, {
    reinvocationPolicy: "Never",
    mutations: [
      ...applies.map((expression) => ({
        patchType: "ApplyConfiguration",
        applyConfiguration: { expression },
      })),
      ...patches.map((expression) => ({ patchType: "JSONPatch", jsonPatch: { expression } })),
    ],
  });
}

/** Waits until admission makes of an object what it should. */
export async function shows(
  client: Client,
  probe: KubeObject,
  done: (made: JsonObject) => boolean,
): Promise<void> {
  const named = { ...probe, metadata: { ...probe.metadata, name: "probe" } };
  await until(
    () => client.create(named, { dryRun: true }),
    ({ code, body }) => code === 201 && done(body as unknown as JsonObject),
  );
}

/** Refuses updates of which this CEL does not hold, and waits until it refuses `other`, a change. */
export async function refuseUpdates(
  client: Client,
  resource: Pick<Hook, "group" | "resource">,
  expression: string,
  other: KubeObject & { readonly metadata: { readonly namespace: string } },
): Promise<void> {
  await bind(client, "Validating", resource, within(other.metadata.namespace), {
    validations: [{ expression: `oldObject == null || (${expression})` }],
  });
  const options = { dryRun: true, fieldManager: "probe", force: true };
  await until(
    () => client.apply(other, options),
    ({ code }) => code === 422,
  );
}

async function until(ask: () => Promise<Answer>, holds: (answer: Answer) => boolean): Promise<void> {
  const isThere = async (): Promise<void> => {
    const answer = await ask();
    if (!holds(answer)) throw new Error(`no effect yet: ${answer.code} ${JSON.stringify(answer.body)}`);
  };
  await vi.waitFor(isThere, { timeout: 30_000, interval: 50 });
}

async function bind(
  client: Client,
  type: "Mutating" | "Validating",
  { group, resource, onlyIf }: Hook,
  where: Where,
  spec: object,
): Promise<void> {
  const name = `${type.toLowerCase()}-${randomUUID()}`;
  const rule = {
    apiGroups: [group],
    apiVersions: ["*"],
    operations: ["CREATE", "UPDATE"],
    resources: [resource],
  };
  const policy = {
    matchConstraints: { resourceRules: [rule], namespaceSelector: { matchLabels: where } },
    ...(onlyIf !== undefined && { matchConditions: [{ name: "only-if", expression: onlyIf }] }),
    failurePolicy: "Fail",
    ...spec,
  };
  const binding = { policyName: name, ...(type === "Validating" && { validationActions: ["Deny"] }) };
  for (const [kind, made] of [
    [`${type}AdmissionPolicy`, policy],
    [`${type}AdmissionPolicyBinding`, binding],
  ] as const) {
    const apiVersion = "admissionregistration.k8s.io/v1";
    const { code, body } = await client.create({
      apiVersion,
      kind,
      metadata: { name },
      spec: made,
    } as KubeObject);
    if (code !== 201) throw new Error(`${kind}: ${body.message}`);
  }
}
