import { describe, expect, test } from "vitest";
import { lintRules } from "../../../src/rules/lint/index.js";

/** A rule whose third line is the one that matters; it says why, so that nothing else is odd. */
const ruleText = (line: string, strategy = "exact", group = "apps", kind = "Deployment") =>
  `{\n  "format": 1, "group": "${group}", "kind": "${kind}", "why": "w", "strategy": "${strategy}",\n  ${line}\n}\n`;

interface Row {
  name: string;
  line: string;
  strategy?: string;
  kind?: [group: string, kind: string];
  /** `code level line:column`, and the nearest right word. */
  found: string[];
}

const rows: Row[] = [
  {
    name: "nothing odd",
    line: `"fields": ["spec.replicas", "spec.template.spec.containers[*].image"]`,
    found: [],
  },
  {
    name: "a misspelt field",
    line: `"fields": ["spec.replcas"]`,
    found: ["unknown-path error 3:20 replicas"],
  },
  {
    name: "a misspelt field deep in types",
    line: `"fields": ["spec.template.spec.containers[*].imag"]`,
    found: ["unknown-path error 3:48 image"],
  },
  {
    name: "a misspelt field of one item",
    line: `"fields": ["spec.template.spec.containers[name=a].imag"]`,
    found: ["unknown-path error 3:53 image"],
  },
  {
    name: "a list without [*]",
    line: `"fields": ["spec.template.spec.containers.image"]`,
    found: ["unknown-path error 3:45"],
  },
  { name: "[*] on a struct", line: `"fields": ["spec[*]"]`, found: ["unknown-path error 3:19"] },
  {
    name: "a step behind a scalar",
    line: `"fields": ["spec.replicas.a"]`,
    found: ["unknown-path error 3:29"],
  },
  {
    name: "keys of maps, whatever they are",
    line: `"ignore": [{"path": "spec.template.metadata.annotations[example.com/*]", "why": "w"}, {"path": "metadata.labels.__proto__", "why": "w"}]`,
    found: [],
  },
  {
    name: "a key of Object.prototype is no field",
    line: `"fields": ["spec.constructor", "spec.__proto__", "toString"]`,
    found: ["unknown-path error 3:20", "unknown-path error 3:40", "unknown-path error 3:53"],
  },
  {
    name: "a misspelt path in an override",
    line: `"overrides": [{"match": {"name": "a"}, "why": "w", "once": ["spec.replicass"]}]`,
    found: ["unknown-path error 3:69 replicas"],
  },
  {
    name: "a misspelt path in a condition",
    line: `"when": [{"if": {"on": "live", "path": "spec.pause"}, "strategy": "derivative"}]`,
    found: ["unknown-path error 3:48 paused"],
  },
  {
    name: "a condition may look at status",
    line: `"when": [{"if": {"on": "live", "path": "status.replicas"}, "strategy": "derivative"}]`,
    found: [],
  },
  { name: "status", line: `"fields": ["status"]`, found: ["never-compared error 3:14"] },
  {
    name: "a part of status",
    line: `"ignore": [{"path": "status.replicas", "why": "w"}]`,
    found: ["never-compared error 3:23"],
  },
  {
    name: "metadata that no write changes",
    line: `"ignore": [{"path": "metadata.uid", "why": "w"}]`,
    found: ["never-compared error 3:23"],
  },
  {
    name: "hash settings under exact",
    line: `"hash": {"drift": "exact"}`,
    found: ["useless-hash error 3:3"],
  },
  {
    name: "hash settings for an override's strategy",
    line: `"hash": {"drift": "exact"}, "overrides": [{"match": {"name": "a"}, "why": "w", "strategy": "hash"}]`,
    found: [],
  },
  {
    name: "a field's strategy under hash",
    strategy: "hash",
    line: `"fields": [{"path": "spec", "strategy": "exact"}]`,
    found: ["useless-strategy error 3:31"],
  },
  {
    name: "a field's strategy under hash with drift",
    strategy: "hash",
    line: `"hash": {"drift": "derivative"}, "fields": [{"path": "spec", "strategy": "exact"}]`,
    found: [],
  },
  {
    name: "how values are compared under observed",
    strategy: "observed",
    line: `"atLeast": ["spec.replicas"], "fields": [{"path": "spec", "strategy": "derivative"}]`,
    found: [],
  },
  {
    name: "settings of the hash strategy under observed",
    strategy: "observed",
    line: `"hash": {"drift": "exact"}`,
    found: ["useless-hash error 3:3"],
  },
  {
    name: "atLeast under unconditional",
    strategy: "unconditional",
    line: `"atLeast": ["spec.replicas"]`,
    found: ["useless-part error 3:3"],
  },
  {
    name: "atLeast of a string",
    line: `"atLeast": ["spec.template.spec.nodeName"]`,
    found: ["not-a-quantity error 3:15"],
  },
  {
    name: "atLeast of quantities and numbers",
    line: `"atLeast": ["spec.replicas", "spec.template.spec.containers[*].resources.requests.cpu"]`,
    found: [],
  },
  {
    name: "pairing of what is no list",
    line: `"lists": [{"path": "spec.template", "keys": ["name"]}]`,
    found: ["not-a-list error 3:22"],
  },
  {
    name: "a set of objects",
    line: `"lists": [{"path": "spec.template.spec.containers", "set": true}]`,
    found: ["not-a-set error 3:55"],
  },
  {
    name: "a set of strings",
    line: `"lists": [{"path": "spec.template.spec.containers[*].args", "set": true}]`,
    found: [],
  },
  {
    name: "keys that the items don't have",
    line: `"lists": [{"path": "spec.template.spec.containers", "keys": ["name", "imagee"]}]`,
    found: ["unknown-list-key error 3:72 image"],
  },
  {
    name: "a key that every JavaScript object has",
    line: `"lists": [{"path": "spec.template.spec.containers", "keys": ["constructor"]}]`,
    found: ["unknown-list-key error 3:64"],
  },
  {
    name: "keys of strings",
    line: `"lists": [{"path": "spec.template.spec.containers[*].args", "keys": ["a"]}]`,
    found: ["unknown-list-key error 3:72"],
  },
  {
    name: "a field that is ignored",
    line: `"fields": ["spec.template"], "ignore": [{"path": "spec.template", "why": "w"}]`,
    found: ["ignored-field error 3:14"],
  },
  {
    name: "a field within what is ignored",
    line: `"once": ["spec.template.spec.containers[name=a].image"], "ignore": [{"path": "spec.template.spec.containers[*]", "why": "w"}]`,
    found: ["ignored-field error 3:12"],
  },
  {
    name: "a part of an override that the rule ignores",
    line: `"ignore": [{"path": "spec.replicas", "why": "w"}], "overrides": [{"match": {"name": "a"}, "why": "w", "once": ["spec.replicas"]}]`,
    found: ["ignored-field error 3:114"],
  },
  {
    name: "an override that ignores what the rule states",
    line: `"once": ["spec.replicas"], "overrides": [{"match": {"name": "a"}, "why": "w", "ignore": [{"path": "spec.replicas", "why": "w"}]}]`,
    found: [],
  },
  {
    name: "an ignore within another",
    line: `"ignore": [{"path": "metadata.labels[a.b/*]", "why": "w"}, {"path": "metadata.labels[a.b/c]", "why": "w"}]`,
    found: ["ignored-field warning 3:71"],
  },
  {
    name: "an ignore within a field",
    line: `"fields": ["spec"], "ignore": [{"path": "spec.replicas", "why": "w"}]`,
    found: [],
  },
  {
    name: "a name that no object has",
    line: `"overrides": [{"match": {"name": "a/b"}, "why": "w", "strategy": "exact"}]`,
    found: ["override-never-matches error 3:36"],
  },
  {
    name: "a namespace that no object has",
    line: `"overrides": [{"match": {"namespace": "Prod"}, "why": "w", "strategy": "exact"}]`,
    found: ["override-never-matches error 3:41"],
  },
  {
    name: "a label that no object has",
    line: `"overrides": [{"match": {"labels": {"a/b": "x y"}}, "why": "w", "strategy": "exact"}]`,
    found: ["override-never-matches error 3:46"],
  },
  {
    name: "globs",
    line: `"overrides": [{"match": {"name": "*-web", "namespace": "*", "labels": {"a/b": "*"}}, "why": "w", "strategy": "exact"}]`,
    found: [],
  },
  {
    name: "a namespace for a cluster's object",
    kind: ["", "Namespace"],
    line: `"overrides": [{"match": {"namespace": "a"}, "why": "w", "strategy": "exact"}]`,
    found: ["override-never-matches error 3:41"],
  },
  {
    name: "absent, and of a value",
    line: `"when": [{"if": {"on": "live", "path": "spec.paused", "exists": false, "equals": true}, "strategy": "derivative"}]`,
    found: ["contradictory-condition error 3:74"],
  },
  {
    name: "an ignore without why",
    line: `"ignore": ["spec.replicas", {"path": "spec.paused"}]`,
    found: ["missing-why warning 3:14", "missing-why warning 3:40"],
  },
  {
    name: "an override without why",
    line: `"overrides": [{"match": {"name": "a"}, "strategy": "exact"}]`,
    found: ["missing-why warning 3:17"],
  },
  {
    name: "a misspelt kind",
    kind: ["apps", "Deploymnet"],
    line: `"versions": ["v1"]`,
    found: ["unknown-kind error 2:41 Deployment"],
  },
  {
    name: "a kind of another group",
    kind: ["apps", "Job"],
    line: `"versions": ["v1"]`,
    found: ["unknown-kind error 2:41 Job.batch"],
  },
  {
    name: "a misspelt group",
    kind: ["app", "Deployment"],
    line: `"versions": ["v1"]`,
    found: ["unknown-kind error 2:25 Deployment.apps"],
  },
  {
    name: "a custom kind under exact",
    kind: ["example.com", "Widget"],
    line: `"fields": ["spec.anything"]`,
    found: ["exact-without-facts warning 2:82"],
  },
  {
    name: "a custom kind",
    kind: ["example.com", "Widget"],
    strategy: "derivative",
    line: `"fields": ["spec.anything"]`,
    found: ["unknown-kind warning 2:48"],
  },
  { name: "no known version", line: `"versions": ["v700"]`, found: ["unknown-version warning 3:16"] },
  {
    name: "an unknown version",
    line: `"versions": ["v1", "v7"]`,
    found: ["unknown-version warning 3:22 v1"],
  },
];

