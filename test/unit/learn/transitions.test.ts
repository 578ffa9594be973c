import { describe, expect, test } from "vitest";
import type { ConditionalPath } from "../../../src/core/facts.js";
import type { Json, JsonObject } from "../../../src/core/json.js";
import { learnRules } from "../../../src/index.js";
import { definitionOf } from "../../custom-resource-definition.js";

const text: JsonObject = { type: "string" };
const phase: JsonObject = { type: "string", enum: ["", "On", "Off"] };

/** What is learned of a kind whose spec, which is always there, has these fields, and rules on itself or on its field x. */
function learn(
  properties: JsonObject,
  { spec = [], x = [] }: { spec?: readonly string[]; x?: readonly string[] },
): { immutable: readonly Json[]; mutable: readonly Json[]; unread: readonly string[] } {
  const rules = (texts: readonly string[]): Json => texts.map((rule) => ({ rule }));
  const ruled = { ...(properties.x as JsonObject), "x-kubernetes-validations": rules(x) };
  const schema: JsonObject = {
    required: ["spec"],
    properties: {
      spec: {
        type: "object",
        "x-kubernetes-validations": rules(spec),
        properties: { ...properties, x: ruled },
      },
    },
  };
  const learned = learnRules([
    definitionOf({ group: "example.com", kind: "Widget", plural: "widgets", schema }),
  ]);
  const bare = (entries: readonly ConditionalPath[] = []) =>
    entries.map(({ source: _, ...entry }) => entry as unknown as Json);
  const [kind] = learned.facts.kinds;
  return {
    immutable: bare(kind?.immutable),
    mutable: bare(kind?.mutable),
    unread: learned.unknowns.flatMap(({ unknown }) =>
      unknown.code === "transition-rule" ? [unknown.rule] : [],
    ),
  };
}

const there = { path: "spec.x", exists: true };
const fixed = { path: "spec.x", when: there };
const fixedWhereStated = { ...fixed, stated: true };
const notAdded = {
  path: "spec.x",
  when: [
    { path: "spec", exists: true },
    { path: "spec.x", exists: false },
  ],
};

describe("rules that are understood", () => {
  test.each<[rule: string, properties: JsonObject, on: "spec" | "x", immutable: readonly Json[]]>([
    ["self == oldSelf", { x: text }, "x", [fixedWhereStated]],
    [" ( oldSelf==self ) ", { x: text }, "x", [fixedWhereStated]],
    ["self.x == oldSelf.x", { x: { ...text, default: "a" } }, "spec", [{ path: "spec.x" }]],
    ["self.x == oldSelf.x", { x: text }, "spec", [fixed, notAdded]],
    ["self.x == oldSelf.x && true", { x: text }, "spec", [fixed, notAdded]],
    ["!has(oldSelf.x) || self.x == oldSelf.x", { x: text }, "spec", [fixed]],
    ["!has(oldSelf.x) || has(self.x) && oldSelf.x == self.x", { x: text }, "spec", [fixed]],
    ["!(has(self.x) && has(oldSelf.x)) || self.x == oldSelf.x", { x: text }, "spec", [fixedWhereStated]],
    ["has(oldSelf.x) ? self.x == oldSelf.x : true", { x: text }, "spec", [fixed]],
    [
      "oldSelf == '' || self == oldSelf",
      { x: phase },
      "x",
      [
        { path: "spec.x", when: { path: "spec.x", equals: "On" }, stated: true },
        { path: "spec.x", when: { path: "spec.x", equals: "Off" }, stated: true },
      ],
    ],
    [
      'oldSelf == "On" ? self == "On" : true',
      { x: text },
      "x",
      [{ path: "spec.x", when: { path: "spec.x", equals: "On" }, stated: true }],
    ],
    [
      "!oldSelf || self",
      { x: { type: "boolean" } },
      "x",
      [{ path: "spec.x", when: { path: "spec.x", equals: true }, stated: true }],
    ],
    [
      "self >= oldSelf",
      { x: { type: "boolean" } },
      "x",
      [{ path: "spec.x", when: { path: "spec.x", equals: true }, stated: true }],
    ],
    [
      "self <= oldSelf",
      { x: { type: "string", enum: ["b", "a"] } },
      "x",
      [{ path: "spec.x", when: { path: "spec.x", equals: "a" }, stated: true }],
    ],
  ])("%s", (rule, properties, on, immutable) => {
    expect(learn(properties, { [on]: [rule] })).toEqual({ immutable, mutable: [], unread: [] });
  });

  test("a number that only goes one way", () => {
    const mutable = [{ path: "spec.x", only: "raising" }];
    const integer = { x: { type: "integer" } };
    expect(learn(integer, { x: ["self >= oldSelf"] })).toEqual({
      immutable: [fixedWhereStated],
      mutable,
      unread: [],
    });
    expect(learn(integer, { x: ["self >= oldSelf", "self <= oldSelf"] }).mutable).toEqual([]);
  });

  test("a rule against removal counts beside one against change", () => {
    const keeps = "!has(oldSelf.x) || has(self.x)";
    const both = learn({ x: text }, { spec: [keeps], x: ["self == oldSelf"] });
    expect(both).toEqual({ immutable: [fixed], mutable: [], unread: [] });
    expect(learn({ x: text }, { spec: [keeps] })).toEqual({ immutable: [], mutable: [], unread: [keeps] });
  });

  test("of a conjunction, what is certain", () => {
    const rule = "self.x == oldSelf.x && (self.y == oldSelf.y || self.z == 'free')";
    const all = { ...text, default: "a" };
    expect(learn({ x: all, y: all, z: all }, { spec: [rule] })).toEqual({
      immutable: [{ path: "spec.x" }],
      mutable: [],
      unread: [rule],
    });
  });

  test("keyed items within may change places", () => {
    const items = { type: "object", properties: { name: text }, required: ["name"] };
    const list = {
      type: "array",
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["name"],
      items,
    };
    expect(
      learn({ x: { type: "object", properties: { list } } }, { x: ["self == oldSelf"] }).mutable,
    ).toEqual([{ path: "spec.x.list", only: "reordering" }]);
  });
});

