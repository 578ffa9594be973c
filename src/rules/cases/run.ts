import { stringify } from "safe-stable-stringify";
import type { Json, KubeObject } from "../../core/json.js";
import { parsePath, valuesAt } from "../../core/path.js";
import type { CasesFile, RuleCase } from "../../generated/cases.js";
import type { Decides } from "./decides.js";
import { type CaseObjects, caseObjects } from "./objects.js";
import type { Ownership } from "./ownership.js";

const PROPERTIES = ["verdict", "reason", "changes", "recreate", "payload"] as const;

/** One thing that came out otherwise than the case says. */
export interface Mismatch {
  readonly property: (typeof PROPERTIES)[number];
  /** Undefined of a case that states no decision. */
  readonly wanted?: string | readonly string[];
  readonly got: string | readonly string[];
}

/** What came of a case. */
export interface Outcome {
  readonly verdict: NonNullable<RuleCase["verdict"]>;
  readonly reason: string;
  /** Paths. */
  readonly changes: readonly string[];
  readonly recreate: readonly string[];
  /** What the body to send has at each path that the case's `payload` names; undefined where nothing is sent. */
  readonly payload: ReadonlyMap<string, readonly Json[]> | undefined;
}

export interface CaseResult {
  readonly name: string;
  readonly passed: boolean;
  /** Empty where the case passed. */
  readonly mismatches: readonly Mismatch[];
  /** Undefined where its objects cannot be decided: what is then got is the error's message. */
  readonly outcome: Outcome | undefined;
}

/**
 * Runs every case of a table; a case whose objects cannot be decided fails with the error's message, and one that states no
 * verdict fails too.
 */
export function runCases(table: CasesFile, gate: Decides, ownership?: Ownership): readonly CaseResult[] {
  return table.cases.map((row) => {
    const outcome = outcomeOf(row, gate, () => caseObjects(table, row, ownership));
    const mismatches = typeof outcome === "string" ? undecided(row, outcome) : compare(row, outcome);
    return {
      name: row.name,
      passed: mismatches.length === 0,
      mismatches,
      outcome: typeof outcome === "string" ? undefined : outcome,
    };
  });
}

/** @returns the message of what cannot be decided */
function outcomeOf(row: RuleCase, gate: Decides, objects: () => CaseObjects): Outcome | string {
  try {
    const { desired, live } = objects();
    const decision = gate.decide(desired as KubeObject, live as KubeObject | undefined);
    return {
      verdict: decision.verdict,
      reason: decision.reason.code,
      changes: "changes" in decision ? decision.changes.map((change) => change.path) : [],
      recreate: ("recreate" in decision && decision.recreate) || [],
      payload: "payload" in decision ? sentAt(row, decision.payload() as Json) : undefined,
    };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function sentAt({ payload = {} }: RuleCase, sent: Json): ReadonlyMap<string, readonly Json[]> {
  return new Map(Object.keys(payload).map((path) => [path, valuesAt(sent, parsePath(path))]));
}

function undecided({ verdict }: RuleCase, got: string): readonly Mismatch[] {
  return [{ property: "verdict", ...(verdict !== undefined && { wanted: verdict }), got }];
}

/** Of a case that states no verdict, all that it leaves open is a mismatch too. */
function compare(row: RuleCase, outcome: Outcome): readonly Mismatch[] {
  const wanted = { ...row, payload: row.payload && payloadLines(wantedAt(row.payload)) };
  const got = { ...outcome, payload: payloadLines(outcome.payload ?? new Map()) };
  return PROPERTIES.flatMap((property): Mismatch[] => {
    const [stated, found] = [wanted[property], got[property]];
    if (stated !== undefined) return same(stated, found) ? [] : [{ property, wanted: stated, got: found }];
    return row.verdict === undefined && found.length > 0 ? [{ property, got: found }] : [];
  });
}

/** What a case wants at each path of its `payload`. */
export function wantedAt(payload: object): ReadonlyMap<string, readonly Json[]> {
  return new Map(Object.entries(payload).map(([path, value]) => [path, [value as Json]]));
}

/** A line for each value at each path; null where there is none. */
export function payloadLines(
  values: ReadonlyMap<string, readonly Json[]>,
  show: (value: Json) => string = (value) => String(stringify(value)),
): readonly string[] {
  return [...values].flatMap(([path, found]) =>
    (found.length === 0 ? [null] : found).map((value) => `${path} = ${show(value)}`),
  );
}

/** Equal, lists in any order. */
function same(left: string | readonly string[], right: string | readonly string[]): boolean {
  const text = (value: string | readonly string[]) =>
    JSON.stringify(typeof value === "string" ? value : [...value].sort());
  return text(left) === text(right);
}
