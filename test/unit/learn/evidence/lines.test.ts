import { describe, expect, it } from "vitest";
import { bundledRules } from "../../../../src/rules/bundled.js";
import { compileRules } from "../../../../src/rules/compile.js";
import { immutableLines, type Tried } from "../../../../src/rules/learn/evidence/immutable.js";
import { partsOfLines, withLines } from "../../../../src/rules/learn/evidence/lay-lines.js";
import type { Line } from "../../../../src/rules/learn/evidence/line.js";
import { literalOf } from "../../../../src/rules/learn/evidence/rules.js";
import type { Steps } from "../../../../src/rules/learn/evidence/steps.js";

const LINES: readonly Line[] = [
  { type: "ignore", path: "spec.a", why: "forced" },
  { type: "unstated", path: "spec.b", why: "filled" },
  { type: "default", path: "spec.c", value: 1, why: "kept" },
  { type: "pair", path: "spec.d", keys: ["name"], foreign: "keep", why: "named" },
  { type: "pair", path: "spec.e", set: true, why: "rearranged" },
  { type: "immutable", path: "spec.f", why: "refused" },
];

const PARTS = {
  ignore: [{ path: "spec.a", why: "forced" }],
  when: [
    { if: { on: "desired", path: "spec.b", exists: false }, ignore: [{ path: "spec.b", why: "filled" }] },
  ],
  lists: [
    { path: "spec.d", keys: ["name"], foreign: "keep" },
    { path: "spec.e", set: true },
  ],
  immutable: [{ path: "spec.f" }],
};

const subject = { group: "apps", version: "v1", kind: "Deployment" };

describe("lines", () => {
  it("are parts of a rule, but for defaults", () => {
    expect(partsOfLines(LINES)).toEqual(PARTS);
    expect(partsOfLines([])).toEqual({});
  });

  it("are said by a literal of the kind", () => {
    const answers = { subject } as Parameters<typeof literalOf>[0]["answers"];
    const named = { group: "apps", kind: "Deployment", why: "seen" };
    const given = { why: "seen", strategy: undefined };
    expect(literalOf({ answers, lines: LINES }, { ...given, extends: true })).toEqual({
      ...named,
      extends: true,
      ...PARTS,
    });
    const stated = { ...given, extends: false, strategy: "observed" } as const;
    expect(literalOf({ answers, lines: [] }, stated)).toEqual({ ...named, strategy: "observed" });
  });

  it("are laid over rule and facts of this version of the kind alone", () => {
    const rules = compileRules([bundledRules]);
    const laid = withLines(rules, subject, LINES);
    const before = rules.resolve("apps", "v1", "Deployment").rule;
    const { rule } = laid.resolve("apps", "v1", "Deployment");
    for (const name of ["ignore", "when", "lists", "immutable"] as const)
      expect(rule[name]).toEqual([...(before[name] ?? []), ...PARTS[name]]);
    expect(laid.facts.kind("apps", "v1", "Deployment")?.fields?.["spec.c"]).toEqual({ default: 1 });
    const others: readonly (readonly [string, string, string])[] = [
      ["apps", "v1beta1", "Deployment"],
      ["apps", "v1", "StatefulSet"],
      ["", "v1", "Deployment"],
    ];
    for (const other of others) {
      expect(laid.resolve(...other).rule).toEqual(rules.resolve(...other).rule);
      expect(laid.facts.kind(...other)).toBe(rules.facts.kind(...other));
    }
    expect(laid.resolve("apps", "v1", "Deployment", "status").rule).toEqual(
      rules.resolve("apps", "v1", "Deployment", "status").rule,
    );
  });
});

describe("changes that were tried", () => {
  const tried = (steps: Steps, outcome: Tried["outcome"], object = "a"): Tried => ({
    object,
    desired: {},
    steps,
    outcome,
  });
  const at = (outcome: Tried["outcome"], object?: string) => tried(["spec", "x"], outcome, object);
  it.each<[string, readonly Tried[], readonly string[], readonly string[]]>([
    ["refused in each object", [at("immutable"), at("immutable", "b")], ["spec.x"], []],
    ["refused in one, and taken in another", [at("immutable"), at("accepted", "b")], [], []],
    ["refused, and no value in another", [at("immutable"), at("invalid", "b")], ["spec.x"], []],
    ["no value in any", [at("invalid")], [], []],
    ["taken in part", [at("immutable"), at("partly", "b")], [], ["spec.x"]],
    [
      "refused in each item of a list",
      [tried(["spec", "l", 0, "v"], "immutable"), tried(["spec", "l", 1, "v"], "immutable")],
      ["spec.l[*].v"],
      [],
    ],
    [
      "refused in one item of a list",
      [tried(["spec", "l", 0, "v"], "immutable"), tried(["spec", "l", 1, "v"], "accepted")],
      [],
      [],
    ],
  ])("%s", (_what, all, immutable, partly) => {
    const { lines, unexplained } = immutableLines(all, 2);
    expect(lines.map(({ type, path }) => [type, path])).toEqual(immutable.map((path) => ["immutable", path]));
    expect(unexplained.map(({ path }) => path)).toEqual(partly);
  });

  it("say of how many objects", () => {
    const { lines } = immutableLines([at("immutable"), at("invalid", "b")], 2);
    expect(lines[0]?.why).toBe(
      "the server refuses a change of it, and takes the same value in a new object (dry runs, 1 of 2 objects)",
    );
  });
});
