import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Json, JsonObject, KubeObject } from "../../../src/core/json.js";
import { validators } from "../../../src/generated/validate.js";
import { bundledRules } from "../../../src/rules/bundled.js";
import { parseCases } from "../../../src/rules/cases/cases.js";
import { ownershipOf } from "../../../src/rules/cases/ownership.js";
import { runCases } from "../../../src/rules/cases/run.js";
import { writesOf } from "../../../src/rules/cases/writes.js";
import { compileRules } from "../../../src/rules/compile.js";
import { createGate } from "../../../src/rules/gate.js";

const file = (name: string): string => readFileSync(new URL(`../../../${name}`, import.meta.url), "utf8");
/** Without its fenced blocks: those of the walk at its start, which test/package/guide.test.ts runs. */
const text = file("docs/authoring-rules.md").replaceAll(/^```.*?^```\n/gms, "");
const [exampleTable] = JSON.parse(file("schemas/cases.schema.json")).examples;

/** The indented blocks of the page that are JSON, or members of a rule. */
const blocks = text
  .split(/\n(?! {4}|\n)/)
  .flatMap((part) => part.match(/(?:^ {4}.*\n?)+/gm) ?? [])
  .map((block) => block.trim())
  .filter((block) => /^[{"]/.test(block));

const NAMED = `"format": 1, "group": "", "kind": "A", "strategy": "exact"`;

function schemaOf(value: object): keyof ReturnType<typeof validators> {
  if ("cases" in value) return "cases";
  if ("kinds" in value) return "facts";
  return "kind" in value ? "rule" : "ruleset";
}

test("the page has examples", () => {
  expect(blocks.length).toBeGreaterThan(6);
});

test.each(blocks)("this example of the page is right: %s", (block) => {
  const value: object = JSON.parse(block.startsWith("{") ? block : `{${NAMED}, ${block}}`);
  const validator = validators()[schemaOf(value)];
  expect(validator(value), JSON.stringify(validator.errors)).toBe(true);
});

test.each([...blocks.filter((block) => block.includes('"cases"')), JSON.stringify(exampleTable)])(
  "the decisions of this table hold: %s",
  (block) => {
    const table = parseCases("example.cases.json", block);
    const rules = compileRules([bundledRules]);
    const writes = writesOf(table, { mode: "replace", fieldManager: undefined });
    const gate = createGate({ rules, ...writes });
    const results = runCases(table, gate, ownershipOf(writes, gate, rules.facts));
    expect(results.filter(({ passed }) => !passed)).toEqual([]);
  },
);

/** A set of the page's example that has this text in it, under this file name. */
const exampleSet = (has: string, file: string) => ({
  files: { [file]: blocks.find((block) => block.includes(has)) ?? "" },
});

/** An object as it is stored. */
function named(apiVersion: string, kind: string, body: JsonObject): KubeObject {
  const metadata = { name: "demo", namespace: "default", resourceVersion: "1" };
  return { apiVersion, kind, metadata, ...body };
}

describe("the facts of the page", () => {
  const rules = compileRules([
    exampleSet('"SiteSpec"', "example.com/Site.facts.json"),
    { rules: [{ group: "example.com", kind: "Site", strategy: "exact" }] },
  ]);
  const gate = createGate({ rules });
  const ports: Json = [{ port: 80 }, { port: 53, protocol: "UDP" }];

  test.each<[name: string, stated: JsonObject, live: JsonObject, expected: string]>([
    ["a default", {}, { replicas: 1, tier: "basic" }, "skip equal"],
    ["zero beside a default", { replicas: 0 }, { replicas: 1 }, "write differs"],
    ["a default under its condition", { tier: "gold" }, { tier: "gold", backups: 7 }, "skip equal"],
    ["a default without its condition", { tier: "basic" }, { tier: "basic", backups: 7 }, "write differs"],
    ["null that is a value", { owner: null }, {}, "write differs"],
    ["null that is none", { tier: null }, { tier: "basic" }, "skip equal"],
    ["the order of a set", { hosts: ["a", "b"] }, { hosts: ["b", "a"] }, "skip equal"],
    [
      "a default in an item",
      { ports },
      {
        ports: [
          { port: 80, protocol: "TCP" },
          { port: 53, protocol: "UDP" },
        ],
      },
      "skip equal",
    ],
    [
      "the order of a keyed list",
      { ports },
      {
        ports: [
          { port: 53, protocol: "UDP" },
          { port: 80, protocol: "TCP" },
        ],
      },
      "write differs",
    ],
    ["a key", { labels: { a: "1" } }, { labels: { a: "1", b: "2" } }, "write differs"],
    ["plain JSON", { extra: { a: 0 } }, { extra: {} }, "write differs"],
    ["a field that is not listed", { nonesuch: 1 }, {}, "skip unknown-field"],
  ])("%s", (_name, stated, live, expected) => {
    const { verdict, reason } = gate.decide(
      named("example.com/v1", "Site", { spec: stated }),
      named("example.com/v1", "Site", { spec: live }),
    );
    expect(`${verdict} ${reason.code}`).toBe(expected);
  });

  test("its tables name every property of the schema", () => {
    const schema = JSON.parse(file("schemas/facts.schema.json"));
    const rows = text.slice(text.indexOf("## Facts of your own")).match(/^\| `.*? \|/gm) ?? [];
    const names = rows.flatMap((row) => row.match(/\w+/g) ?? []).sort();
    const { $comment: _, ...ofType } = schema.properties.types.additionalProperties.properties;
    expect(names).toEqual([...Object.keys(schema.$defs.place.properties), ...Object.keys(ofType)].sort());
  });
});

test("the status rule of the page leaves what others write", () => {
  const set = exampleSet('"subresource": "status"', "apps/Deployment.status.json");
  const gate = createGate({ rules: compileRules([bundledRules, set]) });
  const condition = (type: string, status = "True") => ({ type, status });
  const live = named("apps/v1", "Deployment", {
    status: { replicas: 2, conditions: [condition("Available"), condition("Ours")] },
  });
  const decide = (status: string) =>
    gate.decide(
      named("apps/v1", "Deployment", { status: { conditions: [condition("Ours", status)] } }),
      live,
      {
        subresource: "status",
      },
    );
  expect(decide("True")).toMatchObject({ verdict: "skip" });
  const decision = decide("False");
  expect(decision.verdict === "write" && decision.payload()).toMatchObject({
    status: { replicas: 2, conditions: [condition("Available"), condition("Ours", "False")] },
  });
});
