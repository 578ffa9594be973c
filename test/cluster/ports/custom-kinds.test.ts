import { randomUUID } from "node:crypto";
import { afterAll, expect, vi } from "vitest";
import { clientNodePort } from "../../../src/adapter/client-node/index.js";
import type { JsonObject, KubeObject } from "../../../src/index.js";
import { definitionOf } from "../../custom-resource-definition.js";
import { clusterTest, given, sharedClient } from "../helper.js";
import { kubeConfigOf } from "./kube-config.js";

const client = given ? sharedClient() : undefined;
afterAll(() => client?.close());

/** A kind of the test's own, that keeps what it is given; its definition is there once it is served. */
function definition(plural: string): KubeObject & JsonObject {
  const schema = { "x-kubernetes-preserve-unknown-fields": true };
  return definitionOf({ group: "example.com", kind: kindOf(plural), plural, scope: "Cluster", schema });
}

const kindOf = (plural: string) => `${plural[0]?.toUpperCase()}${plural.slice(1)}`;
const some = () => `g${randomUUID().slice(0, 8)}`;
const code = (error: unknown) => (error as { details?: { reason?: string } }).details?.reason;

const PATIENCE = { timeout: 60_000, interval: 20 };

/** Tries until it succeeds: a definition is served a little after it was stored. */
const untilServed = <T>(ask: () => Promise<T>): Promise<T> => vi.waitFor(ask, PATIENCE);

clusterTest("a kind that is served later is found, and one that is gone is not", async () => {
  const port = clientNodePort(kubeConfigOf());
  const plural = some();
  const ref = { apiVersion: "example.com/v1", kind: kindOf(plural), name: "a" };
  await expect(port.read(ref)).rejects.toSatisfy((error) => code(error) === "KindNotServed");
  await port.create(definition(plural));
  expect(await untilServed(() => port.read(ref))).toBeUndefined();
  await port.create({ ...ref, metadata: { name: "a" } });
  expect(await port.read(ref)).toMatchObject({ metadata: { name: "a" } });
  await port.delete({ ...definition(plural), name: `${plural}.example.com` } as never);
  await vi.waitFor(
    () => expect(port.read(ref)).rejects.toSatisfy((error) => code(error) === "KindNotServed"),
    PATIENCE,
  );
});

clusterTest("integers that a double cannot hold, and fields called as attributes, both ways", async () => {
  const port = clientNodePort(kubeConfigOf());
  const plural = some();
  const ref = { apiVersion: "example.com/v1", kind: kindOf(plural), name: "a" };
  await port.create(definition(plural));
  const spec = {
    big: 9007199254740993n,
    small: 1,
    text: "9007199254740993",
    _from: [{ _default: 1 }],
    at: null,
  };
  const { apiVersion, kind } = ref;
  const object = { apiVersion, kind, metadata: { name: "a" }, spec };
  expect(await untilServed(() => port.apply(object, { fieldManager: "me" }))).toMatchObject({ spec });
  expect(await port.read(ref)).toMatchObject({ spec });
  expect(await port.merge(ref, { spec: { big: -9007199254740993n } })).toMatchObject({
    spec: { ...spec, big: -9007199254740993n },
  });
  expect(await port.list({ apiVersion, kind })).toHaveLength(1);
});

clusterTest("a list of more than one page", async () => {
  const port = clientNodePort(kubeConfigOf());
  const plural = some();
  const { apiVersion, kind } = { apiVersion: "example.com/v1", kind: kindOf(plural) };
  await port.create(definition(plural));
  await untilServed(() => port.list({ apiVersion, kind }));
  const names = Array.from({ length: 501 }, (_, index) => `a${index}`);
  for (let at = 0; at < names.length; at += 50) {
    const some = names.slice(at, at + 50);
    await Promise.all(
      some.map((name) => untilServed(() => port.create({ apiVersion, kind, metadata: { name } }))),
    );
  }
  const listed = await port.list({ apiVersion, kind });
  expect(listed.map(({ metadata }) => metadata?.name).sort()).toEqual(names.sort());
});
