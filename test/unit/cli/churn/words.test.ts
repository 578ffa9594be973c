import { describe, expect, test } from "vitest";
import { counted, durationText, grouped, rateText } from "../../../../src/cli/churn/numbers.js";
import { objectName } from "../../../../src/cli/churn/object-name.js";
import { ruleFile } from "../../../../src/cli/churn/rule-file.js";
import { valueText } from "../../../../src/cli/churn/value.js";
import type { Json } from "../../../../src/core/json.js";
import type { Rule } from "../../../../src/generated/rule.js";

describe("numbers", () => {
  test("a count has its thousands apart, and its noun's plural", () => {
    expect(grouped(1234567)).toBe("1,234,567");
    expect([counted(0, "write"), counted(1, "write"), counted(1200, "write")]).toEqual([
      "0 writes",
      "1 write",
      "1,200 writes",
    ]);
  });

  test.each([
    [0, "0"],
    [0.01234, "0.0123"],
    [5.5, "5.5"],
    [18.65, "18.7"],
    [999.4, "999"],
    [17875.4, "17,875"],
  ])("a rate of %d is %s", (rate, text) => {
    expect(rateText(rate)).toBe(text);
  });

  test.each([
    [0, "0 s"],
    [0.0125, "12.5 ms"],
    [1, "1 s"],
    [18.44, "18.4 s"],
    [600, "10 min"],
    [7200, "2 h"],
    [259_200, "3 days"],
  ])("%d seconds are %s", (seconds, text) => {
    expect(durationText(seconds)).toBe(text);
  });
});

test.each<[Json, string]>([
  [null, "(absent)"],
  ["(absent)", '"(absent)"'],
  ["web", "web"],
  ["", '""'],
  ["3", '"3"'],
  [3, "3"],
  [12345678901234567890n, "12345678901234567890"],
  ["true", '"true"'],
  [true, "true"],
  [[], "[]"],
  [{ a: "\u202e" }, '{"a":"\\u202e"}'],
  ["a\u001bb", '"a\\u001bb"'],
])("a value is shown so that it cannot be mistaken: %#", (value, text) => {
  expect(valueText(value)).toBe(text);
});

test("an object's name has its namespace before it, where there is one", () => {
  expect([objectName({ namespace: "demo", name: "a" }), objectName({ name: "a" })]).toEqual(["demo/a", "a"]);
});

test("a rule is a file of a rule set, a property a line", () => {
  const rule: Rule = {
    format: 1,
    group: "",
    kind: "Node",
    subresource: "status",
    extends: true,
    why: "a\u202eb",
    ignore: [{ path: "status.phase", why: "c" }],
  };
  expect(ruleFile(rule)).toEqual({
    file: "rules/core/Node.status.json",
    lines: [
      "{",
      '  "format": 1,',
      '  "group": "",',
      '  "kind": "Node",',
      '  "subresource": "status",',
      '  "extends": true,',
      '  "why": "a\\u202eb",',
      '  "ignore": [{"path":"status.phase","why":"c"}]',
      "}",
    ],
  });
});
