import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Draft } from "../../../src/core/apply/draft.js";
import { itemElement } from "../../../src/core/apply/elements.js";
import { withoutFinalizers } from "../../../src/core/apply/finalizers.js";
import { KeyedItems } from "../../../src/core/apply/keyed-items.js";
import { Lookup } from "../../../src/core/apply/lookup.js";
import { withoutLeftOut } from "../../../src/core/decide/left-out.js";
import type { Json, JsonObject } from "../../../src/core/json.js";
import { mergedMetadata } from "../../../src/core/merge/metadata.js";
import { itemMatches, parsePath } from "../../../src/core/path.js";
import { NamedItems } from "../../../src/core/value/named-items.js";
import { ANY } from "../../../src/core/walk/any.js";
import type { FoundPassed, Step } from "../../../src/core/walk/context.js";
import { ListNode } from "../../../src/core/walk/list.js";
import { MapNode } from "../../../src/core/walk/map.js";
import { deepFreeze } from "./helper.js";

const keys = [{ name: "name", fields: undefined }];
const keyed = new ListNode({
  of: ANY,
  nullIs: null,
  pairing: "order",
  granularity: "items",
  keys,
  applyKeys: keys,
  foreign: "remove",
});
const root = new MapNode({ of: keyed, nullIs: null, foreign: "remove" });
const padding = Array.from({ length: 40 }, (_, index) => ({ name: `padding-${index}` }));
const item = fc.record({ name: fc.constantFrom<Json>("a", "b", "c", 1, "1", null, { a: 1 }) });
const changes = fc.array(fc.tuple(fc.nat(50), item), { maxLength: 8 });

describe("a long list that changes is searched as a short one", () => {
  test("by elements, and by the values of keys", () => {
    fc.assert(
      fc.property(fc.array(item, { maxLength: 10 }), changes, (items, edits) => {
        const list: Json[] = [...items, ...padding];
        const [byElement, byKeys] = [new KeyedItems(), new NamedItems()];
        const check = (): void => {
          for (const name of ["a", "b", "1", "padding-3", "p*"]) {
            const element = `k:${JSON.stringify({ name })}`;
            const at = list.findIndex((each) => itemElement(keyed, each) === element);
            expect(byElement.find(keyed, list, element)).toBe(at);
            const matching = [...list.keys()].filter((index) => itemMatches(list[index], { name }));
            expect(byKeys.matching(list, { name })).toEqual(matching);
            expect(byKeys.first(list, { name })).toBe(matching[0] ?? -1);
          }
        };
        check();
        for (const [place, edit] of edits) {
          const at = Math.min(place, list.length);
          list[at] = edit;
          byElement.changed(list, at);
          byKeys.changed(list, at);
          check();
        }
        list.splice(2, 3);
        byElement.moved(list);
        byKeys.moved(list);
        check();
      }),
    );
  });
});

describe("a draft", () => {
  test("loses the items that the other object lacks, and keeps its places countable", () => {
    const names = Array.from({ length: 40 }, (_, index) => ({ name: `n${index}` }));
    const made = deepFreeze({ list: names });
    const draft = new Draft(root, made, new Lookup());
    for (const name of ["n0", "n5", "n39"]) draft.restate({}, ["f:list", `k:{"name":"${name}"}`]);
    expect(draft.placesIn([...parsePath("list"), { kind: "index", index: 0 }])).toEqual([
      ["f:list", 'k:{"name":"n1"}'],
    ]);
    draft.restate({ list: [{ name: "n5", a: 1 }] }, ["f:list", 'k:{"name":"n5"}', "f:a"]);
    expect(draft.value).toEqual({
      list: [...names.filter(({ name }) => !["n0", "n5", "n39"].includes(name)), { name: "n5", a: 1 }],
    });
  });

  test("is absent where all its items are gone", () => {
    const draft = new Draft(root, deepFreeze({ list: [{ name: "a" }] }), new Lookup());
    draft.restate({}, ["f:list", 'k:{"name":"a"}']);
    expect(draft.valueAt(["f:list"])).toEqual([]);
    expect(draft.value).toEqual({ list: [] });
  });
});

describe("what desired leaves out", () => {
  const steps = (path: string): readonly Step[] => parsePath(path).map((segment) => ({ segment, token: "" }));
  const passed = (path: string, live: Json): FoundPassed => ({
    steps: steps(path),
    desired: undefined,
    live,
    by: { code: "default" },
    part: undefined,
  });
  const inner = { b: 1, c: 2 };
  const after: JsonObject = deepFreeze({
    a: inner,
    list: [
      { name: "x", v: 1, w: 2 },
      { name: "y", v: 1 },
    ],
  });
  const left = (changed: string, ...places: readonly FoundPassed[]): JsonObject => {
    const change = { desired: 1, live: 2, reason: { code: "changed" }, part: "" } as const;
    return withoutLeftOut(after, places, [{ ...change, steps: steps(changed) }]);
  };
  test.each([
    ["the place itself", "a.b", [passed("a.b", 1)], { ...after, a: { c: 2 } }],
    ["within what changed", "a", [passed("a.b", 1)], { ...after, a: { c: 2 } }],
    ["around what changed", "a.b", [passed("a", inner)], { list: after.list }],
    ["beside what changed", "a.c", [passed("a.b", 1)], after],
    ["another value than live's", "a.b", [passed("a.b", 9)], after],
    [
      "two of one item",
      "list",
      [passed("list[name=x].v", 1), passed("list[name=x].w", 2)],
      {
        ...after,
        list: [{ name: "x" }, { name: "y", v: 1 }],
      },
    ],
    [
      "an item's key, and then another part of it",
      "list",
      [passed("list[name=x].name", "x"), passed("list[name=x].w", 2)],
      {
        ...after,
        list: [
          { v: 1, w: 2 },
          { name: "y", v: 1 },
        ],
      },
    ],
    [
      "a part, and then the whole, which is live's no more",
      "a",
      [passed("a.b", 1), passed("a", inner)],
      {
        ...after,
        a: { c: 2 },
      },
    ],
  ] as const)("%s", (_, changed, places, is) => {
    expect(left(changed, ...places)).toEqual(is);
  });
});

describe("finalizers", () => {
  const of = (...finalizers: readonly string[]): JsonObject => ({
    metadata: { finalizers: [...finalizers] },
  });
  test("ours go from an apply where desired does not state them", () => {
    const left = withoutFinalizers(of("ours/a", "theirs", "ours/b"), of("ours/b"), ["ours/a", "ours/b"]);
    expect(left).toEqual(of("theirs", "ours/b"));
  });
  test("a patch keeps those of others and adds each of desired's once", () => {
    const [desired, live] = [
      { finalizers: ["ours/b", "new", "new"] },
      { finalizers: ["theirs", "ours/a", "ours/b"] },
    ];
    expect(mergedMetadata(desired, live, ["ours/a", "ours/b"]).finalizers).toEqual([
      "theirs",
      "ours/b",
      "new",
    ]);
  });
});
