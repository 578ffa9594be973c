import { describe, expect, test } from "vitest";
import type { KubeObject, Mode } from "../../../src/index.js";
import { compileRules } from "../../../src/rules/compile.js";
import { type RuleError, RulesError } from "../../../src/rules/errors.js";
import { createGate } from "../../../src/rules/gate.js";
import { lintRules } from "../../../src/rules/lint/index.js";
import type { FactData, FactType, RuleSet } from "../../../src/rules/set.js";

const NAMED = { group: "example.com", version: "v1", kind: "Site" } as const;

/** Facts of a Site whose spec and status are of the same type. */
const factsOf = (spec: FactType): FactData => ({
  kinds: [{ ...NAMED, type: "Site", namespaced: true, statusSubresource: true }],
  types: {
    Site: {
      fields: { spec: { type: "struct", ref: "SiteSpec" }, status: { type: "struct", ref: "SiteSpec" } },
    },
    SiteSpec: spec,
  },
});

const asData = (facts: FactData): RuleSet => ({
  facts,
  rules: [{ group: "example.com", kind: "Site", strategy: "exact" }],
});
const asFiles = (facts: FactData): RuleSet => ({
  files: {
    "example.com/Site.facts.json": JSON.stringify(facts),
    "example.com/Site.json": JSON.stringify({
      format: 1,
      group: "example.com",
      kind: "Site",
      strategy: "exact",
    }),
  },
});

const FIELDS: FactType["fields"] = {
  replicas: { type: "integer", default: 1 },
  paused: { type: "boolean" },
  tag: { type: "string" },
  names: { type: "list", of: { type: "string" } },
  options: { type: "map", of: { type: "string" } },
};

type Values = Readonly<Record<string, number | boolean | string | readonly string[] | object>>;

/** What `tests` would write of a part, and the part that is there, of which an apply by it left its own recorded. */
function pair(
  part: "spec" | "status",
  stated: Values,
  live: Values,
): [desired: KubeObject, live: KubeObject] {
  const named = { apiVersion: "example.com/v1", kind: "Site" };
  const metadata = { name: "demo", namespace: "default" };
  const own = Object.fromEntries(Object.keys(stated).map((key) => [`f:${key}`, {}]));
  const entry = {
    manager: "tests",
    operation: "Apply",
    apiVersion: "example.com/v1",
    fieldsType: "FieldsV1",
    fieldsV1: { [`f:${part}`]: own },
    ...(part === "status" && { subresource: "status" }),
  };
  const server = { uid: "1", resourceVersion: "1", managedFields: [entry] };
  return [
    { ...named, metadata, [part]: stated },
    { ...named, metadata: { ...metadata, ...server }, [part]: live },
  ];
}

function decide(set: RuleSet, mode: Mode, part: "spec" | "status", stated: Values, live: Values): string {
  const gate = createGate({ rules: compileRules([set]), mode, fieldManager: "tests" });
  const options = part === "status" ? ({ subresource: "status" } as const) : {};
  const { verdict, reason } = gate.decide(...pair(part, stated, live), options);
  return `${verdict} ${reason.code}`;
}

const ZEROS: readonly [name: string, stated: Values, live: Values][] = [
  ["0 beside a default", { replicas: 0 }, { replicas: 1 }],
  ["a default beside 0", { replicas: 1 }, { replicas: 0 }],
  ["false", { replicas: 1, paused: false }, { replicas: 1 }],
  ["an empty text", { replicas: 1, tag: "" }, { replicas: 1 }],
  ["an empty list", { replicas: 1, names: [] }, { replicas: 1 }],
  ["an empty map", { replicas: 1, options: {} }, { replicas: 1 }],
];

describe.each([
  ["plain data", asData],
  ["files", asFiles],
] as const)("facts of a set's own, as %s", (_, asSet) => {
  describe.each(["replace", "merge", "apply"] as const)("%s", (mode) => {
    describe.each(["spec", "status"] as const)("%s", (part) => {
      test.each(ZEROS)("%s is a value", (_name, stated, live) => {
        for (const stored of [{}, { stored: "asIs" }] as const) {
          const set = asSet(factsOf({ ...stored, fields: FIELDS }));
          expect(decide(set, mode, part, stated, live)).toBe("write differs");
        }
      });

      test.each(ZEROS)("%s is absent in a type that is stored typed", (_name, stated, live) => {
        const set = asSet(factsOf({ stored: "typed", fields: FIELDS }));
        expect(decide(set, mode, part, stated, live)).toBe("skip equal");
      });

      test("a default that is filled in is no reason to write", () => {
        const set = asSet(factsOf({ fields: FIELDS }));
        expect(decide(set, mode, part, { tag: "a" }, { tag: "a", replicas: 1 })).toBe("skip equal");
      });
    });
  });
});

