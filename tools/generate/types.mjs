// Generates the TypeScript types of rule files from their schemas: node tools/generate/types.mjs
import { readFile } from "node:fs/promises";
import { compile } from "json-schema-to-typescript";
import { emit } from "./emit.mjs";

const HEADER = (/** @type {string} */ schema) =>
  `// Generated from schemas/${schema} by: node tools/generate/types.mjs. Do not edit.\n`;

/**
 * A $ref without its siblings: with them the generator makes a second type of it.
 * @param {string} _key @param {any} value
 */
function bareRef(_key, value) {
  return value?.$ref ? { $ref: value.$ref } : value;
}

for (const [schema, name, target] of /** @type {const} */ ([
  ["rule.schema.json", "Rule", "rule.ts"],
  ["ruleset.schema.json", "RuleSetFile", "ruleset.ts"],
  ["cases.schema.json", "CasesFile", "cases.ts"],
])) {
  const text = await readFile(new URL(`../../schemas/${schema}`, import.meta.url), "utf8");
  const types = await compile(JSON.parse(text, bareRef), name, {
    bannerComment: HEADER(schema),
    additionalProperties: false,
    ignoreMinAndMaxItems: true,
    unreachableDefinitions: false,
    format: true,
  });
  await emit(target, types);
}
