import { groupVersionOf } from "../../core/decide/identity.js";
import type { Json, JsonObject } from "../../core/json.js";
import type { CaseTable, RuleCase } from "../../rules/cases/cases.js";
import { caseObjects } from "../../rules/cases/objects.js";
import { ownershipOf } from "../../rules/cases/ownership.js";
import { type CaseResult, type Mismatch, payloadLines, runCases, wantedAt } from "../../rules/cases/run.js";
import type { Writes } from "../../rules/cases/writes.js";
import type { Engine } from "../engine.js";
import { digestOf } from "../output/redact.js";
import type { Selects } from "./select.js";

/** A case that was run, and where it stands. */
export interface TestedCase extends CaseResult {
  /** Its position in the table, from 0. */
  readonly index: number;
  readonly row: RuleCase;
  readonly line: number;
  readonly column: number;
}

/** A table, what its selected cases came to, and its rule's ignores that none of its objects has. */
export interface Tested {
  readonly table: CaseTable;
  readonly cases: readonly TestedCase[];
  readonly unmatched: readonly string[];
}

/** Runs a table. Values of a kind that has secrets are digests in the mismatches. */
export async function testTable(
  table: CaseTable,
  selects: Selects,
  writes: Writes,
  engine: Engine,
): Promise<Tested> {
  const { unmatchedIgnores } = await import("../../rules/unmatched.js");
  const gate = {
    decide: (desired: object, live: object | undefined) =>
      engine.explain(desired as JsonObject, live as JsonObject | undefined, {
        ...(table.subresource !== undefined && { subresource: table.subresource }),
      }),
  };
  const rows = table.table.cases;
  const objects = rows.map((row) => caseObjects(table.table, row));
  const { group, version } = groupVersionOf(String(objects[0]?.desired.apiVersion ?? ""));
  const resolved = engine.rules.resolve(group, version, table.kind, table.subresource);
  const all = objects.flatMap(({ desired, live }) => (live === undefined ? [desired] : [desired, live]));
  const ownership = ownershipOf(writes, gate, engine.rules.facts, table.subresource);
  const indexes = [...rows.keys()].filter((index) => selects(table, rows[index] as RuleCase));
  const selected = indexes.map((index) => rows[index] as RuleCase);
  const isSensitive = engine.gate.isSensitive(table.table.base);
  const results = runCases({ ...table.table, cases: selected }, gate, ownership);
  return {
    table,
    cases: results.map((result, at) => {
      const [index = 0, row] = [indexes[at], selected[at] as RuleCase];
      const { line, column } = table.document.nearestPosition(`/cases/${index}`);
      const mismatches = isSensitive
        ? result.mismatches.map((each) => concealed(each, row, result))
        : result.mismatches;
      return { ...result, mismatches, index, row, line, column };
    }),
    unmatched: unmatchedIgnores(resolved, all).map(({ path }) => path),
  };
}

function concealed(mismatch: Mismatch, { payload = {} }: RuleCase, { outcome }: CaseResult): Mismatch {
  if (mismatch.property !== "payload") return mismatch;
  const show = (value: Json): string => (value === null ? "null" : digestOf(value).toJSON());
  const got = payloadLines(outcome?.payload ?? new Map(), show);
  return { property: "payload", wanted: payloadLines(wantedAt(payload), show), got };
}
