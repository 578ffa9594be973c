import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json } from "../../../src/core/json.js";
import { type CasesFile, parseCases } from "../../../src/rules/cases/cases.js";
import { type Restated, restate } from "../../../src/rules/cases/restate.js";
import { rewriteCases } from "../../../src/rules/cases/rewrite.js";
import type { CaseResult, Mismatch, Outcome } from "../../../src/rules/cases/run.js";

type Row = CasesFile["cases"][number];

const rewritten = (text: string, parts: readonly Restated[], index = 0): string =>
  rewriteCases(text, new Map([[index, parts]]));

const set = (property: string, value: Json | undefined): Restated => ({ at: [property], value });

describe("only what is restated changes in the text", () => {
  test.each<[what: string, before: string, parts: readonly Restated[], after: string]>([
    [
      "a value, in place",
      `{"cases":[ {"name" :"a",  "verdict": "skip" }]}`,
      [set("verdict", "write")],
      `{"cases":[ {"name" :"a",  "verdict": "write" }]}`,
    ],
    [
      "a case on one line gets its decision there",
      `{ "cases": [\n    { "name": "a" },\n    { "name": "b" }\n] }`,
      [set("verdict", "write"), set("reason", "differs"), set("changes", ["spec.a", "spec.b"])],
      `{ "cases": [\n    { "name": "a", "verdict": "write", "reason": "differs", "changes": ["spec.a", "spec.b"] },\n    { "name": "b" }\n] }`,
    ],
    [
      "a case without a space gets none",
      `{"cases":[{"name":"a"}]}`,
      [set("verdict", "skip")],
      `{"cases":[{"name":"a","verdict":"skip"}]}`,
    ],
    [
      "a case on many lines gets lines, as its own are",
      `{"cases": [\r\n\t{\r\n\t\t"name": "a",\r\n\t\t"live": null\r\n\t}\r\n]}`,
      [set("verdict", "create"), set("reason", "not-found")],
      `{"cases": [\r\n\t{\r\n\t\t"name": "a",\r\n\t\t"live": null,\r\n\t\t"verdict": "create",\r\n\t\t"reason": "not-found"\r\n\t}\r\n]}`,
    ],
    [
      "a list on many lines stays so",
      `{"cases": [{\n  "name": "a",\n  "changes": [\n    "a"\n  ],\n  "verdict": "write"\n}]}`,
      [set("changes", ["a", "b"])],
      `{"cases": [{\n  "name": "a",\n  "changes": [\n    "a",\n    "b"\n  ],\n  "verdict": "write"\n}]}`,
    ],
    [
      "a property in the middle goes with its comma",
      `{"cases": [{ "name": "a", "changes": ["a"], "verdict": "write" }]}`,
      [set("changes", undefined), set("verdict", "skip")],
      `{"cases": [{ "name": "a", "verdict": "skip" }]}`,
    ],
    [
      "the last property goes with the comma before it, and makes room for another",
      `{"cases": [{\n  "name": "a",\n  "changes": ["a"]\n}]}`,
      [set("verdict", "skip"), set("changes", undefined)],
      `{"cases": [{\n  "name": "a",\n  "verdict": "skip"\n}]}`,
    ],
    [
      "the first properties go with the commas after them",
      `{"cases": [{ "changes": ["a"], "recreate": ["b"], "name": "a", "verdict": "write" }]}`,
      [set("verdict", "skip"), set("changes", undefined), set("recreate", undefined)],
      `{"cases": [{ "name": "a", "verdict": "skip" }]}`,
    ],
    [
      "one path of a payload",
      `{"cases": [{ "name": "a", "payload": { "a.b": 1,  "a.c": [ 2 ] } }]}`,
      [{ at: ["payload", "a.c"], value: { d: [1, null] } }],
      `{"cases": [{ "name": "a", "payload": { "a.b": 1,  "a.c": { "d": [1, null] } } }]}`,
    ],
  ])("%s", (_what, before, parts, after) => {
    expect(rewritten(before, parts)).toBe(after);
  });
});

const words = fc.constantFrom("a", "spec.a", "spec.b[name=x]", 'data["q\\" ]"]', "é\u2028");
const decision = fc.record(
  {
    verdict: fc.constantFrom("skip", "write"),
    reason: words,
    changes: fc.uniqueArray(words),
    recreate: fc.uniqueArray(words),
    payload: fc.dictionary(fc.constantFrom("a", "__proto__", "b"), fc.jsonValue(), { minKeys: 1 }),
  },
  { requiredKeys: [] },
);
const parts = fc.uniqueArray(
  fc.oneof(
    fc.record({ at: fc.tuple(fc.constant("verdict")), value: fc.constantFrom<Json>("skip", "blocked") }),
    fc.record({ at: fc.tuple(fc.constant("reason")), value: words as fc.Arbitrary<Json> }),
    fc.record({
      at: fc.tuple(fc.constantFrom("changes", "recreate")),
      value: fc.option(fc.uniqueArray(words), { nil: undefined }),
    }),
    fc.record({ at: fc.tuple(fc.constant("payload")), value: fc.constant(undefined) }),
  ),
  { selector: ({ at }) => at[0] },
);

