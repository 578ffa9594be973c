import { describe, expect, test } from "vitest";
import type { Json } from "../../../src/core/json.js";
import { formatPath, formatPointer, itemMatches, parsePath, valuesAt } from "../../../src/core/path.js";

describe("a path", () => {
  const key = (name: string) => ({ kind: "key", key: name });
  test.each<[text: string, steps: readonly unknown[]]>([
    ["spec", [key("spec")]],
    ["spec.replicas", [key("spec"), key("replicas")]],
    ["a[*].b", [key("a"), { kind: "each" }, key("b")]],
    ["a[x/y]", [key("a"), key("x/y")]],
    ["a[x.y]", [key("a"), key("x.y")]],
    ["a[x/*]", [key("a"), { kind: "prefix", prefix: "x/" }]],
    ["a[name=b]", [key("a"), { kind: "item", where: { name: "b" } }]],
    ["a[port=80,protocol=TCP]", [key("a"), { kind: "item", where: { port: "80", protocol: "TCP" } }]],
    ["a[port = 80, protocol = TCP]", [key("a"), { kind: "item", where: { port: "80", protocol: "TCP" } }]],
    ["a[name=]", [key("a"), { kind: "item", where: { name: "" } }]],
    ['a["b ]"]', [key("a"), key("b ]")]],
    ['a["*"]', [key("a"), key("*")]],
    ['a["1"]', [key("a"), key("1")]],
    ['a["a=b"].c', [key("a"), key("a=b"), key("c")]],
    ['a["q\\"]"]', [key("a"), key('q"]')]],
    ["a[b][c]", [key("a"), key("b"), key("c")]],
    ["a.__proto__", [key("a"), key("__proto__")]],
    ["a.$b_c-d", [key("a"), key("$b_c-d")]],
  ])("%s is read", (text, steps) => {
    expect(parsePath(text)).toEqual(steps);
  });

  test.each([
    "spec",
    "spec.replicas",
    "a[*].b",
    "a[x/y]",
    "a[x/*]",
    "a[name=b]",
    "a[port=80,protocol=TCP]",
    'a["b ]"]',
    'a["*"]',
    'a["a=b"].c',
  ])("%s is written as it was read", (text) => {
    expect(formatPath(parsePath(text))).toBe(text);
  });

  test.each<[text: string, code: string, column: number]>([
    ["", "empty-path", 1],
    [".a", "empty-step", 1],
    ["a.", "empty-step", 3],
    ["a..b", "empty-step", 3],
    ["a[", "unclosed-bracket", 2],
    ["a[b", "unclosed-bracket", 2],
    ['a["b]', "unclosed-bracket", 2],
    ["a[]", "empty-step", 3],
    ["a[0]", "index-in-path", 3],
    ["a[12].b", "index-in-path", 3],
    ["a[=b]", "unexpected-character", 3],
    ["a[b]c", "unexpected-character", 5],
    ["a[x=1,y]", "unexpected-character", 3],
    ['a["\\x"]', "unexpected-character", 3],
  ])("%s: %s at %i", (text, code, column) => {
    expect(() => parsePath(text)).toThrow(expect.objectContaining({ name: "PathError", code, column }));
  });

  test.each<[steps: readonly (string | number)[], pointer: string]>([
    [[], ""],
    [["a", 0, "b"], "/a/0/b"],
    [["a/b", "c~d", "~1"], "/a~1b/c~0d/~01"],
    [[""], "/"],
  ])("%j is the pointer %s", (steps, pointer) => {
    expect(formatPointer(steps)).toBe(pointer);
  });
});

describe("an item is named by its keys", () => {
  test.each<[item: Json, where: Readonly<Record<string, string>>, matches: boolean]>([
    [{ name: "a" }, { name: "a" }, true],
    [{ name: "a" }, { name: "b" }, false],
    [{ port: 80 }, { port: "80" }, true],
    [{ port: 80, protocol: "TCP" }, { port: "80", protocol: "UDP" }, false],
    [{ name: "token-x1" }, { name: "token-*" }, true],
    [{ name: "token" }, { name: "token-*" }, false],
    [{}, { name: "" }, false],
    [{ name: null }, { name: "null" }, false],
    ["a", { name: "a" }, false],
    [null, { name: "a" }, false],
    [{}, { toString: "x" }, false],
  ])("%j by %j: %s", (item, where, matches) => {
    expect(itemMatches(item, where)).toBe(matches);
  });
});

describe("the values at a path", () => {
  const root: Json = {
    list: [{ n: "a", v: 1 }, { n: "b", v: 2 }, 3],
    map: { "x/a": 1, "x/b": 2, y: 3 },
    none: null,
  };
  test.each<[path: string, values: readonly Json[]]>([
    ["list[*].v", [1, 2]],
    ["list[n=b].v", [2]],
    ["list[n=c].v", []],
    ["map[x/*]", [1, 2]],
    ["map[x/a]", [1]],
    ["map.z", []],
    ["map.constructor", []],
    ["map.__proto__", []],
    ["none", [null]],
    ["none.a", []],
    ["list.length", []],
  ])("%s", (path, values) => {
    expect(valuesAt(root, parsePath(path))).toEqual(values);
  });
});
