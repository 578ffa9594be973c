import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../../../src/core/json.js";
import { same } from "../../../../src/rules/learn/evidence/same.js";
import { pathTo, type Steps, valueAt, withValue } from "../../../../src/rules/learn/evidence/steps.js";

const object: JsonObject = JSON.parse(
  '{"spec":{"list":[{"name":"a","v":1},{"name":"b"},"x"],"__proto__":{"deep":1},"constructor":"c"}}',
);

describe("valueAt", () => {
  it.each<[Steps, Json | undefined]>([
    [[], object],
    [["spec", "list", 0, "v"], 1],
    [["spec", "list", 3], undefined],
    [["spec", "list", "0"], undefined],
    [["spec", "__proto__", "deep"], 1],
    [["spec", "constructor"], "c"],
    [["spec", "toString"], undefined],
    [["status", "x"], undefined],
  ])("%j", (steps, value) => {
    expect(valueAt(object, steps)).toEqual(value);
  });
});

describe("withValue", () => {
  it.each<[string, Steps, Json | undefined, Steps, Json | undefined]>([
    ["changes a value", ["spec", "list", 0, "v"], 2, ["spec", "list", 0], { name: "a", v: 2 }],
    ["takes a key away", ["spec", "list", 0, "v"], undefined, ["spec", "list", 0], { name: "a" }],
    ["takes an item away", ["spec", "list", 0], undefined, ["spec", "list"], [{ name: "b" }, "x"]],
    ["adds an item behind the last", ["spec", "list", 9], "y", ["spec", "list", 3], "y"],
    ["makes what is missing on the way", ["a", "b", 0, "c"], 1, ["a"], { b: [{ c: 1 }] }],
    ["sets a key called __proto__", ["spec", "__proto__"], 7, ["spec", "__proto__"], 7],
  ])("%s", (_what, steps, value, at, wanted) => {
    const before = JSON.stringify(object);
    expect(valueAt(withValue(object, steps, value), at)).toEqual(wanted);
    expect(JSON.stringify(object)).toBe(before);
  });

  it("shares what is not on the way", () => {
    const changed = withValue(object, ["spec", "constructor"], "d");
    expect(valueAt(changed, ["spec", "list"])).toBe(valueAt(object, ["spec", "list"]));
  });
});

describe("pathTo", () => {
  it.each<[Steps, string]>([
    [["spec", "list", 1], "spec.list[name=b]"],
    [["spec", "list", 2], "spec.list[2]"],
    [["metadata", "labels", "a/b"], "metadata.labels[a/b]"],
  ])("%j: %s", (steps, path) => {
    expect(pathTo(object, steps)).toBe(path);
  });
});

describe("same", () => {
  it.each<[Json, Json, boolean]>([
    [1, 1, true],
    [1, 1n, false],
    [{ a: [1, { b: null }] }, { a: [1, { b: null }] }, true],
    [{ a: 1 }, { a: 1, b: null }, false],
    [[1, 2], [2, 1], false],
    [{}, [], false],
    [
      { valueOf: "a", toString: "b", constructor: "c" },
      { valueOf: "a", toString: "b", constructor: "c" },
      true,
    ],
    [JSON.parse('{"__proto__":1}'), {}, false],
  ])("%o and %o: %s", (left, right, are) => {
    expect(same(left, right)).toBe(are);
  });
});
