import type { Decision } from "../../core/decision.js";
import { isObject, type Json, type JsonObject, type KubeObject } from "../../core/json.js";
import { mergePatch } from "../../core/merge/patch.js";
import type { CasesFile, RuleCase } from "../../generated/cases.js";
import { RuleDocument } from "../document.js";
import { RulesError } from "../errors.js";
import { ruleFileOf } from "../file-name.js";
import { readAs } from "../read-file.js";
import type { RuleTexts } from "../set.js";

export type { CasesFile, RuleCase } from "../../generated/cases.js";

/** A table of cases and the file that it stands in. */
export interface CaseTable {
  readonly file: string;
  readonly group: string;
  readonly kind: string;
  readonly table: CasesFile;
}

/** What a table is run against: a gate, or anything that decides like one. */
export interface Decider {
  decide(desired: KubeObject, live: KubeObject | undefined): Decision;
}

/** One thing that came out otherwise than the case says. */
export interface Mismatch {
  readonly property: "verdict" | "changes" | "recreate" | "reason";
  readonly wanted: string | readonly string[];
  readonly got: string | readonly string[];
}

export interface CaseResult {
  readonly name: string;
  readonly passed: boolean;
  /** Empty where the case passed. */
  readonly mismatches: readonly Mismatch[];
}

/**
 * Reads the text of a `<Kind>.cases.json`.
 * @throws RulesError with everything that is wrong with it.
 */
export function parseCases(file: string, text: string): CasesFile {
  const read = readAs<CasesFile>("cases", new RuleDocument(file, text));
  if ("errors" in read) throw new RulesError(read.errors);
  return read.value;
}

/**
 * The tables of a rule set.
 * @throws RulesError with everything that is wrong with them.
 */
export function caseTables(set: RuleTexts): readonly CaseTable[] {
  const tables: CaseTable[] = [];
  for (const [file, text] of Object.entries(set.files)) {
    const place = ruleFileOf(file);
    if (place?.type !== "cases") continue;
    tables.push({ file, group: place.group, kind: place.kind, table: parseCases(file, text) });
  }
  return tables;
}

/** The objects of a case: desired, and live unless there is none. */
export function caseObjects(
  table: CasesFile,
  { desired, live }: RuleCase,
): { desired: JsonObject; live: JsonObject | undefined } {
  const base = patched(table.base, {});
  const stored = patched(base, table.stored ?? {});
  return {
    desired: patched(base, desired ?? {}),
    live: live === null ? undefined : patched(stored, live ?? {}),
  };
}

/** A patch that is an object gives an object. */
function patched(target: object, patch: object): JsonObject {
  const result = mergePatch(target as Json, patch as Json);
  return isObject(result) ? result : {};
}

/** Runs every case of a table; a case whose objects cannot be decided fails with the error's message. */
export function runCases(table: CasesFile, gate: Decider): readonly CaseResult[] {
  return table.cases.map((row) => {
    const { desired, live } = caseObjects(table, row);
    const mismatches = compare(row, outcomeOf(gate, desired, live));
    return { name: row.name, passed: mismatches.length === 0, mismatches };
  });
}

type Outcome = { readonly [Property in Mismatch["property"]]: string | readonly string[] };

function outcomeOf(gate: Decider, desired: JsonObject, live: JsonObject | undefined): Outcome {
  try {
    const decision = gate.decide(desired as KubeObject, live as KubeObject | undefined);
    return {
      verdict: decision.verdict,
      changes: "changes" in decision ? decision.changes.map((change) => change.path) : [],
      recreate: ("recreate" in decision && decision.recreate) || [],
      reason: decision.reason.code,
    };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { verdict: message, changes: [], recreate: [], reason: message };
  }
}

function compare(row: RuleCase, outcome: Outcome): readonly Mismatch[] {
  const mismatches: Mismatch[] = [];
  for (const property of ["verdict", "changes", "recreate", "reason"] as const) {
    const wanted = row[property];
    const got = outcome[property];
    if (wanted !== undefined && !same(wanted, got)) mismatches.push({ property, wanted, got });
  }
  return mismatches;
}

/** Equal, lists in any order. */
function same(left: string | readonly string[], right: string | readonly string[]): boolean {
  const text = (value: string | readonly string[]) =>
    JSON.stringify(typeof value === "string" ? value : [...value].sort());
  return text(left) === text(right);
}
