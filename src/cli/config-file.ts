import { readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { isList, isObject, type Json, type JsonObject } from "../core/json.js";
import { RuleDocument } from "../rules/document.js";
import { type RuleError, RulesError } from "../rules/errors.js";
import { nearest } from "../rules/nearest.js";
import { CommandError } from "./errors.js";
import type { Flags } from "./flags.js";

const NAME = "churngate.json";

/** What each property of churngate.json is; schemas/churngate.schema.json says what it means. */
export const TYPES = {
  $schema: "a string",
  rules: "a list of directories",
  bundled: "true or false",
  mode: "a string",
  fieldManager: "a string",
  namespace: "a string",
  recursive: "true or false",
  output: "a string",
  color: "a string",
  kubeconfig: "a string",
  context: "a string",
  force: "true or false",
  concurrency: "a number",
  timeout: "a string",
} as const;

/**
 * The nearest churngate.json in the working directory or above it; nothing where there is none.
 * Its directories are relative to itself.
 * @throws RulesError with the places of what is wrong, CommandError where it cannot be read
 */
export function readConfig(cwd: string): Flags {
  for (let directory = resolve(cwd); ; directory = dirname(directory)) {
    const path = join(directory, NAME);
    const text = textOf(path);
    if (text !== undefined) return parseConfig(text, relative(cwd, path) || NAME, directory);
    if (directory === dirname(directory)) return {};
  }
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
    if (code === "ENOENT" || code === "ENOTDIR" || code === "EISDIR") return undefined;
    throw new CommandError(
      "bad-config",
      `cannot be read (${String(code)})`,
      "Make it readable: it may state what options do not.",
      path,
    );
  }
}

function parseConfig(text: string, file: string, directory: string): Flags {
  const document = new RuleDocument(file, text);
  const read = document.read();
  if ("errors" in read) throw new RulesError(read.errors);
  if (!isObject(read.value)) {
    throw new RulesError([
      document.errorAt({ code: "wrong-type", expected: "an object", found: typeOf(read.value) }, ""),
    ]);
  }
  const errors = check(read.value, document);
  if (errors.length > 0) throw new RulesError(errors);
  return flagsOf(read.value, directory);
}

function check(config: JsonObject, document: RuleDocument): RuleError[] {
  return Object.entries(config).flatMap(([property, value = null]): RuleError[] => {
    const pointer = `/${property.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    const expected = Object.hasOwn(TYPES, property) ? TYPES[property as keyof typeof TYPES] : undefined;
    if (expected === undefined) {
      const near = nearest(property, Object.keys(TYPES));
      const problem = {
        code: "unknown-property",
        property,
        ...(near === undefined ? {} : { nearest: near }),
      } as const;
      return [document.errorAtKey(problem, pointer)];
    }
    if (fits(value, expected)) return [];
    return [document.errorAt({ code: "wrong-type", expected, found: typeOf(value) }, pointer)];
  });
}

function fits(value: Json, expected: string): boolean {
  if (expected === "a string") return typeof value === "string";
  if (expected === "true or false") return typeof value === "boolean";
  if (expected === "a number") return typeof value === "number";
  return isList(value) && value.every((item) => typeof item === "string");
}

function flagsOf(config: JsonObject, directory: string): Flags {
  const { $schema: _, rules, kubeconfig, ...rest } = config;
  const directories = isList(rules) ? { rules: rules.map((each) => resolve(directory, String(each))) } : {};
  const file = typeof kubeconfig === "string" ? { kubeconfig: resolve(directory, kubeconfig) } : {};
  return { ...(rest as Flags), ...directories, ...file };
}

function typeOf(value: Json): string {
  if (value === null) return "null";
  return isList(value) ? "a list" : `a${typeof value === "object" ? "n" : ""} ${typeof value}`;
}
