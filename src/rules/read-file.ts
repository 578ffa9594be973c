import type { KindFacts, TypeFacts } from "../core/facts.js";
import type { Json } from "../core/json.js";
import type { Rule } from "../generated/rule.js";
import type { RuleSetFile } from "../generated/ruleset.js";
import { checkIgnores, checkRule } from "./check-rule.js";
import type { RuleDocument } from "./document.js";
import type { RuleError } from "./errors.js";
import { type RuleFile, ruleFileName } from "./file-name.js";
import type { FactData, FactType } from "./set.js";
import { nameOf } from "./subject.js";
import { type SchemaName, validate } from "./validate.js";

/** A rule and the text that it was read from. */
export interface LoadedRule {
  readonly rule: Rule;
  readonly document: RuleDocument;
  /** The document is a file's; else it was made from plain data, and its places mean nothing to a person. */
  readonly located: boolean;
}

/** A set's own facts, as the engine takes them, and the text that they were read from. */
export interface LoadedFacts {
  readonly kinds: readonly KindFacts[];
  readonly types: Readonly<Record<string, TypeFacts>>;
  readonly document: RuleDocument;
}

/** A value, or everything that is wrong with it. */
export type Read<Value> = { readonly value: Value } | { readonly errors: readonly RuleError[] };

/** Reads the text of a rule; `place` is what its file name says of it. */
export function readRule(
  document: RuleDocument,
  place?: Extract<RuleFile, { kind: string }>,
): Read<LoadedRule> {
  const read = readAs<Rule>("rule", document);
  if ("errors" in read) return read;
  const rule = read.value;
  const errors = [...checkRule(rule, document), ...checkPlace(rule, document, place)];
  return errors.length > 0 ? { errors } : { value: { rule, document, located: place !== undefined } };
}

/** Reads the text of a rule that is known to be right. */
export function readCheckedRule(document: RuleDocument): LoadedRule {
  return { rule: JSON.parse(document.text) as Rule, document, located: true };
}

/** Reads the text of a ruleset.json. */
export function readRuleSetFile(document: RuleDocument): Read<RuleSetFile> {
  const read = readAs<RuleSetFile>("ruleset", document);
  if ("errors" in read) return read;
  const errors = checkIgnores(read.value.ignore ?? [], document);
  return errors.length > 0 ? { errors } : read;
}

/** Reads the text of a `<Kind>.facts.json`. Whether its types are there is known when all sets are read. */
export function readFacts(document: RuleDocument): Read<LoadedFacts> {
  const read = readAs<FactData>("facts", document);
  if ("errors" in read) return read;
  const { kinds, types } = read.value;
  const ofSet = Object.entries(types).map(([name, type]) => [name, storedFacts(type)] as const);
  return { value: { kinds, types: Object.fromEntries(ofSet), document } };
}

function storedFacts({ stored = "asIs", ...type }: FactType): TypeFacts {
  return stored === "typed" ? type : { ...type, stored };
}

/** Reads a text and holds it to a schema: the one place where JSON becomes a typed value. */
export function readAs<Value>(schema: SchemaName, document: RuleDocument): Read<Value> {
  const read = document.read();
  if ("errors" in read) return read;
  const errors = validate(schema, document, read.value);
  return errors.length > 0 ? { errors } : { value: read.value as Json & Value };
}

function checkPlace(
  rule: Rule,
  document: RuleDocument,
  place: Extract<RuleFile, { kind: string }> | undefined,
): readonly RuleError[] {
  if (!place) return [];
  const kind = nameOf(rule);
  const expected = (suffix?: string) => ({
    code: "misplaced-rule" as const,
    kind,
    expected: ruleFileName(rule.group, rule.kind, suffix, rule.subresource),
  });
  if (place.group !== rule.group && rule.group !== "core") return [document.errorAt(expected(), "/group")];
  if (place.kind !== rule.kind) return [document.errorAt(expected(), "/kind")];
  if (place.subresource !== rule.subresource) return [document.errorAt(expected(), "/subresource")];
  if (place.suffix === undefined || rule.versions?.includes(place.suffix)) return [];
  return [document.errorAt(expected(rule.versions?.[0]), "/versions")];
}
