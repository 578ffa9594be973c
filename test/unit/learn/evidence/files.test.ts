import { describe, expect, it } from "vitest";
import type { JsonObject, KubeObject } from "../../../../src/core/json.js";
import type { CasesFile } from "../../../../src/generated/cases.js";
import type { Rule } from "../../../../src/generated/rule.js";
import { bundledRules } from "../../../../src/rules/bundled.js";
import { compileRules } from "../../../../src/rules/compile.js";
import { createGate, type Gate } from "../../../../src/rules/gate.js";
import { kindsOfDefinitions } from "../../../../src/rules/learn/definition.js";
import type { KindAnswers } from "../../../../src/rules/learn/evidence/answers.js";
import { problemsOf } from "../../../../src/rules/learn/evidence/check.js";
import { type Conclusion, conclusionOf } from "../../../../src/rules/learn/evidence/conclusion.js";
import { evidenceFiles } from "../../../../src/rules/learn/evidence/files.js";
import type { Line } from "../../../../src/rules/learn/evidence/line.js";
import { type LearnedKind, learnKinds } from "../../../../src/rules/learn/kinds.js";
import { overRules } from "../../../../src/rules/learn/over-rules.js";
import type { RuleSet } from "../../../../src/rules/set.js";
import { definitionOf } from "../../../custom-resource-definition.js";

const text = { type: "string" };
const open = { type: "object", additionalProperties: text };
const schema = {
  properties: { spec: { type: "object", properties: { tier: text, zone: text } }, data: open },
};

/** Widgets in these versions, with data beside their spec. */
function widgets(...versions: readonly string[]): LearnedKind {
  const given = definitionOf({ group: "example.com", kind: "Widget", plural: "widgets", schema });
  const [version] = (given.spec as JsonObject).versions as readonly JsonObject[];
  const served = versions.map((name, index) => ({ ...version, name, storage: index === 0 }));
  const [kind] = learnKinds(
    kindsOfDefinitions([{ ...given, spec: { ...(given.spec as JsonObject), versions: served } }]),
  );
  return kind as LearnedKind;
}

const widget = (version: string, more: JsonObject): JsonObject => ({
  apiVersion: `example.com/${version}`,
  kind: "Widget",
  metadata: { name: "w", namespace: "n" },
  ...more,
});

const filled = (path: string, why = "seen"): Line => ({ type: "ignore", path, why });

function concluded(version: string, lines: readonly Line[], more: Partial<KindAnswers> = {}): Conclusion {
  const desired = widget(version, { spec: { tier: "gold" }, data: { a: "1" } });
  const answer = widget(version, { spec: { tier: "gold", zone: "z1" }, data: { a: "1" } });
  return conclusionOf({
    subject: { group: "example.com", version, kind: "Widget" },
    samples: [{ name: "n/w", desired, answer }],
    lines,
    unexplained: [],
    partly: [],
    added: [],
    restless: [],
    live: 1,
    isSensitive: false,
    ...more,
  });
}

const zone = filled("spec.zone");

function gateOf(sets: readonly RuleSet[]): Gate {
  return createGate({ rules: compileRules(sets), mode: "replace" });
}

/** The files, which pass their checks, and a gate with them. */
function made(
  conclusions: readonly [Conclusion, ...Conclusion[]],
  { sets = [bundledRules], known }: { sets?: readonly RuleSet[]; known?: LearnedKind } = {},
) {
  const files = evidenceFiles(conclusions, sets, known);
  expect(problemsOf(conclusions, files, sets)).toEqual([]);
  const parsed = <Content>(name: string): Content =>
    JSON.parse(files[`example.com/${name}.json`] ?? "null") as Content;
  return { files, parsed, gate: gateOf([...sets, { files }]) };
}

const verdict = (gate: Gate, desired: JsonObject, live: JsonObject): string =>
  gate.decide(desired as KubeObject, live as KubeObject).verdict;

