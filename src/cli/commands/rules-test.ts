import { groupVersionOf } from "../../core/decide/identity.js";
import type { JsonObject } from "../../core/json.js";
import { printable } from "../../prose/index.js";
import { type CaseTable, caseTables } from "../../rules/cases/cases.js";
import { caseObjects } from "../../rules/cases/objects.js";
import { ownershipOf } from "../../rules/cases/ownership.js";
import { type CaseResult, type Mismatch, runCases } from "../../rules/cases/run.js";
import { type Writes, writesOf } from "../../rules/cases/writes.js";
import type { Context } from "../context.js";
import type { Engine } from "../engine.js";
import type { Flags } from "../flags.js";
import { startProgress } from "../progress.js";
import { withFolders } from "../rule-folders.js";
import { settingsOf } from "../settings.js";
import { EXIT } from "../shell.js";

/** A table, what its cases came to, and its rule's ignores that none of its objects has. */
interface Tested {
  readonly table: CaseTable;
  readonly results: readonly CaseResult[];
  readonly unmatched: readonly string[];
}

/** `churngate rules test`: runs the tables of cases of rule sets; 1 where a case fails. */
export async function rulesTest(
  folders: readonly string[],
  flags: Flags,
  { shell, engine }: Context,
): Promise<number> {
  const settings = withFolders(await settingsOf(flags, ["text", "json"], shell), folders, shell.cwd);
  const { readRuleDirectory } = await import("../../rules/load.js");
  const sets = await Promise.all(settings.rules.map(readRuleDirectory));
  const tables = sets.flatMap(caseTables);
  const engineFor = engines((writes) => engine({ ...settings, fieldManager: undefined, ...writes }));
  const progress = startProgress(shell);
  const tested: Tested[] = [];
  for (const table of tables) {
    await progress.step(table.file);
    const writes = writesOf(table.table, settings);
    tested.push(await testTable(table, writes, await engineFor(writes)));
  }
  progress.end();
  const failed = tested.some(({ results }) => results.some((each) => !each.passed));
  if (settings.output === "json") {
    const { toJson } = await import("../output/serialize.js");
    shell.out(toJson({ format: "rule-test/1", tables: tested.map(entry) }));
  } else shell.out(testText(tested));
  return failed ? EXIT.write : EXIT.nothing;
}

/** An engine for each way in which tables write, made when the first such table is met. */
function engines(make: (writes: Writes) => Promise<Engine>): (writes: Writes) => Promise<Engine> {
  const made = new Map<string, Promise<Engine>>();
  return (writes) => {
    const key = JSON.stringify([writes.mode, writes.fieldManager]);
    const engine = made.get(key) ?? make(writes);
    made.set(key, engine);
    return engine;
  };
}

async function testTable(table: CaseTable, writes: Writes, engine: Engine): Promise<Tested> {
  const { unmatchedIgnores } = await import("../../rules/unmatched.js");
  const gate = {
    decide: (desired: object, live: object | undefined) =>
      engine.explain(desired as JsonObject, live as JsonObject | undefined, {
        ...(table.subresource !== undefined && { subresource: table.subresource }),
      }),
  };
  const objects = table.table.cases.map((row) => caseObjects(table.table, row));
  const { group, version } = groupVersionOf(String(objects[0]?.desired.apiVersion ?? ""));
  const resolved = engine.rules.resolve(group, version, table.kind, table.subresource);
  const all = objects.flatMap(({ desired, live }) => (live === undefined ? [desired] : [desired, live]));
  const ownership = ownershipOf(writes, gate, engine.rules.facts, table.subresource);
  return {
    table,
    results: runCases(table.table, gate, ownership),
    unmatched: unmatchedIgnores(resolved, all).map(({ path }) => path),
  };
}

function entry({ table: { file, group, kind, subresource }, results, unmatched }: Tested): unknown {
  return { file, group, kind, subresource, cases: results, unmatched };
}

function testText(tested: readonly Tested[]): string {
  const lines = tested.flatMap(({ table, results, unmatched }) => [
    ...results.filter((each) => !each.passed).flatMap((each) => failureLines(table, each)),
    ...unmatched.map(
      (path) => `warning: ${printable(table.file)}: no case has the ignored ${printable(path)}`,
    ),
  ]);
  const results = tested.flatMap((each) => each.results);
  const failed = results.filter((each) => !each.passed).length;
  const tables = `${tested.length} ${tested.length === 1 ? "table" : "tables"}`;
  const cases = `${results.length} ${results.length === 1 ? "case" : "cases"}`;
  return [...lines, `${cases} in ${tables}: ${results.length - failed} passed, ${failed} failed`]
    .map((line) => `${line}\n`)
    .join("");
}

function failureLines(table: CaseTable, { name, mismatches }: CaseResult): string[] {
  return [`FAILED  ${printable(`${table.file}: ${name}`)}`, ...mismatches.map(mismatchLine)];
}

function mismatchLine({ property, wanted, got }: Mismatch): string {
  const text = (value: string | readonly string[]): string =>
    typeof value === "string" ? value : `[${value.join(", ")}]`;
  return printable(`  ${property}: wanted ${text(wanted)}, got ${text(got)}`);
}
