// Live of many objects at once, as a real server lists them.
import { describe, expect } from "vitest";
import { clientNodePort } from "../../../src/adapter/client-node/index.js";
import type { EnsureEvent } from "../../../src/adapter/ensure/events.js";
import { createEnsurer } from "../../../src/adapter/ensurer.js";
import type { ClusterPort } from "../../../src/adapter/port/port.js";
import type { KubeObject } from "../../../src/core/json.js";
import { createGate } from "../../../src/rules/gate.js";
import { type Account, accountIn } from "../account.js";
import { clusterTest, freshPlace } from "../helper.js";
import { kubeConfigOf } from "../ports/kube-config.js";
import { interposed } from "./ports.js";

const MODES = ["replace", "apply", "merge"] as const;

const configMap = (namespace: string, name: string, data: object = { k: "1" }): KubeObject =>
  ({ apiVersion: "v1", kind: "ConfigMap", metadata: { name, namespace }, data }) as KubeObject;

const several = (namespace: string, count: number, data?: object): readonly KubeObject[] =>
  Array.from({ length: count }, (_, index) => configMap(namespace, `a-${index}`, data));

function service(namespace: string, index: number): KubeObject {
  const spec = { selector: { app: "web" }, ports: [{ port: 80 + index }] };
  const labels = { part: "web", index: String(index) };
  return {
    apiVersion: "v1",
    kind: "Service",
    metadata: { name: `s-${index}`, namespace, labels },
    spec,
  } as KubeObject;
}

function deployment(namespace: string, index: number): KubeObject {
  const labels = { app: `web-${index}` };
  const spec = {
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: { containers: [{ name: "web", image: "web:1" }] } },
  };
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: `d-${index}`, namespace },
    spec,
  } as KubeObject;
}

const portOf = ({ token }: Pick<Account, "token">): ClusterPort =>
  clientNodePort(kubeConfigOf({ user: { token } }));

const counts = (requests: readonly string[]): object =>
  Object.fromEntries(requests.map((each) => [each, requests.filter((other) => other === each).length]));

describe.each(MODES)("a set again, by %s", (mode) => {
  clusterTest("is a list for each kind of which it has many, and nothing is written", async () => {
    const { client, namespace } = await freshPlace();
    const account = await accountIn(namespace, client);
    const set = [0, 1, 2, 3].flatMap((index) => [
      configMap(namespace, `a-${index}`),
      service(namespace, index),
      deployment(namespace, index),
    ]);
    const home = { apiVersion: "v1", kind: "Secret", metadata: { name: "one", namespace } };
    const ensurer = createEnsurer({
      port: portOf(account),
      gate: createGate({ mode, fieldManager: "tester" }),
    });
    await ensurer.ensureAll([...set, home]);
    account.take();
    const again = await ensurer.ensureAll([...set, home]);
    expect(new Set(again.map(({ result }) => result))).toEqual(new Set(["unchanged"]));
    const noted = account.takeNoted();
    expect(noted.map(({ verb, objectRef }) => `${verb} ${objectRef?.resource}`).sort()).toEqual([
      "get secrets",
      "list configmaps",
      "list deployments",
      "list services",
    ]);
    expect(noted.map(({ requestURI }) => requestURI)).toContain(
      `/api/v1/namespaces/${namespace}/services?labelSelector=part%3Dweb&limit=16`,
    );
  });

  clusterTest("what others did since the list was made is neither lost nor overwritten unseen", async () => {
    const { client, namespace } = await freshPlace();
    const port = clientNodePort(kubeConfigOf());
    const gate = createGate({ mode, fieldManager: "tester" });
    await createEnsurer({ port, gate }).ensureAll(several(namespace, 5));
    const name = (index: number) => ({ ...configMap(namespace, `a-${index}`) }) as never;
    const late = interposed(port, {
      list: async (query, options) => {
        const found = await port.list(query, options);
        await client.merge(name(0), { metadata: { annotations: { theirs: "yes" } } });
        await client.delete(name(1));
        await client.delete(name(2));
        await client.create(configMap(namespace, "a-2", { theirs: "yes" }) as never);
        return found;
      },
    });
    const events: EnsureEvent[] = [];
    const ensurer = createEnsurer({ port: late, gate, onEvent: (event) => events.push(event) });
    const results = await ensurer.ensureAll(several(namespace, 5, { k: "2" }));
    expect(results.map(({ result }) => result)).toEqual([
      "updated",
      "created",
      "updated",
      "updated",
      "updated",
    ]);
    for (const { ref } of results) expect(await port.read(ref)).toMatchObject({ data: { k: "2" } });
    expect(await port.read({ apiVersion: "v1", kind: "ConfigMap", namespace, name: "a-0" })).toMatchObject({
      metadata: { annotations: { theirs: "yes" } },
    });
    const conflicts = events.filter(({ type }) => type === "conflict").map(({ ref }) => ref.name);
    expect(new Set(conflicts)).toEqual(new Set(["a-0", "a-1", "a-2"]));
  });
});

