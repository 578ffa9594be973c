// @ts-check
// The parts of npm run accuracy that need no server.
import { describe, expect, test } from "vitest";
import { isImmutable } from "../../tools/accuracy/changed.mjs";
import { choices, shares } from "../../tools/accuracy/choose.mjs";
import { partial } from "../../tools/accuracy/drifts/steps.mjs";
import { remove, set } from "../../tools/accuracy/edit.mjs";
import { customOnly } from "../../tools/accuracy/manifests.mjs";
import { mergeBody, replaceBody, stated } from "../../tools/accuracy/naive.mjs";
import { rounds } from "../../tools/accuracy/order.mjs";
import { ANY } from "../../tools/accuracy/schema.mjs";
import { inLiveOrder, sorted } from "../../tools/accuracy/sets.mjs";

/** @typedef {import("../../tools/accuracy/types.d.ts").Node} Node */

/** @param {Record<string, Node>} fields @returns {Node} */
const struct = (fields) => ({ ...ANY, type: "struct", fields: new Map(Object.entries(fields)) });
/** @param {Node["list"]} list @param {Node} of @param {string[]} [keys] @returns {Node} */
const listOf = (list, of, keys = []) => ({ ...ANY, type: "list", list, of, keys });
/** @type {Node} */
const text = { ...ANY, type: "string" };

const root = struct({
  spec: struct({
    tags: listOf("set", text),
    args: listOf("atomic", text),
    ports: listOf("keyed", struct({ port: { ...ANY, type: "integer" }, name: text }), ["port"]),
  }),
});

const object = {
  apiVersion: "example.com/v1",
  kind: "Thing",
  metadata: { name: "a", namespace: "b", labels: { ours: "1" } },
  spec: {
    tags: ["x", "y"],
    args: ["p", "q"],
    ports: [
      { port: 80, name: "http" },
      { port: 443, name: "https" },
    ],
  },
};
const identity = { apiVersion: "example.com/v1", kind: "Thing", metadata: { name: "a", namespace: "b" } };

test("edits leave the original alone", () => {
  const before = structuredClone(object);
  expect(set(object, ["spec", "ports", 1, "name"], "tls").spec.ports).toEqual([
    { port: 80, name: "http" },
    { port: 443, name: "tls" },
  ]);
  expect(remove(object, ["spec", "tags", 0]).spec.tags).toEqual(["y"]);
  expect(object).toEqual(before);
  expect(Object.keys(set(object, ["spec", "__proto__"], { a: 1 }).spec)).toContain("__proto__");
});

describe("what another manager applies to own one place", () => {
  test.each([
    [
      "a leaf of a keyed item, with its keys",
      ["spec", "ports", 1, "name"],
      { ports: [{ port: 443, name: "https" }] },
    ],
    ["a value of a set", ["spec", "tags", 1], { tags: ["y"] }],
    ["an atomic list whole", ["spec", "args", 1], { args: ["p", "q"] }],
  ])("%s", (_, path, spec) => {
    expect(partial(object, path, root)).toEqual({ ...identity, spec });
  });
});

describe("naive writes", () => {
  const live = {
    ...object,
    metadata: {
      ...object.metadata,
      ...{ uid: "u", resourceVersion: "7", labels: { ours: "0", theirs: "1" }, finalizers: ["theirs"] },
    },
    status: { ready: true },
  };
  const desired = {
    ...object,
    metadata: { ...object.metadata, uid: "other", finalizers: ["ours"] },
    spec: { tags: [] },
  };

  test("state nothing that only the server writes", () => {
    const resource = { namespaced: true, subresources: ["status"], prefix: "", plural: "", verbs: [] };
    expect(stated({ ...desired, status: {} }, resource)).toEqual({
      ...identity,
      metadata: { ...identity.metadata, labels: { ours: "1" }, finalizers: ["ours"] },
      spec: { tags: [] },
    });
  });

  test("PUT: stated fields whole, labels by key, finalizers joined", () => {
    expect(replaceBody(desired, live)).toEqual({
      ...live,
      metadata: { ...live.metadata, labels: { ours: "1", theirs: "1" }, finalizers: ["theirs", "ours"] },
      spec: { tags: [] },
    });
  });

  test("merge patch: desired, finalizers joined", () => {
    expect(mergeBody(desired, live).metadata.finalizers).toEqual(["theirs", "ours"]);
    expect(mergeBody(desired, live).spec).toEqual({ tags: [] });
  });
});

