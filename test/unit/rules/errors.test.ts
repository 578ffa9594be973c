import { describe, expect, test } from "vitest";
import { compileRules } from "../../../src/rules/compile.js";
import { type RuleError, RulesError } from "../../../src/rules/errors.js";
import type { RuleSet } from "../../../src/rules/set.js";

/** The errors that compileRules throws of some sets. */
function errorsOf(...sets: RuleSet[]): readonly RuleError[] {
  try {
    compileRules(sets);
  } catch (error) {
    if (error instanceof RulesError) return error.errors;
    throw error;
  }
  return [];
}

/** The text of a rule whose third line is the one that matters. */
const withLine = (line: string) =>
  `{\n  "format": 1, "group": "apps", "kind": "Deployment", "strategy": "exact",\n  ${line}\n}\n`;

const rows: { name: string; line: string; code: string; at: string; nearest?: string; file?: string }[] = [
  { name: "a comment", line: `"why": "x" // no`, code: "syntax", at: "3:14" },
  { name: "a trailing comma", line: `"why": "x",`, code: "syntax", at: "4:1" },
  { name: "a missing value", line: `"why": `, code: "syntax", at: "4:1" },
  { name: "a missing quote", line: `"why: 1`, code: "syntax", at: "3:3" },
  { name: "a key twice", line: `"why": "x", "why": "y"`, code: "duplicate-key", at: "3:15" },
  {
    name: "a key twice, spelt otherwise",
    line: `"why": "x", "\\u0077hy": "y"`,
    code: "duplicate-key",
    at: "3:15",
  },
  {
    name: "a key twice in an entry",
    line: `"ignore": [{"path": "spec", "path": "spec"}]`,
    code: "duplicate-key",
    at: "3:31",
  },
  {
    name: "an unknown property",
    line: `"ignores": []`,
    code: "unknown-property",
    at: "3:3",
    nearest: "ignore",
  },
  { name: "a property that is near none", line: `"colour": 1`, code: "unknown-property", at: "3:3" },
  { name: "a property of another program", line: `"reconcile": []`, code: "unknown-property", at: "3:3" },
  {
    name: "an unknown property of an entry",
    line: `"ignore": [{"path": "spec", "wy": "x"}]`,
    code: "unknown-property",
    at: "3:31",
    nearest: "why",
  },
  { name: "an entry without a path", line: `"ignore": [{"why": "x"}]`, code: "missing-property", at: "3:14" },
  {
    name: "an override without a match",
    line: `"overrides": [{"strategy": "hash", "why": "x"}]`,
    code: "missing-property",
    at: "3:17",
  },
  { name: "a number for a list", line: `"fields": 3`, code: "wrong-type", at: "3:13" },
  { name: "null for an entry", line: `"fields": [null]`, code: "wrong-type", at: "3:14" },
  { name: "an empty path", line: `"fields": [""]`, code: "empty", at: "3:14" },
  {
    name: "a condition without consequence",
    line: `"when": [{"if": {"on": "live", "path": "spec"}}]`,
    code: "empty",
    at: "3:12",
  },
  { name: "a match of nothing", line: `"overrides": [{"match": {}, "why": "x"}]`, code: "empty", at: "3:27" },
  {
    name: "a field's unknown strategy",
    line: `"fields": [{"path": "spec", "strategy": "derivativ"}]`,
    code: "unknown-strategy",
    at: "3:43",
    nearest: "derivative",
  },
  {
    name: "a field's impossible strategy",
    line: `"fields": [{"path": "spec", "strategy": "hash"}]`,
    code: "unknown-strategy",
    at: "3:43",
  },
  {
    name: "an unknown object",
    line: `"when": [{"if": {"on": "lives", "path": "spec"}, "strategy": "exact"}]`,
    code: "unknown-value",
    at: "3:26",
    nearest: "live",
  },
  { name: "extends false", line: `"extends": false`, code: "unknown-value", at: "3:14" },
  { name: "a version twice", line: `"versions": ["v1", "v1"]`, code: "duplicate-value", at: "3:22" },
  { name: "an unclosed bracket", line: `"fields": ["spec", "spec.a[b"]`, code: "bad-path", at: "3:29" },
  { name: "an index", line: `"fields": ["spec.containers[0].image"]`, code: "bad-path", at: "3:31" },
  { name: "an empty step", line: `"fields": ["spec..a"]`, code: "bad-path", at: "3:20" },
  {
    name: "a bad path in an entry",
    line: `"ignore": [{"path": "a.b[", "why": "x"}]`,
    code: "bad-path",
    at: "3:27",
  },
  { name: "a bad path behind an escape", line: `"fields": ["a[\\"b\\"]..c"]`, code: "bad-path", at: "3:24" },
  {
    name: "a bad path behind a character's number",
    line: `"fields": ["\\u0061..c"]`,
    code: "bad-path",
    at: "3:22",
  },
  {
    name: "a bad path in a condition",
    line: `"when": [{"if": {"on": "live", "path": "a..b"}, "strategy": "exact"}]`,
    code: "bad-path",
    at: "3:45",
  },
  { name: "a path twice", line: `"ignore": ["spec.a", "spec[a]"]`, code: "duplicate-entry", at: "3:24" },
  { name: "a list without pairing", line: `"lists": [{"path": "spec.a"}]`, code: "list-pairing", at: "3:22" },
  {
    name: "a list with both pairings",
    line: `"lists": [{"path": "spec.a", "set": true, "keys": ["a"]}]`,
    code: "list-pairing",
    at: "3:22",
  },
  {
    name: "a removal without extends",
    line: `"ignore": [{"path": "spec.a", "remove": true}]`,
    code: "removes-nothing",
    at: "3:23",
  },
  {
    name: "a removal in an override",
    line: `"extends": true, "overrides": [{"match": {"name": "a"}, "once": [{"path": "a", "remove": true}]}]`,
    code: "removes-nothing",
    at: "3:77",
  },
  { name: "extends without a rule below", line: `"extends": true`, code: "extends-nothing", at: "3:14" },
  {
    name: "a rule in another group's folder",
    line: `"why": "x"`,
    code: "misplaced-rule",
    at: "2:25",
    file: "rules/batch/Deployment.json",
  },
  {
    name: "a rule in another kind's file",
    line: `"why": "x"`,
    code: "misplaced-rule",
    at: "2:41",
    file: "rules/apps/StatefulSet.json",
  },
  {
    name: "a file of a version that the rule is not for",
    line: `"versions": ["v1"]`,
    code: "misplaced-rule",
    at: "3:15",
    file: "rules/apps/Deployment.v2.json",
  },
  { name: "__proto__", line: `"__proto__": {}`, code: "unknown-property", at: "3:3" },
  { name: "constructor", line: `"constructor": {}`, code: "unknown-property", at: "3:3" },
  {
    name: "toString in an entry",
    line: `"ignore": [{"path": "spec", "toString": 1}]`,
    code: "unknown-property",
    at: "3:31",
  },
];