describe("somebody who may read objects", () => {
  clusterTest("but not list them is asked to once, and reads each", async () => {
    const { client, namespace } = await freshPlace();
    const account = await accountIn(namespace, client);
    const group = "rbac.authorization.k8s.io";
    await client.delete({
      apiVersion: `${group}/v1`,
      kind: "ClusterRoleBinding",
      metadata: { name: `operator-${namespace}` },
    });
    const rules = [{ apiGroups: [""], resources: ["configmaps"], verbs: ["get", "create", "update"] }];
    const metadata = { name: "reader", namespace };
    await client.create({ apiVersion: `${group}/v1`, kind: "Role", metadata, rules });
    await client.create({
      apiVersion: `${group}/v1`,
      kind: "RoleBinding",
      metadata,
      roleRef: { apiGroup: group, kind: "Role", name: "reader" },
      subjects: [{ kind: "ServiceAccount", name: "operator", namespace }],
    });
    const port = portOf(account);
    const ensurer = createEnsurer({ port, gate: createGate({ fieldManager: "tester" }) });
    const set = several(namespace, 5);
    // The server sees who may do what a moment later.
    await expect
      .poll(async () => (await ensurer.ensure(set[0] as KubeObject).catch(() => undefined))?.result)
      .toBeDefined();
    await ensurer.ensureAll(set);
    account.take();
    const again = await createEnsurer({ port, gate: createGate({ fieldManager: "tester" }) }).ensureAll(set);
    expect(new Set(again.map(({ result }) => result))).toEqual(new Set(["unchanged"]));
    expect(counts(account.take())).toEqual({ "list configmaps": 1, "get configmaps": 5 });
    await ensurer.ensureAll(set);
    expect(counts(account.take())).toEqual({ "get configmaps": 5 });
  });
});

clusterTest("a list that is large enough to be packed is what it was", async () => {
  const { client, namespace } = await freshPlace();
  const port = clientNodePort(kubeConfigOf());
  const ensurer = createEnsurer({ port, gate: createGate({ fieldManager: "tester" }) });
  const set = several(namespace, 5, { text: "ä\n\u2028".repeat(20_000) });
  await ensurer.ensureAll(set);
  const again = await ensurer.ensureAll(set);
  expect(new Set(again.map(({ result }) => result))).toEqual(new Set(["unchanged"]));
  const read = await client.get(set[3] as never);
  expect(again[3]).toMatchObject({ object: { data: read.body.data } });
});

describe("a list with a limit", () => {
  clusterTest("has no more, and asks for no more", async () => {
    const { client, namespace } = await freshPlace();
    const account = await accountIn(namespace, client);
    const port = portOf(account);
    await createEnsurer({ port, gate: createGate({ fieldManager: "tester" }) }).ensureAll(
      several(namespace, 7),
    );
    account.take();
    const found = await port.list?.({ apiVersion: "v1", kind: "ConfigMap", namespace, limit: 3 });
    expect(found?.map(({ kind, metadata }) => `${kind} ${metadata?.name}`)).toEqual([
      "ConfigMap a-0",
      "ConfigMap a-1",
      "ConfigMap a-2",
    ]);
    expect(account.takeNoted().map(({ requestURI }) => requestURI)).toEqual([
      `/api/v1/namespaces/${namespace}/configmaps?limit=3`,
    ]);
  });
});