/** What loading throws of a facts file, and lint finds in it; each line has the text that an error must stand at. */
function errorsOf(text: string, ...below: RuleSet[]): readonly RuleError[] {
  const sets: RuleSet[] = [...below, { files: { "example.com/Site.facts.json": text } }];
  const found = lintRules(sets);
  try {
    compileRules(sets);
  } catch (error) {
    if (!(error instanceof RulesError)) throw error;
    expect(found.map(String)).toEqual(error.errors.map(String));
    return found;
  }
  expect(found).toEqual([]);
  return [];
}

const kindLine = (more = "", type = "Site", group = "example.com") =>
  `{"group": "${group}", "version": "v1", "kind": "Site", "type": "${type}", "namespaced": true, "statusSubresource": true${more}}`;
/** A file whose third line is the kind, and whose fifth is the field `a`. */
const fileText = (field: string, kind = kindLine(), more = "") =>
  `{\n"kinds": [\n${kind}\n], "types": { "Part": { "fields": { "name": { "type": "string" } } }, "Site": { "fields": {\n"a": ${field}\n}${more} } } }\n`;
const FINE = '{ "type": "string" }';

test.each<[name: string, text: string, found: string[]]>([
  ["nothing wrong", fileText(FINE), []],
  [
    "a struct without ref",
    fileText('{ "type": "struct", "of": "X" }'),
    ["missing-property ref 5:6", "unknown-property of 5:26", "wrong-type 5:32"],
  ],
  ["a struct with nothing", fileText('{ "type": "struct" }'), ["missing-property ref 5:6"]],
  ["a map without of", fileText('{ "type": "map" }'), ["missing-property of 5:6"]],
  ["a list without of", fileText('{ "type": "list" }'), ["missing-property of 5:6"]],
  [
    "a map in a map without of",
    fileText('{ "type": "map", "of": { "type": "map" } }'),
    ["missing-property of 5:29"],
  ],
  ["an item without a type", fileText('{ "type": "list", "of": {} }'), ["missing-property type 5:30"]],
  [
    "a keyed list without keys",
    fileText('{ "type": "list", "list": "keyed", "of": { "type": "any" } }'),
    ["missing-property keys 5:6"],
  ],
  [
    "keys of a list that has none",
    fileText('{ "type": "list", "keys": ["a"], "of": { "type": "any" } }'),
    ["missing-property list 5:6"],
  ],
  [
    "keys of a set",
    fileText('{ "type": "list", "list": "set", "keys": ["a"], "of": { "type": "string" } }'),
    ["unknown-value set 5:32"],
  ],
  [
    "keys that items lack",
    fileText(
      '{ "type": "list", "list": "keyed", "keys": ["nam"], "of": { "type": "struct", "ref": "Part" } }',
    ),
    ["unknown-list-key nam 5:50 name"],
  ],
  [
    "keys of scalars",
    fileText('{ "type": "list", "list": "keyed", "keys": ["nam"], "of": { "type": "string" } }'),
    ["unknown-list-key nam 5:50"],
  ],
  [
    "keys of what may be anything",
    fileText('{ "type": "list", "list": "keyed", "keys": ["nam"], "of": { "type": "any" } }'),
    [],
  ],
  ["a type that does not exist", fileText('{ "type": "text" }'), ["unknown-value text 5:16"]],
  [
    "a property that does not exist",
    fileText('{ "type": "string", "nullabel": true }'),
    ["unknown-property nullabel 5:26 nullable"],
  ],
  ["what another type has", fileText('{ "type": "string", "ref": "Part" }'), ["unknown-property ref 5:26"]],
  [
    "what only a field has",
    fileText('{ "type": "list", "of": { "type": "string", "pointer": true } }'),
    ["unknown-property pointer 5:50"],
  ],
  ["a dangling ref", fileText('{ "type": "struct", "ref": "Prat" }'), ["unknown-type Prat 5:33 Part"]],
  [
    "a dangling ref of items",
    fileText('{ "type": "map", "of": { "type": "list", "of": { "type": "struct", "ref": "Prat" } } }'),
    ["unknown-type Prat 5:80 Part"],
  ],
  [
    "a dangling ref that is near a bundled type",
    fileText('{ "type": "struct", "ref": "meta/v1.ObjectMetta" }'),
    ["unknown-type meta/v1.ObjectMetta 5:33 meta/v1.ObjectMeta"],
  ],
  ["a ref to a bundled type", fileText('{ "type": "struct", "ref": "meta/v1.ObjectMeta" }'), []],
  ["a ref of any", fileText('{ "type": "any", "ref": "toString" }'), ["unknown-type toString 5:30"]],
  [
    "a ref that every object has",
    fileText('{ "type": "struct", "ref": "__proto__" }'),
    ["unknown-type __proto__ 5:33"],
  ],
  ["a kind without its type", fileText(FINE, kindLine("", "Sites")), ["unknown-type Sites 3:67 Site"]],
  [
    "a condition on no sibling",
    fileText('{ "type": "string", "default": "b", "when": { "b": [1] } }'),
    ["unknown-sibling b 5:52 a"],
  ],
  [
    "a union of no fields",
    fileText(FINE, kindLine(), ', "unions": [{ "members": { "a": ["a", "bb"] } }]'),
    ["unknown-path bb 6:41"],
  ],
  ["the core group", fileText(FINE, kindLine("", "Site", "core")), ["core-group 3:11"]],
  [
    "a path that is none",
    fileText(FINE, kindLine(', "immutable": [{ "path": "spec[" }]')),
    ["bad-path spec[ 3:151"],
  ],
  [
    "a condition's path that is none",
    fileText(FINE, kindLine(', "immutable": [{ "path": "a", "when": [{ "path": "" }] }]')),
    ["empty 3:170"],
  ],
  [
    "a field's path that is none",
    fileText(FINE, kindLine(', "fields": { "a..b": { "default": 1 } }')),
    ["bad-path a..b 3:134"],
  ],
  [
    "an unknown way to store",
    fileText(FINE, kindLine(), ', "stored": "asis"'),
    ["unknown-value asis 6:14 asIs"],
  ],
])("%s", (_name, text, expected) => {
  const said = errorsOf(text).map(({ code, problem, line, column }) => {
    const at = ["property", "type", "key", "name", "step", "path", "value"].find(
      (name) => name in problem && !(name === "type" && code === "unknown-path"),
    );
    const word = at === undefined ? [] : [String(Reflect.get(problem, at))];
    const near = "nearest" in problem && problem.nearest !== undefined ? [problem.nearest] : [];
    return [code, ...word, `${line}:${column}`, ...near].join(" ");
  });
  expect(said).toEqual(expected);
});