describe("what is wrong with one line of a rule", () => {
  test.each(rows)("$name", ({ line, code, at, nearest, file = "rules/apps/Deployment.json" }) => {
    const errors = errorsOf({ files: { [file]: withLine(line) } });
    expect(errors.map((error) => [error.code, error.file, `${error.line}:${error.column}`])).toEqual([
      [code, file, at],
    ]);
    const [error] = errors;
    expect(error?.problem && "nearest" in error.problem ? error.problem.nearest : undefined).toBe(nearest);
    if (nearest) expect(error?.hint).toContain(nearest);
  });
});

test.each([
  ["a newer format", `{"format": 2, "newProperty": 1}`, "newer-format", 12],
  [
    "an older format",
    `{"format": 0, "group": "apps", "kind": "Deployment", "strategy": "exact"}`,
    "unknown-value",
    12,
  ],
  [
    "a format in words",
    `{"format": "1", "group": "apps", "kind": "Deployment", "strategy": "exact"}`,
    "unknown-value",
    12,
  ],
  ["no format", `{"group": "apps", "kind": "Deployment", "strategy": "exact"}`, "missing-property", 1],
  ["no strategy", `{"format": 1, "group": "apps", "kind": "Deployment"}`, "missing-property", 1],
  [
    "a strategy that is near one",
    `{"format": 1, "group": "apps", "kind": "Deployment", "strategy": "Exact"}`,
    "unknown-strategy",
    66,
  ],
  ["a list", `[]`, "wrong-type", 1],
  ["nothing", ``, "syntax", 1],
  ["two values", `{} {}`, "syntax", 4],
  ["a byte order mark before an error", `\uFEFF{"format": 2}`, "newer-format", 12],
  ["a text nested too deeply", `${"[".repeat(100_000)}${"]".repeat(100_000)}`, "syntax", 1],
])("%s", (_, text, code, column) => {
  const errors = errorsOf({ files: { "apps/Deployment.json": text } });
  expect(errors.map((error) => [error.code, error.line, error.column])).toEqual([[code, 1, column]]);
});

