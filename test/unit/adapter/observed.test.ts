import { describe, expect, test } from "vitest";
import { answerKey, keptOf } from "../../../src/adapter/ensure/answers.js";
import { createEnsurer } from "../../../src/adapter/ensurer.js";
import { assertSettles, createMemoryPort, recordWrites } from "../../../src/adapter/testing/index.js";
import type { JsonObject, KubeObject } from "../../../src/core/json.js";
import { compileRules } from "../../../src/rules/compile.js";
import { createGate } from "../../../src/rules/gate.js";

const gate = (mode: "replace" | "apply" | "merge") =>
  createGate({ mode, fieldManager: "ours", rules: compileRules([{ rules: [], fallback: "observed" }]) });

function widget(spec: JsonObject): KubeObject & JsonObject {
  const metadata = { name: "w", namespace: "demo" };
  return { apiVersion: "example.com/v1", kind: "Widget", metadata, spec } as KubeObject & JsonObject;
}

describe.each(["replace", "apply", "merge"] as const)("on a memory port, by %s", (mode) => {
  test("a reconcile settles, across a restart too: a dry run is no write", async () => {
    const port = createMemoryPort();
    const desired = widget({ a: 1 });
    const settles = async (): Promise<void> => {
      const ensurer = createEnsurer({ port, gate: gate(mode) });
      await assertSettles(async () => ensurer.ensure(desired), { port, warmUp: 1, passes: 3 });
    };
    await settles();
    await settles();
    const restarted = recordWrites(port);
    await createEnsurer({ port: restarted, gate: gate(mode) }).ensure(desired);
    const sent = restarted.requests.filter(({ verb }) => verb !== "read");
    expect(sent.map(({ verb, dryRun, changed }) => [verb, dryRun, changed])).toEqual([[mode, true, false]]);
  });

  test("what the caller does to its own objects changes nothing that is remembered", async () => {
    const port = createMemoryPort();
    const desired = { ...widget({ list: [1] }) };
    const ensurer = createEnsurer({ port, gate: gate(mode) });
    const { object } = await ensurer.ensure(desired);
    ((object as JsonObject).spec as { list: number[] }).list.push(2);
    expect((await ensurer.ensure(desired)).result).toBe("unchanged");
    const live = widget({ list: [1, 2] });
    await port.replace?.({ ...(await port.read({ ...REF })), spec: live.spec } as KubeObject);
    expect((await ensurer.ensure(desired)).result).toBe("updated");
  });
});

const REF = { apiVersion: "example.com/v1", kind: "Widget", namespace: "demo", name: "w" };
const answer = { ...widget({ a: 1 }), metadata: { ...REF, uid: "1", managedFields: [{}] }, status: { b: 1 } };

describe("what an answer is remembered by", () => {
  const key = (desired: KubeObject, object: object = answer, subresource?: "status") =>
    answerKey(desired, object as KubeObject, subresource);
  const same = key(widget({ a: 1, b: { c: 1, d: [1, 2] } }));

  test("is not the order of keys, nor a member that is undefined", () => {
    expect(key(widget({ b: { d: [1, 2], c: 1, e: undefined }, a: 1 }))).toBe(same);
  });

  test.each<[what: string, desired: KubeObject, object?: object, subresource?: "status"]>([
    ["the order of a list", widget({ a: 1, b: { c: 1, d: [2, 1] } })],
    ["a type", widget({ a: "1", b: { c: 1, d: [1, 2] } })],
    ["null", widget({ a: 1, b: { c: 1, d: [1, 2] }, e: null })],
    ["an integer that a double cannot hold", widget({ a: 1n, b: { c: 1, d: [1, 2] } })],
    ["the uid", widget({ a: 1, b: { c: 1, d: [1, 2] } }), { ...answer, metadata: { uid: "2" } }],
    ["the subresource", widget({ a: 1, b: { c: 1, d: [1, 2] } }), answer, "status"],
    ["the version", { ...widget({ a: 1, b: { c: 1, d: [1, 2] } }), apiVersion: "example.com/v2" }],
  ])("is %s", (_what, desired, object, subresource) => {
    const other = key(desired, object, subresource);
    expect(other).toBeDefined();
    expect(other).not.toBe(same);
  });

  test("holds nothing of desired in clear", () => {
    expect(key(widget({ password: "hunter2" }))).not.toContain("hunter2");
  });

  test.each<[what: string, desired: JsonObject, object: object]>([
    ["an object without a uid", { a: 1 }, { ...answer, metadata: {} }],
    ["what is no JSON", { a: new Date(0) as never }, answer],
  ])("is nothing for %s", (_what, spec, object) => {
    expect(key(widget(spec), object)).toBeUndefined();
  });
});

test("of an answer, only what may be compared is kept", () => {
  const { uid: _, managedFields, ...named } = answer.metadata;
  const metadata = { ...named, uid: "1" };
  expect(keptOf(widget({}), answer as KubeObject, undefined)).toEqual({ ...widget({ a: 1 }), metadata });
  expect(keptOf({ ...widget({}), status: {} } as KubeObject, answer as KubeObject, undefined)).toMatchObject({
    status: { b: 1 },
  });
  const { apiVersion, kind } = answer;
  const status = { apiVersion, kind, metadata, status: { b: 1 } };
  expect(keptOf(widget({}), answer as KubeObject, "status")).toEqual(status);
});
