import { describe, expect, test } from "vitest";
import { type AnswerOptions, answerKey, keptOf } from "../../../src/adapter/ensure/answers.js";
import { isStated } from "../../../src/adapter/ensure/stated.js";
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

describe("bounds of answers", () => {
  const made = (answers: AnswerOptions) =>
    createEnsurer({ port: createMemoryPort(), gate: gate("merge"), answers });

  test.each<[AnswerOptions, path: string]>([
    [{ ttlMs: Number.NaN }, "answers.ttlMs"],
    [{ ttlMs: -1 }, "answers.ttlMs"],
    [{ max: Number.NaN }, "answers.max"],
    [{ max: -1 }, "answers.max"],
  ])("%o is refused", (answers, path) => {
    expect(() => made(answers)).toThrow(expect.objectContaining({ code: "bad-option", path }));
  });

  test.each<[AnswerOptions, dryRuns: number]>([
    [{}, 0],
    [{ ttlMs: undefined, max: undefined }, 0],
    [{ ttlMs: Number.POSITIVE_INFINITY, max: Number.POSITIVE_INFINITY }, 0],
    [{ ttlMs: 0 }, 3],
    [{ max: 0 }, 3],
  ])("%o: dry runs of three passes", async (answers, dryRuns) => {
    const port = recordWrites(createMemoryPort());
    const ensurer = createEnsurer({ port, gate: gate("merge"), answers });
    await ensurer.ensure(widget({ a: 1 }));
    for (let pass = 0; pass < 3; pass++)
      expect((await ensurer.ensure(widget({ a: 1 }))).result).toBe("unchanged");
    const sent = port.requests.filter(({ verb }) => verb !== "read");
    expect(sent.map(({ verb, dryRun }) => [verb, dryRun])).toEqual([
      ["create", false],
      ...Array.from({ length: dryRuns }, () => ["merge", true]),
    ]);
  });
});

describe("is stated", () => {
  const desired = widget({ a: 1, none: null, list: [{ name: "x", b: 1 }], map: { "k.io/x": "1" } });
  test.each<[path: string, listsMerge: boolean, is: boolean]>([
    ["spec.a", true, true],
    ["spec.b", true, false],
    ["spec.b.c", true, false],
    ["spec.none.c", true, true],
    ["spec.map[k.io/x]", true, true],
    ["spec.map[k.io/y]", true, false],
    ["spec.list[name=x].b", true, true],
    ["spec.list[name=x].c", true, false],
    ["spec.list[name=y]", true, false],
    ["spec.list[name=y]", false, true],
    ["spec.list[3].c", true, true],
    ["spec.other[3].c", true, false],
    ['spec.map["[1]"]', true, true],
    ["metadata.constructor", true, false],
  ])("%s, lists merge: %s", (path, listsMerge, is) => {
    expect(isStated(desired, path, listsMerge)).toBe(is);
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