describe("lint of one line", () => {
  test.each(rows)("$name", ({ line, strategy = "exact", kind = ["apps", "Deployment"], found }) => {
    const file = `${kind[0] || "core"}/${kind[1]}.json`;
    const errors = lintRules([{ files: { [file]: ruleText(line, strategy, ...kind) } }]);
    const texts = errors.map(({ code, level, line: row, column, problem }) => {
      const nearest = "nearest" in problem && problem.nearest !== undefined ? ` ${problem.nearest}` : "";
      return `${code} ${level} ${row}:${column}${nearest}`;
    });
    expect(texts).toEqual(found);
  });
});

test("a rule that does not say why", () => {
  const text = `{"format": 1, "group": "apps", "kind": "Deployment", "strategy": "exact"}`;
  expect(lintRules([{ files: { "apps/Deployment.json": text } }]).map(({ code }) => code)).toEqual([
    "missing-why",
  ]);
});

test("errors of shape and of stacking stand beside those of lint, by place", () => {
  const files = {
    "b/apps/Deployment.json": ruleText(`"fields": ["spec.replcas"]`),
    "a/apps/DaemonSet.json": "{",
    "c/apps/StatefulSet.json": ruleText(`"extends": true`, "exact", "apps", "StatefulSet"),
  };
  expect(lintRules([{ files }]).map(({ code }) => code)).toEqual([
    "syntax",
    "unknown-path",
    "extends-nothing",
  ]);
});

