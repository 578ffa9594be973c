import { describe, expect, test } from "vitest";
import type { Rule } from "../../../src/generated/rule.js";
import { compileRules } from "../../../src/rules/compile.js";
import type { ResolvedRule } from "../../../src/rules/compiled.js";
import { RulesError } from "../../../src/rules/errors.js";
import type { RuleSet } from "../../../src/rules/set.js";

const NAMED = { format: 1, group: "apps", kind: "Deployment" } as const;
const plain = (...rules: Omit<Rule, "format" | "group" | "kind">[]): RuleSet => ({
  rules: rules.map((rule) => ({ ...NAMED, ...rule })),
});
const resolve = (...sets: RuleSet[]): ResolvedRule => compileRules(sets).resolve("apps", "v1", "Deployment");

/** A rule without what names it. */
function bare({ rule }: ResolvedRule): unknown {
  const { format: _format, group: _group, kind: _kind, ...rest } = rule;
  return rest;
}

const base = plain({
  strategy: "derivative",
  why: "below",
  fields: ["spec.replicas", "spec.template"],
  ignore: ["spec.a", { path: "spec.b", why: "below" }, "spec.c"],
  hash: { annotation: "a", drift: "exact" },
  finalizers: { own: ["a"] },
  lists: [{ path: "spec.x", keys: ["a"] }],
  overrides: [{ match: { name: "a" }, strategy: "exact" }],
  when: [{ if: { on: "live", path: "spec.a" }, strategy: "exact" }],
});

const rows: {
  name: string;
  above: Omit<Rule, "format" | "group" | "kind">;
  want: Record<string, unknown>;
}[] = [
  { name: "nothing but extends changes nothing", above: {}, want: {} },
  {
    name: "a scalar replaces",
    above: { strategy: "exact", why: "above" },
    want: { strategy: "exact", why: "above" },
  },
  { name: "fields replace", above: { fields: ["spec.x"] }, want: { fields: ["spec.x"] } },
  {
    name: "fields that remove change the inherited ones",
    above: { fields: [{ path: "spec.replicas", remove: true }, "spec.x"] },
    want: { fields: ["spec.template", "spec.x"] },
  },
  { name: "an object replaces", above: { hash: { annotation: "b" } }, want: { hash: { annotation: "b" } } },
  {
    name: "own finalizers replace",
    above: { finalizers: { own: ["b"] } },
    want: { finalizers: { own: ["b"] } },
  },
  {
    name: "a list appends",
    above: { ignore: ["spec.d"], absent: ["spec.e"] },
    want: { ignore: ["spec.a", { path: "spec.b", why: "below" }, "spec.c", "spec.d"], absent: ["spec.e"] },
  },
  {
    name: "the same path replaces in place, however it is spelt",
    above: { ignore: [{ path: "spec[b]", why: "above" }] },
    want: { ignore: ["spec.a", { path: "spec[b]", why: "above" }, "spec.c"] },
  },
  {
    name: "remove takes one away",
    above: { ignore: [{ path: "spec.b", remove: true }] },
    want: { ignore: ["spec.a", "spec.c"] },
  },
  {
    name: "lists merge by path",
    above: { lists: [{ path: "spec.x", set: true }] },
    want: { lists: [{ path: "spec.x", set: true }] },
  },
  {
    name: "overrides append, so that the higher set's win",
    above: { overrides: [{ match: { name: "b" }, strategy: "hash" }] },
    want: {
      overrides: [
        { match: { name: "a" }, strategy: "exact" },
        { match: { name: "b" }, strategy: "hash" },
      ],
    },
  },
  {
    name: "conditions append",
    above: { when: [{ if: { on: "desired", path: "spec.b" }, strategy: "exact" }] },
    want: {
      when: [
        { if: { on: "live", path: "spec.a" }, strategy: "exact" },
        { if: { on: "desired", path: "spec.b" }, strategy: "exact" },
      ],
    },
  },
];