test("all errors of all files are told together, and nothing is loaded", () => {
  const errors = errorsOf(
    {
      files: {
        "a/apps/Deployment.json": withLine(`"fields": 1, "ignor": []`),
        "a/ruleset.json": `{"format": 1, "fallback": "hash"}`,
      },
    },
    { files: { "b/apps/StatefulSet.json": "{" } },
  );
  expect(errors.map((error) => `${error.file} ${error.code}`).sort()).toEqual([
    "a/apps/Deployment.json unknown-property",
    "a/apps/Deployment.json wrong-type",
    "a/ruleset.json unknown-value",
    "b/apps/StatefulSet.json syntax",
  ]);
});

test("two rules of one kind in a set name each other's files", () => {
  const text = `{"format": 1, "group": "", "kind": "Service", "strategy": "exact", "versions": ["v1"]}`;
  const [error] = errorsOf({ files: { "core/Service.json": text, "core/Service.v1.json": text } });
  expect(error?.problem).toMatchObject({ code: "duplicate-rule", other: "core/Service.json" });
  expect(error?.file).toBe("core/Service.v1.json");
});

test("plain data is held to the same schema", () => {
  const rule = { format: 1, group: "", kind: "Service", strategy: "exact", ignor: [] } as never;
  const [error] = errorsOf({ name: "mine", rules: [rule] });
  expect(error?.problem).toMatchObject({ code: "unknown-property", nearest: "ignore" });
  expect(error?.file).toContain("mine");
});

test("plain data may leave the format out", () => {
  expect(errorsOf({ rules: [{ group: "", kind: "Service", strategy: "exact" }] })).toEqual([]);
  expect(errorsOf({ rules: [{ format: 2 } as never] }).map(({ code }) => code)).toEqual(["newer-format"]);
  expect(errorsOf({ rules: [null as never] }).map(({ code }) => code)).toContain("missing-property");
});

test("facts that are no facts", () => {
  const facts = `{"kinds": [{"group": "example.com"}], "types": {"a": {"fields": {"b": {"type": "sting"}}}}}`;
  const errors = errorsOf({ files: { "example.com/Widget.facts.json": facts } });
  expect(errors.map(({ code }) => code).sort()).toEqual([
    ...Array(5).fill("missing-property"),
    "unknown-value",
  ]);
});

describe("the frame", () => {
  test("shows the line with a caret under the column", () => {
    const [error] = errorsOf({ files: { "apps/Deployment.json": withLine(`"ignores": []`) } });
    expect(error?.frame).toBe(`3 |   "ignores": []\n      ^`);
  });

  test("is cut to about a hundred columns", () => {
    const long = `"why": "${"x".repeat(5000)}", "ignores": [], "fields": "${"y".repeat(5000)}"`;
    const error = errorsOf({ files: { "apps/Deployment.json": withLine(long) } }).find(
      ({ code }) => code === "unknown-property",
    );
    const [shown = "", caret = ""] = error?.frame.split("\n") ?? [];
    expect(shown.length).toBeLessThan(115);
    expect(shown.slice(caret.length - 1)).toMatch(/^"ignores"/);
  });
});