describe("a kind that only its schema tells of", () => {
  const known = widgets("v1");

  it("keeps the schema's outermost fields, so that one that is no longer stated is seen", () => {
    const { parsed, gate } = made([concluded("v1", [zone])], { known });
    expect(parsed<Rule>("Widget")).toMatchObject({
      strategy: "exact",
      fields: ["data", "spec"],
      ignore: [{ path: "spec.zone", why: "seen" }],
    });
    const live = widget("v1", { spec: { tier: "gold", zone: "z1" }, data: { a: "1" } });
    expect(verdict(gate, widget("v1", { spec: { tier: "gold" } }), live)).toBe("write");
    const schemaOnly = gateOf([bundledRules, { rules: [known.rule], facts: known.facts }]);
    expect(verdict(schemaOnly, widget("v1", { spec: { tier: "gold" } }), live)).toBe("write");
  });

  it("has its facts, with the defaults that were found", () => {
    const line: Line = { type: "default", path: "spec.zone", value: "z1", why: "seen" };
    const { files, parsed } = made([concluded("v1", [line])], { known });
    expect(Object.keys(files)).toEqual(
      ["Widget", "Widget.facts", "Widget.cases"].map((name) => `example.com/${name}.json`),
    );
    const facts = parsed<{ $comment: string; kinds: readonly JsonObject[] }>("Widget.facts");
    expect(facts.kinds).toMatchObject([{ version: "v1", fields: { "spec.zone": { default: "z1" } } }]);
    expect(facts.$comment).toBe(
      "Learned by `churngate learn` from its CustomResourceDefinition (v1), and from dry runs.",
    );
  });

  it("is observed where no rule could say what the server does", () => {
    const unexplained = [{ path: "spec.zone", why: "computed" }];
    const immutable: Line = { type: "immutable", path: "spec.tier", why: "refused" };
    const { parsed } = made([concluded("v1", [zone, immutable], { unexplained })], { known });
    const rule = parsed<Rule>("Widget");
    expect(rule).toMatchObject({
      strategy: "observed",
      fields: ["data", "spec"],
      immutable: [{ path: "spec.tier" }],
    });
    expect(rule).not.toHaveProperty("ignore");
    expect(rule.why).toContain("The server does more with it than a rule could say, at spec.zone:");
  });

  it("extends a rule that a set has of it all the same", () => {
    const own: RuleSet = {
      rules: [{ group: "example.com", kind: "Widget", strategy: "exact", ignore: ["metadata.labels.x"] }],
    };
    const { parsed, gate } = made([concluded("v1", [zone])], {
      sets: [bundledRules, own],
      known: overRules(known, compileRules([own])),
    });
    expect(parsed<Rule>("Widget")).toMatchObject({ extends: true });
    expect(parsed<Rule>("Widget")).not.toHaveProperty("strategy");
    const { rule } = gate.ruleFor(widget("v1", {}));
    expect(rule.ignore).toEqual(["metadata.labels.x", { path: "spec.zone", why: "seen" }]);
  });
});

describe("a kind that a rule set has", () => {
  const { rule, facts } = widgets("v1", "v1beta1");
  const sets: readonly RuleSet[] = [bundledRules, { rules: [rule], facts }];

  it("gets a rule that extends, and states no strategy of its own", () => {
    const { files, parsed } = made([concluded("v1", [zone])], { sets });
    expect(Object.keys(files)).toEqual(["example.com/Widget.json", "example.com/Widget.cases.json"]);
    expect(parsed("Widget")).toEqual({
      $schema: expect.any(String),
      format: 1,
      group: "example.com",
      kind: "Widget",
      extends: true,
      why: "What the server does with it is said here and by its facts: asked by dry runs of 1 object.",
      ignore: [{ path: "spec.zone", why: "seen" }],
    });
  });

  it("gets nothing where nothing is new, whatever its strategy", () => {
    const answer = widget("v1", { spec: { tier: "gold" } });
    const samples = [{ name: "n/w", desired: answer, answer }];
    const conclusion = concluded("v1", [], { samples });
    for (const strategy of ["exact", "hash", "unconditional", "observed"] as const) {
      const own: RuleSet = { rules: [{ ...rule, strategy }] };
      expect(made([conclusion], { sets: [...sets, own] }).files).toEqual({});
    }
  });

  it("gets facts alone where only a default is new", () => {
    const line: Line = { type: "default", path: "spec.zone", value: "z1", why: "seen" };
    const { files, parsed } = made([concluded("v1beta1", [line])], { sets });
    expect(Object.keys(files)).toEqual(["example.com/Widget.facts.json", "example.com/Widget.cases.json"]);
    expect(parsed<{ kinds: object[] }>("Widget.facts").kinds).toMatchObject([
      { version: "v1beta1", fields: { "spec.zone": { default: "z1" } } },
    ]);
  });
});

