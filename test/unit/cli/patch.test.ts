import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonPatch, type PatchOperation, payloadPatch } from "../../../src/cli/output/patch.js";
import type { Json } from "../../../src/core/json.js";

/** RFC 6902, as far as these patches go. */
function apply(value: Json, patch: readonly PatchOperation[]): Json {
  let root = structuredClone(value) as Json;
  for (const operation of patch) {
    const steps = operation.path
      .split("/")
      .slice(1)
      .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
    const last = steps.pop();
    if (last === undefined) {
      root = operation.op === "remove" ? null : operation.value;
      continue;
    }
    const parent = steps.reduce((at, step) => (at as Record<string, Json>)[step] as Json, root) as
      | Record<string, Json>
      | Json[];
    if (Array.isArray(parent)) {
      if (operation.op === "remove") parent.splice(Number(last), 1);
      else
        parent.splice(Number(last), operation.op === "add" ? 0 : 1, structuredClone(operation.value) as Json);
    } else if (operation.op === "remove") delete parent[last];
    else
      Object.defineProperty(parent, last, {
        value: structuredClone(operation.value),
        enumerable: true,
        configurable: true,
        writable: true,
      });
  }
  return root;
}

const rows: readonly (readonly [what: string, from: Json, to: Json, patch: readonly PatchOperation[]])[] = [
  ["nothing", { a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }, []],
  ["a value", { a: 1 }, { a: 2 }, [{ op: "replace", path: "/a", value: 2 }]],
  ["keys with slashes and tildes", { "a/b~": 1 }, {}, [{ op: "remove", path: "/a~1b~0" }]],
  ["an item from the middle", { a: [1, 2, 3] }, { a: [1, 3] }, [{ op: "remove", path: "/a/1" }]],
  ["an item into the middle", { a: [1, 3] }, { a: [1, 2, 3] }, [{ op: "add", path: "/a/1", value: 2 }]],
  ["a field of an item", [{ n: 1, v: 1 }], [{ n: 1, v: 2 }], [{ op: "replace", path: "/0/v", value: 2 }]],
  ["another type", { a: [] }, { a: {} }, [{ op: "replace", path: "/a", value: {} }]],
  ["null", { a: 1 }, { a: null }, [{ op: "replace", path: "/a", value: null }]],
];

describe("a JSON patch", () => {
  it.each(rows)("for %s", (_what, from, to, patch) => {
    expect(jsonPatch(from, to)).toEqual(patch);
  });

  it("turns any JSON into any other", () => {
    const json = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<Json>;
    fc.assert(
      fc.property(json, json, (from, to) => {
        expect(apply(from, jsonPatch(from, to))).toEqual(to);
      }),
    );
  });

  it("turns live into the payload, but for what is the server's own", () => {
    const own = { uid: "u", creationTimestamp: "t", generation: 2, managedFields: [] };
    const live = { metadata: { name: "x", resourceVersion: "5", ...own }, spec: { a: 1 }, status: { b: 2 } };
    const payload = { metadata: { name: "x", resourceVersion: "5" }, spec: { a: 2 } };
    const patch = payloadPatch(live, payload);
    expect(patch).toEqual([{ op: "replace", path: "/spec/a", value: 2 }]);
    expect(apply(live, patch)).toEqual({
      ...payload,
      metadata: { ...payload.metadata, ...own },
      status: { b: 2 },
    });
  });
});
