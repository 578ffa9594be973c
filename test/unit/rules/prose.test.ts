import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { validators } from "../../../src/generated/validate.js";
import { bundledRules } from "../../../src/rules/bundled.js";
import { parseCases } from "../../../src/rules/cases/cases.js";
import { ownershipOf } from "../../../src/rules/cases/ownership.js";
import { runCases } from "../../../src/rules/cases/run.js";
import { writesOf } from "../../../src/rules/cases/writes.js";
import { compileRules } from "../../../src/rules/compile.js";
import { createGate } from "../../../src/rules/gate.js";

const text = readFileSync(new URL("../../../schemas/rule.md", import.meta.url), "utf8");

/** The indented blocks of the page that are JSON, or members of a rule. */
const blocks = text
  .split(/\n(?! {4}|\n)/)
  .flatMap((part) => part.match(/(?:^ {4}.*\n?)+/gm) ?? [])
  .map((block) => block.trim())
  .filter((block) => /^[{"]/.test(block));

const NAMED = `"format": 1, "group": "", "kind": "A", "strategy": "exact"`;

function schemaOf(value: object): keyof typeof validators {
  if ("cases" in value) return "cases";
  if ("kinds" in value) return "facts";
  return "kind" in value ? "rule" : "ruleset";
}

test("the page has examples", () => {
  expect(blocks.length).toBeGreaterThan(6);
});

test.each(blocks)("this example of rule.md is right: %s", (block) => {
  const value: object = JSON.parse(block.startsWith("{") ? block : `{${NAMED}, ${block}}`);
  const validator = validators[schemaOf(value)];
  expect(validator(value), JSON.stringify(validator.errors)).toBe(true);
});

test.each(blocks.filter((block) => block.includes('"cases"')))(
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
