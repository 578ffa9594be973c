import type { Json, JsonObject } from "../../../src/core/json.js";

/** Validation rules on changes of a part of an object, and the states that the part is brought into, each from each other. */
export interface TransitionCase {
  readonly name: string;
  /** The part's schema. It is always there, unless `optional`. */
  readonly part: JsonObject;
  readonly optional?: true;
  readonly states: readonly Json[];
  /** Whether all that the server refuses is foreseen. */
  readonly foreseen: boolean;
}

/** The schema of a part with rules. */
function part(rules: readonly string[], properties: JsonObject, more: JsonObject = {}): JsonObject {
  return {
    type: "object",
    "x-kubernetes-validations": rules.map((rule) => ({ rule })),
    properties,
    ...more,
  };
}

const text: JsonObject = { type: "string", maxLength: 10 };
const ruled = (schema: JsonObject, ...rules: readonly string[]): JsonObject => ({
  ...schema,
  "x-kubernetes-validations": rules.map((rule) => ({ rule })),
});
const free = (properties: JsonObject): JsonObject => part([], properties);

const ABC: readonly Json[] = [{}, { x: "a" }, { x: "b" }];
const WITH_EMPTY: readonly Json[] = [...ABC, { x: "" }];
const phase: JsonObject = { type: "string", enum: ["", "Active", "Inactive", "Unknown"] };
const PHASES: readonly Json[] = [{}, { x: "" }, { x: "Active" }, { x: "Inactive" }, { x: "Unknown" }];
/** In the order of their code points; the units of JavaScript's strings have the last two the other way round. */
const SIGNS = ["", "B", "a", "ab", "b", "\uff5e", "\u{1f600}"];
const NUMBERS: readonly Json[] = [{}, { x: 0 }, { x: 1 }, { x: 2 }];

const nested: JsonObject = {
  type: "object",
  properties: {
    text,
    size: { "x-kubernetes-int-or-string": true },
    ratio: { type: "number" },
    filled: { type: "integer", default: 1 },
    labels: { type: "object", additionalProperties: text },
    list: { type: "array", items: text },
    set: { type: "array", "x-kubernetes-list-type": "set", items: text },
    items: {
      type: "array",
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["name"],
      items: { type: "object", required: ["name"], properties: { name: text, of: text } },
    },
  },
};