test("an extending rule is linted by the strategy that it inherits", () => {
  const below = ruleText(`"versions": ["v1"]`, "hash");
  const above = `{"format": 1, "group": "apps", "kind": "Deployment", "why": "w", "extends": true, "hash": {"drift": "exact"}}`;
  expect(
    lintRules([
      { files: { "a/apps/Deployment.json": below } },
      { files: { "b/apps/Deployment.json": above } },
    ]),
  ).toEqual([]);
});

test("a set's own facts are known to lint", () => {
  const facts = {
    kinds: [
      {
        group: "example.com",
        version: "v1",
        kind: "Widget",
        type: "w",
        namespaced: true,
        statusSubresource: false,
      },
    ],
    types: { w: { fields: { spec: { type: "string" } } } },
  };
  const files = {
    "example.com/Widget.facts.json": JSON.stringify(facts),
    "example.com/Widget.json": ruleText(`"fields": ["spec", "spce"]`, "exact", "example.com", "Widget"),
  };
  expect(
    lintRules([{ files }]).map(({ code, problem }) => [code, "nearest" in problem ? problem.nearest : ""]),
  ).toEqual([["unknown-path", "spec"]]);
});

test("checked sets are passed over unless all is asked for", () => {
  const set = {
    files: { "apps/Deployment.json": ruleText(`"fields": ["spec.replcas"]`) },
    checked: true,
  } as const;
  expect(lintRules([set])).toEqual([]);
  expect(lintRules([set], { all: true }).map(({ code }) => code)).toEqual(["unknown-path"]);
});

test("tables of cases are held to their schema", () => {
  const files = { "apps/Deployment.cases.json": `{"base": {"apiVersion": "apps/v1"}, "cases": []}` };
  expect(lintRules([{ files }]).map(({ code, column }) => [code, column])).toEqual([
    ["missing-property", 10],
    ["empty", 46],
  ]);
});
