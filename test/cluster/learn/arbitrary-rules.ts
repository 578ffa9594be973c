import fc from "fast-check";
import type { Json, JsonObject } from "../../../src/core/json.js";

/** A part of an object: its schema, with one rule on changes, and states that it is brought into. */
export interface RuledPart {
  readonly schema: JsonObject;
  readonly states: readonly Json[];
}

/** A field's type: its schema, values that differ, how CEL spells some, and whether CEL orders them. */
interface FieldType {
  readonly schema: JsonObject;
  readonly values: readonly Json[];
  readonly literals?: readonly string[];
  readonly ordered?: true;
  readonly more?: readonly string[];
  /** CEL compares a field of it with its own old value only. */
  readonly alone?: true;
}

const text: JsonObject = { type: "string", maxLength: 8 };
const TEXTS = ["", "a", "b", "ab", "\uff5e", "\u{1f600}"];
const quoted = (values: readonly string[]) => values.map((each) => `'${each}'`);

const TYPES: readonly FieldType[] = [
  {
    schema: text,
    values: [...TEXTS, "1.0", "1.1"],
    literals: quoted(TEXTS),
    ordered: true,
    more: ["SIDE.size() > 1"],
  },
  { schema: { ...text, enum: TEXTS }, values: TEXTS, literals: quoted(TEXTS), ordered: true },
  { schema: { ...text, enum: ["a", "b"] }, values: ["a", "b"], literals: quoted(["a", "c"]), ordered: true },
  { schema: { ...text, enum: [] }, values: ["a", "b", ""], literals: ["'a'"], ordered: true },
  { schema: { type: "boolean" }, values: [true, false], literals: ["true", "false"], ordered: true },
  {
    schema: { type: "integer" },
    values: [-1, 0, 1, 2, 5, 9],
    literals: ["0", "1", "5", "-1"],
    ordered: true,
  },
  {
    schema: { type: "number" },
    values: [0, 0.5, 0.75, 1, 2, -3.5],
    literals: ["0.0", "1.0", "0.5"],
    ordered: true,
  },
  { schema: { "x-kubernetes-int-or-string": true }, values: [1, 2, "1", "a"], literals: ["1", "'a'"] },
  {
    schema: { ...text, maxLength: 40, format: "date-time" },
    values: ["2020-01-01T00:00:00Z", "2020-01-01T00:00:00.0Z", "2021-01-01T01:00:00Z"],
    ordered: true,
  },
  { schema: { ...text, format: "duration" }, values: ["1h", "60m", "2h"], ordered: true },
  { schema: { ...text, format: "byte" }, values: ["YQ==", "YR==", "Yg=="] },
  {
    schema: { type: "array", maxItems: 4, items: text },
    values: [[], ["a"], ["a", "b"], ["b", "a"]],
    more: ["'a' in SIDE", "size(SIDE) > 1"],
  },
  {
    schema: { type: "array", maxItems: 4, items: text, "x-kubernetes-list-type": "set" },
    values: [[], ["a"], ["a", "b"], ["b", "a"]],
  },
  {
    schema: { type: "object", maxProperties: 3, additionalProperties: text },
    values: [{}, { a: "a" }, { a: "b" }, { a: "a", b: "b" }],
    more: ["has(SIDE.a)", "'b' in SIDE"],
  },
  {
    schema: { type: "object", properties: { a: { type: "number" }, b: text } },
    values: [{}, { a: 1 }, { a: 2, b: "a" }],
    more: ["has(SIDE.a)", "SIDE.a > 1.0"],
    alone: true,
  },
];

/** Sides of a comparison of this type that a rule can name; fields a and b are of it. */
const SIDES = ["self.a", "oldSelf.a", "self.b", "oldSelf.b"];

function ruleOf({ literals = [], ordered, more = [], schema, alone }: FieldType): fc.Arbitrary<string> {
  const side = fc.constantFrom(...SIDES);
  const other = literals.length === 0 ? side : fc.oneof(side, side, fc.constantFrom(...literals));
  const by = ordered ? ["==", "!=", "<", "<=", ">", ">="] : ["==", "!="];
  const differ = fc.tuple(side, fc.constantFrom(...by), other).map((parts) => parts.join(" "));
  const compared = alone ? fc.constantFrom("self.a != oldSelf.a", "oldSelf.b == self.b") : differ;
  const same = fc.constantFrom("self.a == oldSelf.a", "self.b == oldSelf.b");
  const there = side.map((each) => `has(${each})`);
  const extra = more.map((each) => side.map((at) => each.replace("SIDE", at)));
  const own = schema.type === "boolean" ? [side] : [];
  return fc.letrec<{ rule: string }>((tie) => ({
    rule: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      fc.oneof(compared, compared, same, there, ...extra, ...own),
      tie("rule").map((of) => `!(${of})`),
      fc.tuple(tie("rule"), tie("rule")).map(([a, b]) => `(${a} && ${b})`),
      fc.tuple(tie("rule"), tie("rule")).map(([a, b]) => `(${a} || ${b})`),
      // What a rule most often says: a change of one field is refused, but for something.
      { weight: 4, arbitrary: fc.tuple(fc.oneof(same, compared), same).map(([a, b]) => `(${a} || ${b})`) },
      fc.tuple(tie("rule"), tie("rule"), tie("rule")).map(([a, b, c]) => `(${a} ? ${b} : ${c})`),
    ),
  })).rule;
}

/** Parts with fields a and b of one type, in four states. */
export const ruledPart: fc.Arbitrary<RuledPart> = fc.constantFrom(...TYPES).chain((type) => {
  const value = fc.constantFrom(...type.values);
  return fc
    .record({
      rule: ruleOf(type).filter((rule) => rule.includes("oldSelf") && rule.length < 600),
      required: fc.subarray(["a", "b"]),
      states: fc.array(fc.record({ a: value, b: value }), { minLength: 4, maxLength: 4 }),
      left: fc.array(fc.constantFrom("a", "b", undefined, undefined), { minLength: 4, maxLength: 4 }),
    })
    .map(({ rule, required, states, left }) => ({
      schema: {
        type: "object",
        required,
        properties: { a: type.schema, b: type.schema },
        "x-kubernetes-validations": [{ rule }],
      },
      states: states.map((state, index) => {
        const gone = left[index];
        if (gone === undefined || required.includes(gone)) return state;
        return gone === "a" ? { b: state.b } : { a: state.a };
      }),
    }));
});