describe("two versions of a kind", () => {
  const tier = filled("spec.tier");

  it.each([
    ["in a rule set", undefined],
    ["that only its schema tells of", widgets("v1", "v1beta1", "v2")],
  ])("%s: have one rule where the same is said of them, whatever was counted", (_where, known) => {
    const conclusions = [
      concluded("v1", [zone]),
      concluded("v1beta1", [filled("spec.zone", "again")]),
    ] as const;
    const { files, parsed } = made([...conclusions], known && { known });
    expect(Object.keys(files)).not.toContain("example.com/Widget.v1.json");
    expect(parsed<Rule>("Widget")).not.toHaveProperty("versions");
    const names = parsed<CasesFile>("Widget.cases").cases.map(({ name }) => name);
    expect(names).toContain("n/w in example.com/v1beta1, as the server stores it");
  });

  it("have a rule each where it is another, and the rest what the schema tells", () => {
    const known = widgets("v1", "v1beta1", "v2");
    const conclusions = [concluded("v1", [zone]), concluded("v1beta1", [zone, tier])] as const;
    const { files, parsed, gate } = made([...conclusions], { known });
    expect(Object.keys(files)).toEqual(
      ["v1.json", "v1beta1.json", "v2.json", "facts.json", "cases.json"].map(
        (end) => `example.com/Widget.${end}`,
      ),
    );
    expect(["Widget.v1", "Widget.v1beta1", "Widget.v2"].map((name) => parsed<Rule>(name).versions)).toEqual([
      ["v1"],
      ["v1beta1"],
      ["v2"],
    ]);
    const ignored = (version: string) => gate.ruleFor(widget(version, {})).rule.ignore;
    expect(["v1", "v1beta1", "v2"].map(ignored)).toMatchObject([
      [{ path: "spec.zone" }],
      [{ path: "spec.zone" }, { path: "spec.tier" }],
      undefined as never,
    ]);
  });

  it("have a rule for the one alone of which something is new", () => {
    const { rule, facts } = widgets("v1", "v1beta1");
    const answer = widget("v1beta1", { spec: { tier: "gold" } });
    const nothing = concluded("v1beta1", [], { samples: [{ name: "n/w", desired: answer, answer }] });
    const { parsed } = made([nothing, concluded("v1", [zone])], {
      sets: [bundledRules, { rules: [rule], facts }],
    });
    expect(parsed<Rule>("Widget").versions).toEqual(["v1"]);
  });
});

describe("the table of cases", () => {
  const known = widgets("v1");

  it("has what the server stores, and what is to be written", () => {
    const { base, stored, cases } = made([concluded("v1", [zone])], { known }).parsed<CasesFile>(
      "Widget.cases",
    );
    expect(base).toMatchObject({ metadata: { name: "w", namespace: "n" }, data: { a: "1" } });
    expect(stored).toEqual({ spec: { zone: "z1" } });
    expect(cases).toEqual([
      { name: "as the server stores it", verdict: "skip" },
      {
        name: "changed by somebody else",
        live: { spec: { tier: "gold-x" } },
        verdict: "write",
        changes: ["spec.tier"],
      },
      {
        name: "a value is no longer stated",
        desired: { spec: null },
        verdict: "write",
        changes: ["spec.tier"],
      },
      { name: "not there yet", live: null, verdict: "create" },
    ]);
  });

  it("has no answer to skip by where the kind is observed", () => {
    const restless = ["spec.zone"];
    const { cases } = made([concluded("v1", [], { restless })], { known }).parsed<CasesFile>("Widget.cases");
    expect(cases.map(({ verdict }) => verdict)).toEqual(["write", "create"]);
  });

  it("is not made of secrets", () => {
    const { files } = made([concluded("v1", [zone], { isSensitive: true })], { known });
    expect(Object.keys(files)).not.toContain("example.com/Widget.cases.json");
  });
});

describe("the check of the files", () => {
  it("names an object whose answer would be written again, and what is no rule", () => {
    const conclusion = concluded("v1", []);
    const known = widgets("v1");
    const files = evidenceFiles([conclusion], [bundledRules], known);
    expect(problemsOf([conclusion], files, [bundledRules])).toEqual([
      "n/w: the server's own answer would be written again",
    ]);
    const broken = {
      ...files,
      "example.com/Widget.json": '{"format":1,"group":"example.com","kind":"Widget","extends":true}',
    };
    expect(problemsOf([conclusion], broken, [bundledRules])[0]).toContain(
      "no set below has a rule for Widget",
    );
  });
});