export const TRANSITIONS: readonly TransitionCase[] = [
  { name: "fixed", part: free({ x: ruled(text, "self == oldSelf") }), states: WITH_EMPTY, foreseen: true },
  { name: "swapped", part: free({ x: ruled(text, "(oldSelf == self)") }), states: ABC, foreseen: true },
  { name: "field", part: part(["self.x == oldSelf.x"], { x: text }), states: WITH_EMPTY, foreseen: true },
  {
    name: "fieldOfOptional",
    optional: true,
    part: part(["self.x == oldSelf.x"], { x: text }),
    states: ABC,
    foreseen: true,
  },
  {
    name: "required",
    part: part(["self.x == oldSelf.x"], { x: { ...text, default: "a" } }),
    states: ABC,
    foreseen: true,
  },
  {
    name: "nullable",
    part: part(["self.x == oldSelf.x"], { x: { ...text, nullable: true } }),
    states: [...ABC, { x: null }],
    foreseen: false,
  },
  {
    name: "keptAndFixed",
    part: part(["!has(oldSelf.x) || has(self.x)"], { x: ruled(text, "self == oldSelf") }),
    states: ABC,
    foreseen: true,
  },
  {
    name: "keptAndFixedElsewhere",
    part: part(["has(self.x) || !has(oldSelf.x)", "!has(oldSelf.x) || !has(self.x) || self.x == oldSelf.x"], {
      x: text,
    }),
    states: ABC,
    foreseen: true,
  },
  {
    name: "onceSet",
    part: part(["!has(oldSelf.x) || self.x == oldSelf.x"], { x: text }),
    states: ABC,
    foreseen: true,
  },
  {
    name: "onceSetHas",
    part: part(["!has(oldSelf.x) || has(self.x) && oldSelf.x == self.x"], { x: text }),
    states: ABC,
    foreseen: true,
  },
  {
    name: "either",
    part: part(["self.x == oldSelf.x || !has(oldSelf.x)"], { x: text }),
    states: ABC,
    foreseen: true,
  },
  {
    name: "kept",
    part: part(["has(oldSelf.x) ? has(self.x) : true"], { x: text }),
    states: ABC,
    foreseen: false,
  },
  {
    name: "presence",
    part: part(["has(self.x) == has(oldSelf.x)"], { x: text }),
    states: ABC,
    foreseen: false,
  },
  {
    name: "presenceAndFixed",
    part: part(["(!has(oldSelf.x) && !has(self.x)) || (has(oldSelf.x) && has(self.x))"], {
      x: ruled(text, "self == oldSelf"),
    }),
    states: ABC,
    foreseen: true,
  },
  {
    name: "setLater",
    part: free({ x: ruled(text, "oldSelf == '' || self == oldSelf") }),
    states: WITH_EMPTY,
    foreseen: false,
  },
  {
    name: "setLaterEnum",
    part: free({ x: ruled(phase, "oldSelf == '' || self == oldSelf") }),
    states: PHASES,
    foreseen: true,
  },
  {
    name: "onceActive",
    part: free({ x: ruled(phase, "oldSelf != 'Active' || self == oldSelf") }),
    states: PHASES,
    foreseen: true,
  },
  {
    name: "onceUnknown",
    part: free({ x: ruled(text, 'oldSelf == "Active" ? self == "Active" : true') }),
    states: PHASES,
    foreseen: true,
  },
  {
    name: "notBack",
    part: free({ x: ruled(phase, "!(oldSelf == 'Active' && self == '')") }),
    states: PHASES,
    foreseen: false,
  },
  {
    name: "raised",
    part: free({ x: ruled({ type: "integer" }, "self >= oldSelf") }),
    states: NUMBERS,
    foreseen: true,
  },
  {
    name: "lowered",
    part: free({ x: ruled({ type: "number" }, "self<=oldSelf") }),
    states: NUMBERS,
    foreseen: true,
  },
  {
    name: "raisedField",
    part: part(["!has(oldSelf.x) || self.x >= oldSelf.x"], { x: { type: "integer" } }),
    states: NUMBERS,
    foreseen: true,
  },
  {
    name: "raisedMore",
    part: free({ x: ruled({ type: "integer" }, "self > oldSelf || self == oldSelf") }),
    states: NUMBERS,
    foreseen: true,
  },
  {
    name: "onceOn",
    part: free({ x: ruled({ type: "boolean" }, "!oldSelf || self") }),
    states: [{}, { x: true }, { x: false }],
    foreseen: true,
  },
  {
    name: "orderedText",
    part: free({ x: ruled(text, "self >= oldSelf") }),
    states: [...WITH_EMPTY, { x: "1.0" }, { x: "1.1" }],
    foreseen: false,
  },
  {
    name: "orderedEnum",
    part: free({ x: ruled({ type: "string", enum: SIGNS }, "self >= oldSelf") }),
    states: SIGNS.map((x) => ({ x })),
    foreseen: false,
  },
  {
    name: "orderedBoolean",
    part: free({ x: ruled({ type: "boolean" }, "self >= oldSelf") }),
    states: [{}, { x: true }, { x: false }],
    foreseen: true,
  },
  {
    name: "emptyEnum",
    part: free({ x: ruled({ ...text, enum: [] }, "self != 'x' || self == oldSelf") }),
    states: [...ABC, { x: "x" }],
    foreseen: false,
  },
  {
    name: "times",
    part: free({ x: ruled({ ...text, maxLength: 40, format: "date-time" }, "self == oldSelf") }),
    states: [
      {},
      { x: "2020-01-01T00:00:00Z" },
      { x: "2020-01-01T00:00:00.0Z" },
      { x: "2021-01-01T00:00:00Z" },
    ],
    foreseen: false,
  },
  {
    name: "durations",
    part: free({
      x: ruled({ type: "object", properties: { y: { ...text, format: "duration" } } }, "self == oldSelf"),
    }),
    states: [{}, { x: { y: "1h" } }, { x: { y: "60m" } }, { x: { y: "2h" } }],
    foreseen: false,
  },
  {
    name: "intOrString",
    part: free({ x: ruled({ "x-kubernetes-int-or-string": true }, "self == 1 || self == oldSelf") }),
    states: [{}, { x: 1 }, { x: "1" }, { x: "a" }],
    foreseen: false,
  },
  {
    name: "betweenNumbers",
    part: free({ x: ruled({ type: "number" }, "(self > 0.0 && self < 1.0) || self == oldSelf") }),
    states: [{}, { x: 0 }, { x: 0.5 }, { x: 0.7 }, { x: 1 }],
    foreseen: false,
  },
  {
    name: "fractionOfInteger",
    part: free({ x: ruled({ type: "integer" }, "(self > 0.5 && self < 1.5) || self == oldSelf") }),
    states: [...NUMBERS],
    foreseen: false,
  },
  {
    name: "enumInText",
    part: part(["self.y == oldSelf.x || self.y == oldSelf.y"], {
      x: { type: "string", enum: ["a", "b"], default: "a" },
      y: { ...text, default: "c" },
    }),
    states: [{}, { y: "a" }, { y: "b" }, { x: "b" }, { x: "b", y: "b" }],
    foreseen: false,
  },
  {
    name: "manyTexts",
    part: part(
      [
        "self.x == oldSelf.x || (self.x != self.y && self.x != oldSelf.y && oldSelf.x != self.y && oldSelf.x != oldSelf.y && self.y != oldSelf.y)",
      ],
      { x: { ...text, default: "a" }, y: { ...text, default: "b" } },
    ),
    states: [{}, { x: "c" }, { x: "c", y: "d" }, { x: "e", y: "f" }],
    foreseen: false,
  },
  {
    name: "both",
    part: part(["self.x == oldSelf.x && (self.y == oldSelf.y)"], { x: { ...text, default: "a" }, y: text }),
    states: [{}, { x: "b" }, { y: "b" }, { x: "b", y: "b" }],
    foreseen: true,
  },
  {
    name: "unlessFree",
    part: part(["self.x == oldSelf.x || self.y == 'free'"], {
      x: { ...text, default: "a" },
      y: { ...text, default: "n" },
    }),
    states: [{}, { x: "b" }, { y: "free" }, { x: "b", y: "free" }],
    foreseen: false,
  },
  {
    name: "deep",
    part: part(["self.x.y == oldSelf.x.y"], { x: { type: "object", properties: { y: text } } }),
    states: [{}, { x: {} }, { x: { y: "a" } }, { x: { y: "b" } }],
    foreseen: false,
  },
  {
    name: "struct",
    part: free({ x: ruled(nested, "self == oldSelf") }),
    states: [
      {},
      { x: {} },
      { x: { filled: 1 } },
      { x: { text: "" } },
      { x: { size: 1 } },
      { x: { size: "1" } },
      { x: { ratio: 1 } },
      { x: { labels: {} } },
      { x: { labels: { a: "b" } } },
      { x: { list: ["a", "b"] } },
      { x: { list: ["b", "a"] } },
      { x: { set: ["a", "b"] } },
      { x: { set: ["b", "a"] } },
      { x: { items: [{ name: "a" }, { name: "b", of: "c" }] } },
      { x: { items: [{ name: "b", of: "c" }, { name: "a" }] } },
      { x: { items: [{ name: "b", of: "d" }, { name: "a" }] } },
    ],
    foreseen: true,
  },
  {
    name: "withNull",
    part: free({
      x: ruled(
        { type: "object", properties: { text, none: { ...text, nullable: true } } },
        "self == oldSelf",
      ),
    }),
    states: [{}, { x: {} }, { x: { text: "a" } }, { x: { none: null } }, { x: { none: "a" } }],
    foreseen: false,
  },
  {
    name: "withUnknownFields",
    part: free({
      x: ruled(
        { type: "object", properties: { text }, "x-kubernetes-preserve-unknown-fields": true },
        "self == oldSelf",
      ),
    }),
    states: [{}, { x: {} }, { x: { text: "a" } }, { x: { other: "a" } }, { x: { other: "b" } }],
    foreseen: false,
  },
  {
    name: "object",
    part: part(["self.x == oldSelf.x"], { x: nested }),
    states: [{}, { x: {} }, { x: { text: "a" } }, { x: { list: [] } }],
    foreseen: true,
  },
  {
    name: "escaped",
    part: part(
      [
        "self.a__dash__b == oldSelf.a__dash__b && self.c__dot__d == oldSelf.c__dot__d && self.__in__ == oldSelf.__in__",
      ],
      { "a-b": { ...text, default: "a" }, "c.d": { ...text, default: "a" }, in: { ...text, default: "a" } },
    ),
    states: [{}, { "a-b": "b" }, { "c.d": "b" }, { in: "b" }],
    foreseen: true,
  },
  {
    name: "inList",
    part: free({
      x: {
        type: "array",
        "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": ["name"],
        maxItems: 5,
        items: {
          type: "object",
          required: ["name"],
          properties: { name: text, of: ruled(text, "self == oldSelf") },
        },
      },
    }),
    states: [{}, { x: [{ name: "a", of: "a" }] }, { x: [{ name: "a", of: "b" }] }, { x: [{ name: "a" }] }],
    foreseen: false,
  },
  {
    name: "macro",
    part: free({
      x: ruled(
        { type: "array", maxItems: 5, items: { ...text, maxLength: 5 } },
        "oldSelf.all(item, item in self)",
      ),
    }),
    states: [{}, { x: ["a"] }, { x: ["a", "b"] }, { x: ["b"] }],
    foreseen: false,
  },
  {
    name: "optionalOldSelf",
    part: free({
      x: {
        ...text,
        "x-kubernetes-validations": [
          { rule: "!oldSelf.hasValue() || self == oldSelf.value()", optionalOldSelf: true },
        ],
      },
    }),
    states: ABC,
    foreseen: false,
  },
];