test.each<[name: string, field: string, stored: string, found: string[]]>([
  ["of a field", '{ "type": "struct", "ref": "core/v1.PodSpec" }', "asIs", ["5:33"]],
  [
    "of a list's items",
    '{ "type": "list", "of": { "type": "struct", "ref": "meta/v1.Condition" } }',
    "asIs",
    ["5:57"],
  ],
  ["of metadata", '{ "type": "struct", "ref": "meta/v1.ObjectMeta" }', "asIs", []],
  ["of our own", '{ "type": "struct", "ref": "Part" }', "asIs", []],
  ["in a server written in Go", '{ "type": "struct", "ref": "core/v1.PodSpec" }', "typed", []],
])("a built-in type within a custom one is warned of: %s", (_name, field, stored, expected) => {
  const text = fileText(field, kindLine(), `, "stored": "${stored}"`);
  const found = lintRules([{ files: { "example.com/Site.facts.json": text } }]);
  expect(found.map(({ code, level, line, column }) => `${code} ${level} ${line}:${column}`)).toEqual(
    expected.map((at) => `mixed-types warning ${at}`),
  );
  expect(() => compileRules([{ files: { "example.com/Site.facts.json": text } }])).not.toThrow();
});

test("a ref leads to a type of any set of the stack", () => {
  const text = fileText('{ "type": "struct", "ref": "Below" }');
  expect(errorsOf(text)).toHaveLength(1);
  expect(errorsOf(text, { facts: { kinds: [], types: { Below: { fields: {} } } } })).toEqual([]);
});

test("facts without rules, and nothing at all, are a set", () => {
  expect(compileRules([{}]).list()).toEqual([]);
  expect(compileRules([{ facts: factsOf({ fields: {} }) }]).facts.type("SiteSpec")).toBeDefined();
});
