import { stringify } from "safe-stable-stringify";
import type { Json, KubeObject } from "../../core/json.js";
import { parsePath, valuesAt } from "../../core/path.js";
import type { CasesFile, RuleCase } from "../../generated/cases.js";
import type { Decides } from "./decides.js";
import { type CaseObjects, caseObjects } from "./objects.js";
import type { Ownership } from "./ownership.js";

const PROPERTIES = ["verdict", "changes", "recreate", "payload", "reason"] as const;

/** One thing that came out otherwise than the case says. */
export interface Mismatch {
  readonly property: (typeof PROPERTIES)[number];
  readonly wanted: string | readonly string[];
  readonly got: string | readonly string[];
}

export interface CaseResult {
  readonly name: string;
  readonly passed: boolean;
  /** Empty where the case passed. */
  readonly mismatches: readonly Mismatch[];
}

/** Runs every case of a table; a case whose objects cannot be decided fails with the error's message. */
export function runCases(table: CasesFile, gate: Decides, ownership?: Ownership): readonly CaseResult[] {
  return table.cases.map((row) => {
    const mismatches = compare(
      row,
      outcomeOf(row, gate, () => caseObjects(table, row, ownership)),
    );
    return { name: row.name, passed: mismatches.length === 0, mismatches };
  });
}

type Outcome = { readonly [Property in Mismatch["property"]]: string | readonly string[] };

function outcomeOf(row: RuleCase, gate: Decides, objects: () => CaseObjects): Outcome {
  try {
    const { desired, live } = objects();
    const decision = gate.decide(desired as KubeObject, live as KubeObject | undefined);
    return {
      verdict: decision.verdict,
      changes: "changes" in decision ? decision.changes.map((change) => change.path) : [],
      recreate: ("recreate" in decision && decision.recreate) || [],
      payload: "payload" in decision ? payloadLines(row, decision.payload() as Json) : [],
      reason: decision.reason.code,
    };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { verdict: message, changes: [], recreate: [], payload: [], reason: message };
  }
}

/** What the payload has at the paths that the case names, a line each. */
function payloadLines({ payload = {} }: RuleCase, sent: Json): readonly string[] {
  return Object.keys(payload).flatMap((path) => {
    const found = valuesAt(sent, parsePath(path));
    return (found.length === 0 ? [null] : found).map((value) => payloadLine(path, value));
  });
}

function payloadLine(path: string, value: Json): string {
  return `${path} = ${stringify(value)}`;
}

function compare(row: RuleCase, outcome: Outcome): readonly Mismatch[] {
  const { payload } = row;
  const lines = payload && Object.entries(payload).map(([path, value]) => payloadLine(path, value as Json));
  const all = { ...row, payload: lines };
  return PROPERTIES.flatMap((property) => {
    const [wanted, got] = [all[property], outcome[property]];
    return wanted === undefined || same(wanted, got) ? [] : [{ property, wanted, got }];
  });
}

/** Equal, lists in any order. */
function same(left: string | readonly string[], right: string | readonly string[]): boolean {
  const text = (value: string | readonly string[]) =>
    JSON.stringify(typeof value === "string" ? value : [...value].sort());
  return text(left) === text(right);
}
