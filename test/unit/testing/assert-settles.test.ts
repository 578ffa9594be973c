import { expect, test } from "vitest";
import { createEnsurer } from "../../../src/adapter/ensurer.js";
import type { ClusterPort } from "../../../src/adapter/port/port.js";
import {
  assertSettles,
  createMemoryPort,
  type RecordedPort,
  recordWrites,
  UnsettledError,
} from "../../../src/adapter/testing/index.js";
import type { JsonObject, KubeObject } from "../../../src/core/json.js";
import { createGate } from "../../../src/rules/gate.js";

type Stated = JsonObject & KubeObject;

const settings = (data: JsonObject): Stated =>
  ({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: "settings", namespace: "demo" },
    data,
  }) as Stated;

const secret = (text: string): Stated =>
  ({
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name: "keys", namespace: "demo" },
    stringData: { password: text },
  }) as Stated;

const web = (spec: JsonObject = {}): Stated =>
  ({
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "web", namespace: "demo" },
    spec: {
      selector: { matchLabels: { app: "web" } },
      template: {
        metadata: { labels: { app: "web" } },
        spec: { containers: [{ name: "web", image: "web:1" }] },
      },
      ...spec,
    },
  }) as Stated;

const refOf = ({ apiVersion, kind, metadata }: KubeObject) => ({
  apiVersion: String(apiVersion),
  kind: String(kind),
  namespace: metadata?.namespace,
  name: String(metadata?.name),
});

/** What a controller does that knows no better: it creates, and then puts what it wants over what is there. */
async function put(port: ClusterPort, desired: Stated): Promise<void> {
  if ((await port.read(refOf(desired))) === undefined) await port.create(desired);
  else await port.replace?.(desired);
}

/** A plain port over one in memory, as a real one would be: it keeps nothing. */
function plain(): ClusterPort {
  const { requests: _, clearRequests: __, objects: ___, seed: ____, ...port } = createMemoryPort();
  return port;
}

async function failure(run: Promise<void>): Promise<UnsettledError> {
  const error = await run.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof UnsettledError)) throw error ?? new Error("it settles");
  return error;
}

const PORTS = [
  ["in memory", createMemoryPort],
  ["any other", plain],
  ["recorded before", () => recordWrites(plain())],
] as const;

test.each(PORTS)("an ensurer settles (%s)", async (_name, make) => {
  const port = make();
  const ensurer = (through: ClusterPort) => createEnsurer({ port: through, gate: createGate() });
  await assertSettles((through) => ensurer(through).ensureAll([web(), settings({ a: "1" }), secret("x")]), {
    port,
    passes: 3,
  });
});

test.each(PORTS)("a PUT on every pass is a request for nothing (%s)", async (_name, make) => {
  const error = await failure(assertSettles((port) => put(port, web()), { port: make() }));
  expect(error.message.split("\n")).toEqual([
    "reconcile does not settle: pass 2 sent 1 request to write",
    "  replace Deployment demo/web: changes nothing: a request for nothing",
  ]);
  expect([error.name, error.pass]).toEqual(["AssertionError", 2]);
  expect(error.requests).toEqual([{ verb: "replace", ref: refOf(web()), changed: false }]);
});

test.each(PORTS)("what is other each time is named field by field (%s)", async (_name, make) => {
  let count = 0;
  const reconcile = (port: ClusterPort) => {
    count++;
    const container = { name: "web", image: `web:${count}` };
    const template = { metadata: { labels: { app: "web" } }, spec: { containers: [container] } };
    return put(port, web({ template, ...(count === 2 && { replicas: 3 }) }));
  };
  const error = await failure(assertSettles(reconcile, { port: make() }));
  expect(error.message.split("\n")).toEqual([
    "reconcile does not settle: pass 2 sent 1 request to write",
    "  replace Deployment demo/web: changes",
    "    ~ spec.replicas  1 -> 3",
    "    ~ spec.template.spec.containers[name=web].image  web:1 -> web:2",
  ]);
});

