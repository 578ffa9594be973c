import type { RuleSetFile } from "../generated/ruleset.js";
import { RuleDocument } from "./document.js";
import type { RuleError } from "./errors.js";
import { ruleFileName, ruleFileOf } from "./file-name.js";
import { addRule, type LoadedSet, RuleIndex } from "./loaded-set.js";
import {
  type LoadedFacts,
  type LoadedRule,
  type Read,
  readCheckedRule,
  readFacts,
  readRule,
  readRuleSetFile,
} from "./read-file.js";
import type { RuleData, RuleSet, RuleTexts } from "./set.js";
import { FORMAT } from "./validate.js";

/**
 * Reads one set; nothing is thrown for what is wrong with it.
 * @param position counts from 1, and names a set that has no name.
 */
export function readSet(set: RuleSet, position: number): LoadedSet {
  const name = set.name ?? `rule set ${position}`;
  if (!("files" in set)) return readData(set, name);
  return set.checked ? lazySet(set, name) : readTexts(set, name);
}

/** Collects what a set's parts read as, and what is wrong with them. */
class Reader {
  readonly errors: RuleError[] = [];
  readonly index = new RuleIndex<LoadedRule>();
  readonly facts: LoadedFacts[] = [];
  ruleSet: { file: RuleSetFile; document?: RuleDocument } | undefined;

  take<Value>(read: Read<Value>): Value | undefined {
    if ("value" in read) return read.value;
    this.errors.push(...read.errors);
    return undefined;
  }

  rule(read: Read<LoadedRule>): void {
    const loaded = this.take(read);
    const error = loaded && addRule(this.index, loaded);
    if (error) this.errors.push(error);
  }

  text(file: string, text: string): void {
    const place = ruleFileOf(file);
    const document = new RuleDocument(file, text);
    if (place?.type === "ruleset") {
      const read = this.take(readRuleSetFile(document));
      if (read) this.ruleSet = { file: read, document };
    } else if (place?.type === "facts") {
      const read = this.take(readFacts(document));
      if (read) this.facts.push(read);
    } else if (place?.type === "rule") this.rule(readRule(document, place));
  }
}

function readTexts(set: RuleTexts, name: string): LoadedSet {
  const reader = new Reader();
  for (const [file, text] of Object.entries(set.files)) reader.text(file, text);
  return loaded(name, reader, false);
}

/** Plain data is written as JSON first, so that what is wrong with it can be shown like a file's. */
function readData(set: RuleData, name: string): LoadedSet {
  const reader = new Reader();
  const { fallback, ignore, facts } = set;
  const own = new RuleDocument(name, asText({ format: FORMAT, fallback, ignore }));
  const read = reader.take(readRuleSetFile(own));
  if (read) reader.ruleSet = { file: read };
  if (facts) {
    const data = reader.take(readFacts(new RuleDocument(`${name}: facts`, asText(facts))));
    if (data) reader.facts.push(data);
  }
  for (const rule of set.rules ?? []) {
    const file = `${name}: ${ruleFileName(String(rule?.group), String(rule?.kind), undefined, rule?.subresource)}`;
    reader.rule(readRule(new RuleDocument(file, asText({ format: FORMAT, ...rule }))));
  }
  return loaded(name, reader, false);
}

function asText(value: unknown): string {
  return JSON.stringify(value, null, 2) ?? "";
}

/** A set of known good texts: a kind's files are read when it is first asked for. */
function lazySet(set: RuleTexts, name: string): LoadedSet {
  const files = new RuleIndex<string>();
  const reader = new Reader();
  for (const file of Object.keys(set.files)) {
    const place = ruleFileOf(file);
    if (place?.type === "rule") files.add(place, file);
    else reader.text(file, set.files[file] ?? "");
  }
  return {
    ...loaded(name, reader, true),
    kinds: () => files.kinds(),
    rules(subject) {
      if (reader.index.get(subject).length > 0) return reader.index.get(subject);
      for (const file of files.get(subject)) {
        reader.index.add(subject, readCheckedRule(new RuleDocument(file, set.files[file] ?? "")));
      }
      return reader.index.get(subject);
    },
  };
}

function loaded(name: string, reader: Reader, checked: boolean): LoadedSet {
  const { errors, index, facts, ruleSet } = reader;
  const entries = ruleSet?.file.ignore ?? [];
  return {
    name,
    fallback: ruleSet?.file.fallback,
    ignore: ruleSet?.document ? { entries, document: ruleSet.document } : { entries },
    facts,
    errors,
    checked,
    kinds: () => index.kinds(),
    rules: (subject) => index.get(subject),
  };
}