describe("a rule that extends", () => {
  test.each(rows)("$name", ({ above, want }) => {
    const below = bare(resolve(base)) as object;
    expect(bare(resolve(base, plain({ extends: true, ...above })))).toEqual({ ...below, ...want });
  });

  test("leaves the rule below as it was", () => {
    const before = JSON.stringify(base);
    resolve(base, plain({ extends: true, ignore: [{ path: "spec.b", remove: true }] }));
    expect(JSON.stringify(base)).toBe(before);
  });

  test("extends what extends", () => {
    const middle = plain({ extends: true, ignore: ["spec.d"] });
    const top = plain({ extends: true, ignore: [{ path: "spec.a", remove: true }] });
    expect(resolve(base, middle, top).rule.ignore).toEqual([
      { path: "spec.b", why: "below" },
      "spec.c",
      "spec.d",
    ]);
  });

  test("cannot remove what is not inherited", () => {
    const top = plain({ extends: true, ignore: [{ path: "spec.z", remove: true }] });
    expect(() => resolve(base, top)).toThrow(RulesError);
  });

  test("may remove what some versions inherit", () => {
    const below = plain(
      { versions: ["v1"], strategy: "exact", ignore: ["spec.z"] },
      { versions: ["v2"], strategy: "exact" },
    );
    const top = plain({ extends: true, ignore: [{ path: "spec.z", remove: true }] });
    expect(resolve(below, top).rule.ignore).toEqual([]);
  });
});

describe("stacking", () => {
  test("without extends a rule replaces the one below whole", () => {
    expect(bare(resolve(base, plain({ strategy: "exact" })))).toEqual({ strategy: "exact" });
  });

  test("a rule is for the versions that it names", () => {
    const rules = compileRules([
      plain({ strategy: "derivative" }),
      plain({ versions: ["v2"], strategy: "hash" }),
    ]);
    expect(rules.resolve("apps", "v1", "Deployment").rule.strategy).toBe("derivative");
    expect(rules.resolve("apps", "v2", "Deployment").rule.strategy).toBe("hash");
  });

  test("versions are not inherited", () => {
    const below = plain({ versions: ["v1"], strategy: "hash" });
    expect(resolve(below, plain({ extends: true, why: "x" })).rule.versions).toBeUndefined();
  });

  test.each([
    ["exact unless chosen", [{ rules: [] }], "exact"],
    ["a set's", [{ rules: [], fallback: "unconditional" }], "unconditional"],
    [
      "the higher set's",
      [{ rules: [], fallback: "unconditional" }, { rules: [], fallback: "derivative" }, { rules: [] }],
      "derivative",
    ],
  ] as [string, RuleSet[], string][])("the fallback is %s", (_, sets, strategy) => {
    const resolved = resolve(...sets);
    expect(resolved).toMatchObject({ fallback: true, rule: { ...NAMED, strategy } });
    expect(resolved.source("/strategy")).toBeUndefined();
  });

  test("a set's ignores are for every kind, behind the rule's own", () => {
    const sets: RuleSet[] = [
      { rules: [], ignore: ["metadata.a"] },
      { rules: [], ignore: ["metadata.b"] },
    ];
    expect(resolve(...sets).rule.ignore).toEqual(["metadata.a", "metadata.b"]);
    expect(resolve(...sets, plain({ strategy: "exact", ignore: ["spec.a"] })).rule.ignore).toEqual([
      "spec.a",
      "metadata.a",
      "metadata.b",
    ]);
  });

  test("the same answer comes back", () => {
    const rules = compileRules([base]);
    expect(rules.resolve("apps", "v1", "Deployment")).toBe(rules.resolve("apps", "v1", "Deployment"));
  });

  test.each(["__proto__", "constructor", "toString", "hasOwnProperty"])(
    "a kind named %s has no rule",
    (kind) => {
      expect(compileRules([base]).resolve("apps", "v1", kind).fallback).toBe(true);
      expect(compileRules([base]).resolve(kind, kind, kind).fallback).toBe(true);
      expect(compileRules([base]).facts.kind(kind, kind, kind)).toBeUndefined();
    },
  );

  test("a set's facts lie over the bundled ones", () => {
    const widget = {
      group: "example.com",
      version: "v1",
      kind: "Widget",
      type: "example.com/v1.Widget",
      namespaced: true,
      statusSubresource: true,
    };
    const facts = {
      kinds: [widget],
      types: { "example.com/v1.Widget": { fields: { size: { type: "integer" as const } } } },
    };
    const rules = compileRules([{ rules: [], facts }]);
    expect(rules.facts.kind("example.com", "v1", "Widget")).toEqual(widget);
    expect(rules.facts.type("example.com/v1.Widget")).toEqual({
      ...facts.types["example.com/v1.Widget"],
      stored: "asIs",
    });
    expect(rules.facts.kind("apps", "v1", "Deployment")?.kind).toBe("Deployment");
    expect(rules.facts.kinds()).toContainEqual(widget);
  });
});