test.each(PORTS)("every verb is told apart (%s)", async (_name, make) => {
  let passes = 0;
  const reconcile = async (port: ClusterPort) => {
    if (++passes === 1) {
      await port.create(settings({ a: "1", b: "2" }));
      await port.create(web());
      return;
    }
    await port.merge?.(refOf(settings({})), { data: { a: null, c: "3" }, metadata: { labels: { x: "y" } } });
    await port.merge?.(refOf(web()), { status: { replicas: 2 } }, { subresource: "status" });
    await port.apply?.(settings({ b: "2" }), { fieldManager: "me" });
    await port.create(settings({})).catch(() => {});
    await port.replace?.(settings({}), { dryRun: true });
    await port.delete?.(refOf(web()));
    await port.delete?.(refOf(web()));
  };
  const error = await failure(assertSettles(reconcile, { port: make() }));
  expect(error.message.split("\n")).toEqual([
    "reconcile does not settle: pass 2 sent 6 requests to write",
    "  merge ConfigMap demo/settings: changes",
    '    + metadata.labels  (absent) -> {x: "y"}',
    '    - data.a  "1" -> (absent)',
    '    + data.c  (absent) -> "3"',
    "  merge Deployment demo/web (status): changes",
    "    + status.replicas  (absent) -> 2",
    "  apply ConfigMap demo/settings: changes",
    "    ~ metadata.managedFields  who owns which fields",
    '  create ConfigMap demo/settings: refused: configmaps "settings" already exists',
    "  delete Deployment demo/web: deletes it",
    "  delete Deployment demo/web: changes nothing: a request for nothing",
  ]);
});

test.each(PORTS)("values of Secrets are never shown (%s)", async (_name, make) => {
  let count = 0;
  const reconcile = (port: ClusterPort) => put(port, secret(`hunter${++count}`));
  const error = await failure(assertSettles(reconcile, { port: make() }));
  expect(error.message).toMatch(/ {4}~ data\.password {2}<secret sha256:\w+> -> <secret sha256:\w+>/);
  const shown = error.message + JSON.stringify(error) + JSON.stringify({ ...error });
  for (const text of ["hunter1", "hunter2"]) {
    expect(shown).not.toContain(text);
    expect(shown).not.toContain(Buffer.from(text).toString("base64"));
  }
});

test("a controller that holds its port already need not take the other", async () => {
  const port = createMemoryPort();
  const error = await failure(assertSettles(() => put(port, settings({ a: "1" })), { port }));
  expect(error.requests).toHaveLength(1);
});

test.each(PORTS)("a reconcile that clears the log writes all the same (%s)", async (_name, make) => {
  const port = make();
  let count = 0;
  const reconcile = async (given: ClusterPort) => {
    for (const each of [given, port]) if ("clearRequests" in each) (each as RecordedPort).clearRequests();
    await put(given, settings({ a: String(++count) }));
    if ("clearRequests" in given) (given as RecordedPort).clearRequests();
  };
  const error = await failure(assertSettles(reconcile, { port }));
  expect(error.message.split("\n").slice(1)).toEqual([
    "  replace ConfigMap demo/settings: changes",
    '    ~ data.a  "1" -> "2"',
  ]);
});

test("a port that wraps one in memory, held by the controller", async () => {
  const port = createMemoryPort();
  const wrapper = { ...port, read: port.read };
  const error = await failure(assertSettles(() => put(port, settings({ a: "1" })), { port: wrapper }));
  expect(error.requests).toHaveLength(1);
});

test("passes that may write, and passes that may not", async () => {
  let passes = 0;
  const reconcile = async (port: ClusterPort) => {
    passes++;
    if (passes <= 2 || passes === 5) await put(port, settings({ a: String(passes) }));
  };
  await assertSettles(reconcile, { port: createMemoryPort(), warmUp: 2, passes: 2 });
  expect(passes).toBe(4);
  passes = 0;
  const error = await failure(assertSettles(reconcile, { port: createMemoryPort(), warmUp: 2, passes: 3 }));
  expect(error.pass).toBe(5);
});

test("what reconcile throws comes through as it is", async () => {
  const broken = new Error("broken");
  await expect(assertSettles(() => Promise.reject(broken), { port: createMemoryPort() })).rejects.toBe(
    broken,
  );
});