test("a set in live's order, new values last", () => {
  const desired = set(object, ["spec", "tags"], ["new", "y", "x"]);
  expect(inLiveOrder(desired, object, root).spec.tags).toEqual(["x", "y", "new"]);
  expect(inLiveOrder(object, object, root)).toBe(object);
});

test("sets in any order are the same", () => {
  expect(sorted(object, root).spec.tags).toEqual(["x", "y"]);
  expect(sorted(set(object, ["spec", "tags"], ["y", "x"]), root)).toEqual(sorted(object, root));
});

test("custom kinds alone: with their definitions, and no others", () => {
  const definition = (/** @type {string} */ group, /** @type {string} */ kind) => ({
    file: "f",
    desired: { ...object, kind: "CustomResourceDefinition", spec: { group, names: { kind } } },
  });
  const [things, others] = [definition("example.com", "Thing"), definition("example.com", "Other")];
  const thing = { file: "f", desired: object };
  const pod = { file: "f", desired: { ...object, apiVersion: "v1", kind: "Pod" } };
  expect(customOnly([pod, thing, others, things])).toEqual([things, thing]);
});

describe("refusals", () => {
  const refused = (/** @type {string[]} */ ...messages) => ({
    code: 422,
    body: { details: { causes: messages.map((message) => ({ message })) } },
  });
  test.each([
    ["field is immutable", refused('Invalid value: "a": field is immutable'), true],
    [
      "updates are forbidden",
      refused("Forbidden: updates to statefulset spec for fields other than 'replicas' are forbidden"),
      true,
    ],
    ["a value that speaks of it", refused('Invalid value: "immutable": must be a number'), false],
    ["another cause as well", refused("field is immutable", "Required value"), false],
    ["no cause", refused(), false],
    ["another code", { ...refused("field is immutable"), code: 403 }, false],
  ])("%s", (_, answer, immutable) => expect(isImmutable(answer)).toBe(immutable));
});

describe("which pairs", () => {
  const things = Array.from({ length: 16 }, () => ({ desired: { ...object } }));
  const rare = { desired: { ...object, kind: "Rare" } };

  test("a rare kind is not hidden by a common one", () => {
    const share = shares([...things, rare], 100);
    expect(share(rare.desired)).toBe(20);
    expect(share(/** @type {any} */ (things[0]).desired)).toBe(5);
  });

  /** @param {string} seed */
  const chosen = (seed) => {
    const item = {
      id: "1",
      file: "f",
      desired: object,
      live: object,
      root,
      resource: /** @type {any} */ ({}),
    };
    return Array.from(choices(item, seed), ({ mutation, where }) => `${mutation} ${where}`);
  };
  test("the same seed chooses the same, another one others", () => {
    expect(chosen("1").length).toBeGreaterThan(100);
    expect(chosen("1")).toEqual(chosen("1"));
    expect(chosen("1")).not.toEqual(chosen("2"));
  });

  test("what others are in, and what acts on others, comes after them", () => {
    const kinds = ["MutatingWebhookConfiguration", "Namespace", "Pod", "Endpoints"];
    const objects = kinds.map((kind) => ({ desired: { ...object, kind } }));
    const asked = rounds(objects).map(({ ask }) => ask.map(({ desired }) => desired.kind));
    expect(asked).toEqual([["Pod"], ["Endpoints"], ["MutatingWebhookConfiguration"], ["Namespace"]]);
  });
});
