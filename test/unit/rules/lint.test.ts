import { describe, expect, test } from "vitest";
import type { Mode } from "../../../src/core/decision.js";
import { lintRules } from "../../../src/rules/lint/index.js";

/** A rule whose third line is the one that matters; it says why, so that nothing else is odd. */
const ruleText = (line: string, strategy = "exact", group = "apps", kind = "Deployment") =>
  `{\n  "format": 1, "group": "${group}", "kind": "${kind}", "why": "w", "strategy": "${strategy}",\n  ${line}\n}\n`;

interface Row {
  name: string;
  line: string;
  strategy?: string;
  kind?: [group: string, kind: string];
  mode?: Mode;
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
    line: `"fields": [{"path": "spec.replicas", "strategy": "exact"}]`,
    found: ["useless-strategy error 3:40"],
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
    name: "what a write under unconditional leaves alone",
    strategy: "unconditional",
    line: `"atLeast": ["spec.replicas"], "lists": [{"path": "spec.template.spec.volumes", "keys": ["name"], "foreign": "keep"}], "fields": [{"path": "spec", "strategy": "derivative"}]`,
    found: [],
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
    found: [],
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
    found: ["shadowed error 3:14"],
  },
  {
    name: "a field within what is ignored",
    line: `"once": ["spec.template.spec.containers[name=a].image"], "ignore": [{"path": "spec.template.spec.containers[*]", "why": "w"}]`,
    found: ["shadowed error 3:12"],
  },
  {
    name: "a part of an override that the rule ignores",
    line: `"ignore": [{"path": "spec.replicas", "why": "w"}], "overrides": [{"match": {"name": "a"}, "why": "w", "once": ["spec.replicas"]}]`,
    found: ["shadowed error 3:114"],
  },
  {
    name: "an override that ignores what the rule states",
    line: `"once": ["spec.replicas"], "overrides": [{"match": {"name": "a"}, "why": "w", "ignore": [{"path": "spec.replicas", "why": "w"}]}]`,
    found: [],
  },
  {
    name: "an ignore within another",
    line: `"ignore": [{"path": "metadata.labels[a.b/*]", "why": "w"}, {"path": "metadata.labels[a.b/c]", "why": "w"}]`,
    found: ["shadowed warning 3:71"],
  },
  {
    name: "an ignore within a field",
    line: `"fields": ["spec"], "ignore": [{"path": "spec.replicas", "why": "w"}]`,
    found: [],
  },
  {
    name: "an ignore of the items of a list that is paired",
    line: `"lists": [{"path": "spec.template.spec.containers", "keys": ["name"]}], "ignore": [{"path": "spec.template.spec.containers[*]", "why": "w"}]`,
    found: ["shadowed error 3:22"],
  },
  {
    name: "one item beside all of them",
    line: `"ignore": [{"path": "spec.template.spec.containers[*].image", "why": "w"}, {"path": "spec.template.spec.containers[name=a].image", "why": "w"}]`,
    found: ["shadowed warning 3:87"],
  },
  {
    name: "an item, and what all of them have",
    line: `"ignore": [{"path": "spec.template.spec.containers[name=a]", "why": "w"}], "atLeast": ["spec.template.spec.containers[*].resources.requests.cpu"]`,
    found: [],
  },
  {
    name: "an immutable field that is ignored",
    line: `"immutable": ["spec.template.spec.nodeName"], "ignore": [{"path": "spec.template", "why": "w"}]`,
    found: ["shadowed error 3:17"],
  },
  {
    name: "released and ignored",
    line: `"ignore": [{"path": "spec.replicas", "why": "w"}], "release": ["spec.replicas"]`,
    found: ["shadowed error 3:23"],
  },
  {
    name: "a part of what must be gone",
    line: `"absent": ["spec.template.spec.affinity"], "once": ["spec.template.spec.affinity.nodeAffinity"]`,
    found: ["shadowed error 3:55"],
  },
  {
    name: "a part of what is sent along",
    line: `"incidental": ["spec.strategy"], "ignore": [{"path": "spec.strategy.type", "why": "w"}]`,
    found: ["shadowed warning 3:56"],
  },
  {
    name: "a quantity that is stated once",
    line: `"once": ["spec.replicas"], "atLeast": ["spec.replicas"]`,
    found: ["shadowed warning 3:42"],
  },
  {
    name: "a field that is ours, and stated once",
    line: `"fields": ["spec.replicas"], "once": ["spec.replicas"]`,
    found: [],
  },
  {
    name: "what is refused when it is added, and else left alone",
    line: `"immutable": ["spec.paused"], "once": ["spec.paused"]`,
    found: [],
  },
  {
    name: "an override that says the rule's own",
    line: `"once": ["spec.replicas"], "overrides": [{"match": {"name": "a"}, "why": "w", "once": ["spec.replicas"]}]`,
    found: ["shadowed warning 3:90"],
  },
  {
    name: "an ignore that holds on a condition, and what the rule says of the same",
    line: `"once": ["spec.replicas"], "when": [{"if": {"on": "live", "path": "spec.paused"}, "ignore": [{"path": "spec.replicas", "why": "w"}]}]`,
    found: [],
  },
  {
    name: "a field within a field",
    line: `"fields": ["spec", "spec.replicas"]`,
    found: ["shadowed warning 3:22"],
  },
  {
    name: "a field with a strategy of its own within a field",
    line: `"fields": ["spec", {"path": "spec.template", "strategy": "derivative"}]`,
    found: [],
  },
  {
    name: "fields of an override, which replace the rule's",
    line: `"fields": ["spec"], "overrides": [{"match": {"name": "a"}, "why": "w", "fields": ["spec.replicas"]}]`,
    found: [],
  },
  {
    name: "under hash: what must be gone from live, and what live must have",
    strategy: "hash",
    line: `"fields": ["spec.replicas"], "absent": ["spec.paused", "metadata.labels.a"], "once": ["spec.minReadySeconds"]`,
    found: ["blind-part error 3:43", "blind-part warning 3:89"],
  },
  {
    name: "the same under hash with drift",
    strategy: "hash",
    line: `"hash": {"drift": "derivative"}, "absent": ["spec.paused"], "once": ["spec.minReadySeconds"]`,
    found: [],
  },
  {
    name: "the same in an override that chooses hash",
    line: `"overrides": [{"match": {"name": "a"}, "why": "w", "strategy": "hash", "fields": ["spec.replicas"], "absent": ["spec.paused"]}]`,
    found: ["blind-part error 3:114"],
  },
  {
    name: "our finalizers under derivative",
    strategy: "derivative",
    line: `"finalizers": {"own": ["a.b/c"]}`,
    found: ["blind-part warning 3:3"],
  },
  {
    name: "a fingerprint that must be gone",
    strategy: "hash",
    line: `"fields": ["spec.replicas"], "absent": ["metadata.annotations[churngate.dev/*]"]`,
    found: ["absent-fingerprint error 3:43"],
  },
  {
    name: "a fingerprint that must be gone, once it is recorded elsewhere",
    strategy: "hash",
    line: `"fields": ["spec.replicas"], "hash": {"annotation": "a.b/c"}, "absent": ["metadata.annotations[churngate.dev/hash]"]`,
    found: [],
  },
  {
    name: "a default that must be gone",
    line: `"absent": ["spec.replicas", "spec.template.spec.containers[*].terminationMessagePath", "spec.minReadySeconds"]`,
    found: ["never-absent error 3:14", "never-absent error 3:31"],
  },
  {
    name: "an immutable field that must be gone",
    line: `"absent": ["spec.selector"]`,
    found: ["never-absent error 3:14"],
  },
  {
    name: "a field that may be changed within one that may not",
    kind: ["", "PersistentVolumeClaim"],
    line: `"absent": ["spec.resources.requests"]`,
    found: [],
  },
  {
    name: "an immutable field in the fingerprint",
    strategy: "hash",
    line: `"fields": ["spec"]`,
    found: ["immutable-hash warning 2:67"],
  },
  {
    name: "a field that the rule says is immutable in the fingerprint",
    strategy: "hash",
    line: `"fields": ["spec.template"], "immutable": ["spec.template.spec.nodeName"]`,
    found: ["immutable-hash warning 2:67"],
  },
  {
    name: "immutable fields beside the fingerprint, ignored, or stated once",
    strategy: "hash",
    line: `"ignore": [{"path": "spec.selector", "why": "w"}], "immutable": ["metadata.labels.a"]`,
    found: [],
  },
  {
    name: "the mutable fields of a kind in the fingerprint",
    kind: ["apps", "StatefulSet"],
    strategy: "hash",
    line: `"fields": ["spec.replicas", "spec.template", "spec.updateStrategy"]`,
    found: [],
  },
  {
    name: "what is immutable only while another field says so",
    kind: ["", "ConfigMap"],
    strategy: "hash",
    line: `"fields": ["data"]`,
    found: [],
  },
  {
    name: "an immutable field that is compared as well",
    strategy: "hash",
    line: `"hash": {"drift": "exact"}`,
    found: [],
  },
  {
    name: "an override that chooses hash",
    line: `"overrides": [{"match": {"name": "a"}, "why": "w", "strategy": "hash"}]`,
    found: ["immutable-hash warning 3:54"],
  },
  {
    name: "exact in a merge patch",
    mode: "merge",
    line: `"versions": ["v1"]`,
    found: ["removals-in-merge warning 2:67"],
  },
  {
    name: "hash in a merge patch",
    mode: "merge",
    strategy: "hash",
    line: `"hash": {"drift": "derivative"}`,
    found: ["removals-in-merge warning 2:67"],
  },
  {
    name: "strategies of parts in a merge patch",
    mode: "merge",
    strategy: "derivative",
    line: `"fields": [{"path": "spec", "strategy": "exact"}], "overrides": [{"match": {"name": "a"}, "why": "w", "strategy": "exact"}], "when": [{"if": {"on": "live", "path": "spec.paused"}, "strategy": "exact"}]`,
    found: [
      "removals-in-merge warning 3:31",
      "removals-in-merge warning 3:105",
      "removals-in-merge warning 3:183",
    ],
  },
  {
    name: "a release in a PUT",
    mode: "replace",
    line: `"release": ["spec.replicas"]`,
    found: ["release-is-ignore warning 3:15"],
  },
  { name: "a release in an apply", mode: "apply", line: `"release": ["spec.replicas"]`, found: [] },
  {
    name: "fields in an apply",
    mode: "apply",
    line: `"fields": ["spec.replicas", {"path": "spec.template", "strategy": "derivative"}]`,
    found: ["idle-fields warning 3:3"],
  },
  {
    name: "fields that only say how, or name all that there is",
    mode: "apply",
    line: `"fields": [{"path": "spec.replicas", "strategy": "derivative"}], "overrides": [{"match": {"name": "a"}, "why": "w", "fields": ["spec"]}]`,
    found: [],
  },
  {
    name: "a value of another type",
    line: `"when": [{"if": {"on": "live", "path": "spec.paused", "equals": "true"}, "strategy": "derivative"}, {"if": {"on": "live", "path": "spec.template", "equals": 1}, "strategy": "derivative"}, {"if": {"on": "live", "path": "spec.replicas", "equals": null}, "strategy": "derivative"}]`,
    found: ["never-holds error 3:67", "never-holds error 3:160", "never-holds error 3:248"],
  },
  {
    name: "values of the right type",
    line: `"when": [{"if": {"on": "live", "path": "spec.paused", "equals": true}, "strategy": "derivative"}, {"if": {"on": "desired", "path": "spec.replicas", "equals": null}, "strategy": "derivative"}, {"if": {"on": "live", "path": "spec.strategy.rollingUpdate.maxSurge", "equals": 1}, "strategy": "derivative"}]`,
    found: [],
  },
  {
    name: "what every object has",
    line: `"when": [{"if": {"on": "live", "path": "metadata.name", "exists": false}, "strategy": "derivative"}, {"if": {"on": "live", "path": "kind", "equals": "Pod"}, "strategy": "derivative"}]`,
    found: ["never-holds error 3:59", "never-holds error 3:152"],
  },
  {
    name: "two parts for the same objects",
    line: `"overrides": [{"match": {"name": "a", "namespace": "b"}, "why": "w", "once": ["spec.paused"]}, {"match": {"namespace": "b", "name": "a"}, "why": "w", "strategy": "derivative"}]`,
    found: ["repeated-part warning 3:108"],
  },
  {
    name: "two conditions of the same",
    line: `"when": [{"if": {"on": "live", "path": "spec.paused"}, "strategy": "derivative"}, {"if": {"on": "live", "path": "spec.paused"}, "fields": ["spec"]}]`,
    found: ["repeated-part warning 3:92"],
  },
  {
    name: "parts in which nothing holds",
    line: `"overrides": [{"match": {"name": "a"}, "why": "w"}], "when": [{"$comment": "later", "if": {"on": "live", "path": "spec.paused"}}]`,
    found: ["empty-part warning 3:17", "empty-part warning 3:65"],
  },
  {
    name: "comments, which decide nothing",
    line: `"$comment": ["one", "two"], "fields": [{"path": "spec", "$comment": "three"}]`,
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
  test.each(rows)("$name", ({ line, strategy = "exact", kind = ["apps", "Deployment"], mode, found }) => {
    const file = `${kind[0] || "core"}/${kind[1]}.json`;
    const errors = lintRules([{ files: { [file]: ruleText(line, strategy, ...kind) } }], { mode });
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

test("a path that no version has is missed in the newest one's type", () => {
  const [error] = lintRules([{ files: { "apps/Deployment.json": ruleText(`"fields": ["spec.replcas"]`) } }]);
  expect(error?.message).toBe("`spec` (apps/v1.DeploymentSpec) has no `replcas`");
});

test("an extending rule is linted by the strategy that it inherits", () => {
  const below = ruleText(`"fields": ["spec.replicas"]`, "hash");
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

describe("what lies below", () => {
  const below = {
    name: "below",
    files: {
      "low/apps/Deployment.json": ruleText(
        `"once": ["spec.replicas"], "immutable": ["spec.template.spec.nodeName"], "fields": ["spec"]`,
      ),
    },
  };
  const above = (line: string) => ({
    files: {
      "high/apps/Deployment.json": `{\n  "format": 1, "group": "apps", "kind": "Deployment", "extends": true,\n  ${line}\n}\n`,
    },
  });
  const found = (line: string, more: object = {}) =>
    lintRules([below, { files: { ...above(line).files, ...more } }]).map(
      ({ code, level, file, line: row, column, problem }) => {
        const at = "at" in problem ? ` ${problem.at}` : "";
        return `${code} ${level} ${file}:${row}:${column}${at}`;
      },
    );

  test("a rule that says only how it differs has the inherited why", () => {
    expect(found(`"ignore": [{"path": "spec.paused", "why": "w"}]`)).toEqual([]);
    expect(found(`"strategy": "derivative"`)).toEqual(["missing-why warning high/apps/Deployment.json:1:1"]);
  });

  test("an ignore over inherited parts names both places", () => {
    expect(found(`"ignore": [{"path": "spec.template", "why": "w"}]`)).toEqual([
      "shadows warning high/apps/Deployment.json:3:23 low/apps/Deployment.json:3",
    ]);
  });

  test("a part beneath an inherited one names both places", () => {
    expect(found(`"atLeast": ["spec.replicas"]`)).toEqual([
      "shadowed warning high/apps/Deployment.json:3:15 low/apps/Deployment.json:3",
    ]);
  });

  test("what is taken away shadows nothing", () => {
    const line = `"immutable": [{"path": "spec.template.spec.nodeName", "remove": true}], "ignore": [{"path": "spec.template", "why": "w"}]`;
    expect(found(line)).toEqual([]);
  });

  test("an entry that is inherited as it stands", () => {
    expect(found(`"once": ["spec.replicas", {"path": "spec.paused", "$comment": "c"}]`)).toEqual([
      "repeats-inherited warning high/apps/Deployment.json:3:12 low/apps/Deployment.json:3",
    ]);
  });

  test("an ignore of the whole set", () => {
    const ruleset = `{"format": 1, "ignore": [{"path": "metadata.annotations[a.b/*]", "why": "w"}]}`;
    const line = `"once": ["metadata.annotations[a.b/c]"]`;
    expect(found(line, { "high/ruleset.json": ruleset })).toEqual([
      "shadowed warning high/apps/Deployment.json:3:12 high/ruleset.json:1",
    ]);
  });

  test("fields that are inherited take part in the fingerprint", () => {
    expect(found(`"strategy": "hash", "why": "w"`)).toEqual([
      "immutable-hash warning high/apps/Deployment.json:3:3",
    ]);
    expect(found(`"strategy": "hash", "why": "w", "fields": ["spec.replicas"]`)).toEqual([]);
  });
});

test("the ignores of a whole set", () => {
  const ruleset = `{"format": 1, "ignore": [
    "metadata.annotations[a.b/*]",
    {"path": "metadata.annotations[a.b/c]", "why": "w"},
    {"path": "metadata.anotations[a.b/c]", "why": "w"},
    {"path": "metadata.uid", "why": "w"},
    {"path": "spec.anything", "why": "w"}
  ]}`;
  expect(
    lintRules([{ files: { "ruleset.json": ruleset } }]).map(({ code, line, column }) => [code, line, column]),
  ).toEqual([
    ["missing-why", 2, 5],
    ["shadowed", 3, 14],
    ["unknown-path", 4, 24],
    ["never-compared", 5, 14],
  ]);
});

test("a table of cases says how its rule writes", () => {
  const base = { apiVersion: "apps/v1", kind: "Deployment" };
  const table = (mode: Mode) => JSON.stringify({ mode, base, cases: [{ name: "a", verdict: "skip" }] });
  const found = (mode: Mode) =>
    lintRules([
      {
        files: {
          "apps/Deployment.json": ruleText(`"release": ["spec.replicas"]`),
          "apps/Deployment.cases.json": table(mode),
        },
      },
    ]).map(({ code, problem }) => [code, "table" in problem ? problem.table : undefined]);
  expect(found("merge")).toEqual([
    ["removals-in-merge", "apps/Deployment.cases.json"],
    ["release-is-ignore", "apps/Deployment.cases.json"],
  ]);
  expect(found("apply")).toEqual([]);
});

test("every problem that lint finds says what to do", () => {
  const problems = rows.flatMap(({ line, strategy = "exact", kind = ["apps", "Deployment"], mode }) =>
    lintRules([{ files: { [`${kind[0] || "core"}/${kind[1]}.json`]: ruleText(line, strategy, ...kind) } }], {
      mode,
    }),
  );
  expect(problems.filter(({ hint }) => hint === undefined).map(({ code }) => code)).toEqual([]);
});