test("whatever a table looks like, the restated says what it is to say, and all else the same", () => {
  const row = fc.tuple(fc.record({ name: words, live: fc.jsonValue() }), decision, fc.boolean());
  fc.assert(
    fc.property(
      fc.array(fc.tuple(row, parts), { minLength: 1, maxLength: 4 }),
      fc.constantFrom(0, 1, 2, "\t"),
      (rows, indent) => {
        const cases = rows.map(([[named, decided, first]]) =>
          first ? { ...decided, ...named } : { ...named, ...decided },
        );
        const text = JSON.stringify({ base: { cases: [] }, cases }, null, indent);
        const wanted = cases.map((each, index) => {
          const next: Record<string, unknown> = { ...each };
          for (const { at, value } of rows[index]?.[1] ?? []) {
            if (value === undefined) delete next[at[0]];
            else next[at[0]] = value;
          }
          return next;
        });
        const made = rewriteCases(
          text,
          new Map(rows.map(([, restated], index) => [index, restated as Restated[]])),
        );
        expect(JSON.parse(made)).toEqual({ base: { cases: [] }, cases: JSON.parse(JSON.stringify(wanted)) });
        const nothing = rewriteCases(text, new Map(rows.map((_, index) => [index, []])));
        expect(nothing).toBe(text);
      },
    ),
    { numRuns: 500 },
  );
});

const outcome: Outcome = {
  verdict: "write",
  reason: "differs",
  changes: ["c", "b"],
  recreate: [],
  payload: new Map(),
};
const result = (mismatches: readonly Mismatch["property"][], came: Outcome | undefined): CaseResult => ({
  name: "n",
  passed: false,
  mismatches: mismatches.map((property) => ({ property, got: "" })),
  outcome: came,
});
const row = (more: Partial<Row>): Row => ({ name: "n", ...more });

describe("what a case is to say", () => {
  test("of what it states, only what is wrong", () => {
    expect(restate(row({ verdict: "skip", reason: "differs" }), result(["verdict"], outcome))).toEqual({
      parts: [set("verdict", "write")],
    });
  });

  test("paths that were right stay first, in their order", () => {
    expect(restate(row({ verdict: "write", changes: ["a", "b"] }), result(["changes"], outcome))).toEqual({
      parts: [set("changes", ["b", "c"])],
    });
  });

  test("paths that are no longer there go with their list", () => {
    expect(
      restate(row({ verdict: "write", changes: [], recreate: ["a"] }), result(["recreate"], outcome)),
    ).toEqual({ parts: [set("recreate", undefined)] });
  });

  test("the whole decision, where it states none", () => {
    expect(restate(row({}), result(["verdict", "reason", "changes"], outcome))).toEqual({
      parts: [set("verdict", "write"), set("reason", "differs"), set("changes", ["c", "b"])],
    });
  });

  test("the payload's values that are otherwise; null where nothing is", () => {
    const payload = new Map<string, readonly Json[]>([
      ["a", [1]],
      ["b", []],
      ["c", [{ d: 1 }]],
    ]);
    expect(
      restate(
        row({ verdict: "write", payload: { a: 1, b: 1, c: 1 } }),
        result(["payload"], { ...outcome, payload }),
      ),
    ).toEqual({
      parts: [
        { at: ["payload", "b"], value: null },
        { at: ["payload", "c"], value: { d: 1 } },
      ],
    });
  });

  test("nothing of a payload where nothing is sent", () => {
    const stated = row({ verdict: "write", payload: { a: 1 } });
    expect(restate(stated, result(["payload"], { ...outcome, payload: undefined }))).toEqual({
      parts: [set("payload", undefined)],
    });
  });

  test("what a case cannot say is refused", () => {
    const payload = new Map([["a[*]", [1, 2]]]);
    expect(restate(row({ payload: { "a[*]": 1 } }), result(["payload"], { ...outcome, payload }))).toEqual({
      refused: "several-values",
      path: "a[*]",
    });
    expect(restate(row({}), result(["verdict"], undefined))).toEqual({ refused: "undecided" });
  });
});

test("a case needs no decision to be read", () => {
  const text = `{"base": {"apiVersion": "v1", "kind": "A"}, "cases": [{"name": "n"}]}`;
  expect(parseCases("A.cases.json", text).cases).toEqual([{ name: "n" }]);
});