describe("rules that are not understood are told, and make no fact", () => {
  test.each<[rule: string, x: JsonObject]>([
    ["oldSelf == '' || self == oldSelf", text],
    ["self.startsWith(oldSelf)", text],
    ["size(self) >= size(oldSelf)", { type: "array", items: text }],
    ["oldSelf.all(each, each in self)", { type: "array", items: text }],
    ["self[0] == oldSelf[0]", { type: "array", items: text }],
    ["self == oldSelf ||", text],
    ["self == oldSelf)", text],
    ["self == oldSelf || self.matches('^a')", text],
    ["self == oldSelf + ''", text],
    ["self.y == oldSelf.y", { type: "object", properties: {} }],
    ["self == oldSelf", { ...text, nullable: true }],
    ["self == oldSelf", { type: "object", properties: { y: { ...text, nullable: true } } }],
    ["self == oldSelf", { type: "object", "x-kubernetes-preserve-unknown-fields": true }],
    [`${"(".repeat(5000)}self == oldSelf${")".repeat(5000)}`, text],
    [`${"!".repeat(999)}oldSelf`, { type: "boolean" }],
    ["self == oldSelf", { type: "object", "x-kubernetes-embedded-resource": true }],
    ["self >= oldSelf", text],
    ["self >= oldSelf", { ...text, enum: [] }],
    ["self != 'a' || self == oldSelf", { ...text, enum: [] }],
    ["self >= oldSelf", { "x-kubernetes-int-or-string": true }],
    ["self == 1 || self == oldSelf", { "x-kubernetes-int-or-string": true }],
    ["self == oldSelf", { ...text, format: "date-time" }],
    ["self == oldSelf", { type: "array", items: { ...text, format: "duration" } }],
    ["self == oldSelf", { type: "object", properties: { "a b": text } }],
    ["(self > 0.0 && self < 1.0) || self == oldSelf", { type: "number" }],
    ["(self > 0.5 && self < 1.5) || self == oldSelf", { type: "integer" }],
    ["self == oldSelf || self == 9007199254740993", { type: "integer" }],
    ["oldSelf && self == oldSelf", text],
  ])("%.40s", (rule, x) => {
    expect(learn({ x }, { x: [rule] })).toEqual({ immutable: [], mutable: [], unread: [rule] });
  });

  test("an enum's values may stand in a text that is compared with it", () => {
    const rule = "self.y == oldSelf.x || self.y == oldSelf.y";
    const properties = { x: { ...phase, default: "On" }, y: { ...text, default: "a" } };
    expect(learn(properties, { spec: [rule] })).toEqual({ immutable: [], mutable: [], unread: [rule] });
  });

  test("texts may all differ from each other", () => {
    const all = ["self.x", "self.y", "oldSelf.x", "oldSelf.y"];
    const pairs = all.flatMap((a, index) => all.slice(index + 1).map((b) => `${a} != ${b}`));
    const rule = `self.x == oldSelf.x || (${pairs.join(" && ")})`;
    const properties = { x: { ...text, default: "a" }, y: { ...text, default: "a" } };
    expect(learn(properties, { spec: [rule] })).toEqual({ immutable: [], mutable: [], unread: [rule] });
  });

  test("of many rules that take long to try, the last ones", () => {
    const same = "(self.x == oldSelf.x && self.y == oldSelf.y && self.z == oldSelf.z)";
    const rules = [...Array(100).keys()].map((index) => `${same} && ${index} < 100`);
    const { immutable, unread } = learn({ x: text, y: text, z: text }, { spec: rules });
    expect(immutable.length).toBeGreaterThan(0);
    expect(unread.length).toBeGreaterThan(0);
    expect(unread).toEqual(rules.slice(-unread.length));
  });

  test("a rule that says nothing of the old value is none of them", () => {
    expect(learn({ x: text }, { x: ["self != ''"] })).toEqual({ immutable: [], mutable: [], unread: [] });
  });
});
