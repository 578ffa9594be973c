// Names of kinds, beside what the server itself and kubectl say of them.
import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, vi } from "vitest";
import { type CompletePort, clientNodePort } from "../../src/adapter/client-node/index.js";
import { discover } from "../../src/adapter/served-kinds/discover.js";
import { resolveKinds } from "../../src/adapter/served-kinds/resolve-kinds.js";
import { clusterTest, given, sharedClient } from "./helper.js";
import { kubeConfigOf } from "./ports/kube-config.js";

const client = given ? sharedClient() : undefined;
afterAll(() => client?.close());

/** Asks for the list of groups, as a server before 1.27 gives it whatever is asked for. */
const asBefore = (port: CompletePort): CompletePort => ({
  ...port,
  document: (path, { signal } = {}) => port.document(path, { signal }),
});

/** Other tests' kinds come and go meanwhile. */
async function lasting(port: CompletePort) {
  const { kinds } = await discover(port);
  return kinds.filter(({ apiVersion }) => !apiVersion.includes("example"));
}

clusterTest("both ways to ask find the same kinds, which are those that the server serves", async () => {
  const port = clientNodePort(kubeConfigOf());
  const text = ({ apiVersion, kind, plural, singular, shortNames, categories, namespaced, verbs }: Kind) =>
    [
      apiVersion,
      kind,
      plural,
      singular,
      [...shortNames].sort(),
      [...categories].sort(),
      namespaced,
      [...verbs].sort(),
    ].join(" ");
  type Kind = Awaited<ReturnType<typeof discover>>["kinds"][number];
  const together = await lasting(port);
  const oneByOne = await lasting(asBefore(port));
  expect(together.map(text)).toEqual(oneByOne.map(text));
  expect(together.length).toBeGreaterThan(60);
  for (const { apiVersion, kind, plural, namespaced } of together) {
    const served = await client?.resource(apiVersion, kind);
    // Two resources may have one kind: serviceaccounts/token's is not listed, but componentstatuses' and others' are.
    if (served?.plural === plural) expect(served.namespaced).toBe(namespaced);
  }
});

describe("names", () => {
  const found = async (names: string) =>
    (await resolveKinds(clientNodePort(kubeConfigOf()), [names])).map(
      ({ apiVersion, kind }) => `${apiVersion}/${kind}`,
    );

  clusterTest("that every server has", async () => {
    expect(
      await found("deploy,po,svc,cm,secrets,netpol,hpa,sts,Ingress,events,ns,crd,deployments.v1.apps,pdb"),
    ).toEqual([
      "apps/v1/Deployment",
      "v1/Pod",
      "v1/Service",
      "v1/ConfigMap",
      "v1/Secret",
      "networking.k8s.io/v1/NetworkPolicy",
      "autoscaling/v2/HorizontalPodAutoscaler",
      "apps/v1/StatefulSet",
      "networking.k8s.io/v1/Ingress",
      "v1/Event",
      "v1/Namespace",
      "apiextensions.k8s.io/v1/CustomResourceDefinition",
      "policy/v1/PodDisruptionBudget",
    ]);
  });

  clusterTest("all", async () => {
    expect((await found("all")).sort()).toEqual(
      [
        "v1/Pod",
        "v1/ReplicationController",
        "v1/Service",
        "apps/v1/DaemonSet",
        "apps/v1/Deployment",
        "apps/v1/ReplicaSet",
        "apps/v1/StatefulSet",
        "autoscaling/v2/HorizontalPodAutoscaler",
        "batch/v1/CronJob",
        "batch/v1/Job",
      ].sort(),
    );
  });

  clusterTest("of what cannot be watched, and of nothing", async () => {
    await expect(found("tokenreviews")).rejects.toMatchObject({ code: "not-watchable" });
    await expect(found("componentstatuses")).rejects.toMatchObject({ code: "not-watchable" });
    await expect(found("deploymnets")).rejects.toMatchObject({
      code: "unknown-kind",
      nearest: "deployments",
    });
  });

  clusterTest("of a definition, as soon as it is served", async () => {
    if (client === undefined) return;
    const some = randomUUID().slice(0, 8);
    const names = {
      plural: `n${some}s`,
      singular: `n${some}`,
      kind: `N${some}`,
      shortNames: [`x${some}`],
      categories: ["all", `c${some}`],
    };
    const schema = { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } };
    const version = (name: string, storage: boolean) => ({ name, served: true, storage, schema });
    const definition = {
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      metadata: { name: `${names.plural}.example.com` },
      spec: {
        group: "example.com",
        names,
        scope: "Cluster",
        versions: [version("v1alpha1", true), version("v1", false)],
      },
    };
    await client.create(definition);
    const [kind, older] = [`example.com/v1/${names.kind}`, `example.com/v1alpha1/${names.kind}`];
    await vi.waitFor(async () => expect(await found(`c${some}`)).toEqual([kind]), {
      timeout: 60_000,
      interval: 50,
    });
    for (const name of [names.plural, names.singular, names.kind, `x${some}`, `${names.plural}.example.com`])
      expect(await found(name)).toEqual([kind]);
    expect(await found(`${names.plural}.v1alpha1.example.com`)).toEqual([older]);
    expect(await found("all")).toContain(kind);
    await client.delete(definition);
  });
});
