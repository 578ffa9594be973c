import type { Json } from "../core/json.js";
import { isObject } from "../core/json.js";
import { formatPointer } from "../core/path.js";
import { validators } from "../generated/validate.js";
import type { RuleDocument } from "./document.js";
import type { RuleError } from "./errors.js";
import { nearest } from "./nearest.js";
import type { RuleProblem } from "./problems.js";
import type { SchemaIssue } from "./vendored.js";

/** The file format that this program reads. */
export const FORMAT = 1;

/** Which schema a file is held to. */
export type SchemaName = keyof ReturnType<typeof validators>;

/** Checks a file's value against its schema. A newer format is the only error told of such a file. */
export function validate(schema: SchemaName, document: RuleDocument, value: Json): readonly RuleError[] {
  if (isObject(value) && typeof value.format === "number" && value.format > FORMAT) {
    return [document.errorAt({ code: "newer-format", format: value.format, supported: FORMAT }, "/format")];
  }
  const validator = validators()[schema];
  if (validator(value)) return [];
  // A schema that refers to another may find the same twice.
  const errors = (validator.errors ?? []).flatMap((issue) => errorOf(issue, document) ?? []);
  return [...new Map(errors.map((error) => [String(error), error])).values()];
}

function errorOf(issue: SchemaIssue, document: RuleDocument): RuleError | undefined {
  const { keyword, instancePath, params } = issue;
  switch (keyword) {
    case "additionalProperties": {
      const property = String(params.additionalProperty);
      const pointer = instancePath + formatPointer([property]);
      return document.errorAtKey(
        withNearest({ code: "unknown-property", property }, property, known(issue)),
        pointer,
      );
    }
    case "false schema": {
      const property = instancePath.slice(instancePath.lastIndexOf("/") + 1);
      return document.errorAtKey({ code: "unknown-property", property }, instancePath);
    }
    case "required":
      return document.errorAt(
        { code: "missing-property", property: String(params.missingProperty) },
        instancePath,
      );
    case "type":
      return document.errorAt(
        { code: "wrong-type", expected: typeNames(params.type), found: typeOf(issue.data) },
        instancePath,
      );
    case "enum":
    case "const":
      return document.errorAt(wrongValue(issue), instancePath);
    case "minLength":
    case "minItems":
    case "minProperties":
      return document.errorAt({ code: "empty", found: typeOf(issue.data) }, instancePath);
    case "uniqueItems":
      return document.errorAt(
        { code: "duplicate-value", value: repeated(issue) },
        `${instancePath}/${later(issue)}`,
      );
    default:
      return undefined;
  }
}

function known(issue: SchemaIssue): string[] {
  return Object.keys(issue.parentSchema.properties ?? {});
}

function wrongValue({ keyword, instancePath, params, data }: SchemaIssue): RuleProblem {
  const allowed =
    keyword === "const"
      ? [params.allowedValue]
      : Array.isArray(params.allowedValues)
        ? params.allowedValues
        : [];
  const value = typeof data === "string" ? data : (JSON.stringify(data) ?? typeOf(data));
  const code = instancePath.endsWith("/strategy") ? "unknown-strategy" : "unknown-value";
  return withNearest({ code, value, allowed: allowed.map(String) }, value, allowed.map(String));
}

function withNearest<Problem extends RuleProblem>(
  problem: Problem,
  word: string,
  words: readonly string[],
): Problem {
  const near = nearest(word, words);
  return near === undefined ? problem : { ...problem, nearest: near };
}

/** The later index of two equal items. */
function later({ params }: SchemaIssue): number {
  return Math.max(Number(params.i), Number(params.j));
}

function repeated(issue: SchemaIssue): string {
  return String(Array.isArray(issue.data) ? issue.data[later(issue)] : issue.data);
}

function typeNames(types: unknown): string {
  const names = Array.isArray(types) ? types : [types];
  return names.map((name) => WORDS[String(name)] ?? String(name)).join(" or ");
}

const WORDS: Readonly<Record<string, string>> = {
  array: "a list",
  object: "an object",
  string: "a string",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  null: "null",
};

function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return typeof value === "boolean" ? String(value) : (WORDS[typeof value] ?? typeof value);
}
