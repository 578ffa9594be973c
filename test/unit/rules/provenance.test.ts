import { describe, expect, test } from "vitest";
import { compileRules } from "../../../src/rules/compile.js";

const below = `{
  "format": 1,
  "group": "apps",
  "kind": "Deployment",
  "strategy": "derivative",
  "hash": { "annotation": "a/b" },
  "ignore": [
    "spec.a",
    { "path": "spec.b", "why": "below" }
  ],
  "overrides": [
    { "match": { "name": "a" }, "ignore": ["spec.o"] }
  ]
}`;

const above = `{ "format": 1, "group": "apps", "kind": "Deployment", "extends": true,
  "why": "above",
  "ignore": [{ "path": "spec.a", "remove": true }, "spec.c"],
  "overrides": [{ "match": { "name": "b" }, "once": ["spec.p"] }]
}`;

const ruleset = `{ "format": 1,
  "ignore": ["metadata.x", { "path": "metadata.y", "why": "w" }]
}`;

const rules = compileRules([
  { files: { "below/apps/Deployment.json": below } },
  { files: { "above/apps/Deployment.json": above, "above/ruleset.json": ruleset } },
]);
const resolved = rules.resolve("apps", "v1", "Deployment");

describe("where each part of a merged rule was written", () => {
  test.each([
    ["", "above/apps/Deployment.json:1:1"],
    ["/strategy", "below/apps/Deployment.json:5:15"],
    ["/why", "above/apps/Deployment.json:2:10"],
    ["/hash/annotation", "below/apps/Deployment.json:6:27"],
    ["/hash/drift", "below/apps/Deployment.json:6:11"],
    ["/ignore", "above/apps/Deployment.json:3:13"],
    ["/ignore/0", "below/apps/Deployment.json:9:5"],
    ["/ignore/0/path", "below/apps/Deployment.json:9:15"],
    ["/ignore/0/nothing/here", "below/apps/Deployment.json:9:5"],
    ["/ignore/1", "above/apps/Deployment.json:3:52"],
    ["/ignore/2", "above/ruleset.json:2:14"],
    ["/ignore/3/why", "above/ruleset.json:2:59"],
    ["/ignore/4", "above/apps/Deployment.json:3:13"],
    ["/overrides/0/ignore/0", "below/apps/Deployment.json:12:44"],
    ["/overrides/1/once/0", "above/apps/Deployment.json:4:54"],
    ["/absent/0", "above/apps/Deployment.json:1:1"],
    ["/toString", "above/apps/Deployment.json:1:1"],
  ])("%s", (pointer, place) => {
    const source = resolved.source(pointer);
    expect(`${source?.file}:${source?.line}:${source?.column}`).toBe(place);
  });

  test("a set's ignore has a place where the kind has no rule", () => {
    const none = rules.resolve("", "v1", "Service");
    expect(none.source("/ignore/0")).toMatchObject({ file: "above/ruleset.json", line: 2 });
    expect(none.source("/strategy")).toBeUndefined();
  });

  test("plain data has none", () => {
    const rule = { format: 1, group: "", kind: "Service", strategy: "exact", ignore: ["spec.a"] } as const;
    const plain = compileRules([{ rules: [{ ...rule, ignore: ["spec.a"] }] }]).resolve("", "v1", "Service");
    expect([plain.source(""), plain.source("/ignore/0"), plain.source("/strategy")]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe("the list of rules", () => {
  test("names what a rule extends and what it replaces", () => {
    const text = `{"format": 1, "group": "apps", "kind": "Deployment", "strategy": "exact"}`;
    const listed = compileRules([
      { files: { "a/apps/Deployment.json": text } },
      { files: { "b/apps/Deployment.json": text } },
      { files: { "c/apps/Deployment.json": text.replace(`"strategy": "exact"`, `"extends": true`) } },
    ]).list();
    expect(listed).toEqual([
      {
        group: "apps",
        kind: "Deployment",
        file: "c/apps/Deployment.json",
        extended: ["b/apps/Deployment.json"],
        shadowed: ["a/apps/Deployment.json"],
      },
    ]);
  });

  test("is in the order of groups and kinds", () => {
    const rule = (group: string, kind: string) => ({ format: 1, group, kind, strategy: "exact" }) as const;
    const rules = [rule("b", "A"), rule("", "Z"), rule("", "A"), rule("a", "C")];
    expect(
      compileRules([{ rules }])
        .list()
        .map(({ group, kind }) => `${group}/${kind}`),
    ).toEqual(["/A", "/Z", "a/C", "b/A"]);
  });

  test("a rule for one version does not hide the one for all", () => {
    const rule = { format: 1, group: "", kind: "A", strategy: "exact" } as const;
    const listed = compileRules([{ rules: [rule] }, { rules: [{ ...rule, versions: ["v1"] }] }]).list();
    expect(listed.map(({ versions }) => versions)).toEqual([undefined, ["v1"]]);
  });
});
