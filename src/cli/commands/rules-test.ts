import { type CaseTable, caseTables, tableAgain } from "../../rules/cases/cases.js";
import { type Writes, writesOf } from "../../rules/cases/writes.js";
import { RulesError } from "../../rules/errors.js";
import type { RuleTexts } from "../../rules/set.js";
import { paletteOf } from "../color.js";
import type { Context } from "../context.js";
import type { Engine } from "../engine.js";
import { CommandError } from "../errors.js";
import type { Flags } from "../flags.js";
import { printError } from "../print-error.js";
import { startProgress } from "../progress.js";
import { withFolders } from "../rule-folders.js";
import { selectionOf } from "../rules-test/select.js";
import { type Tested, testTable } from "../rules-test/tested.js";
import { testText } from "../rules-test/text.js";
import { type Updated, updateTable } from "../rules-test/update.js";
import { type Settings, settingsOf } from "../settings.js";
import { EXIT } from "../shell.js";

export interface TestFlags extends Flags {
  readonly only?: readonly string[];
  readonly update?: boolean;
}

/** `churngate rules test`: runs the tables of cases of rule sets; 1 where a case fails. */
export async function rulesTest(
  folders: readonly string[],
  flags: TestFlags,
  { shell, engine }: Context,
): Promise<number> {
  const given = await settingsOf(flags, ["text", "json"], shell);
  const { settings, isNamed } = withFolders(given, folders, shell.cwd, "rules test");
  const { readRuleDirectory } = await import("../../rules/load.js");
  const sets = await Promise.all(settings.rules.map(readRuleDirectory));
  const tables = sets.filter((_, index) => isNamed(settings.rules[index] ?? "")).flatMap(caseTables);
  const selects = selectionOf(flags.only ?? [], tables);
  if (flags.update) await refuseWrongRules(sets, settings);
  const engineFor = engines((writes) => engine({ ...settings, fieldManager: undefined, ...writes }));
  const test = async (table: CaseTable): Promise<Tested> => {
    const writes = writesOf(table.table, settings);
    return testTable(table, selects, writes, await engineFor(writes));
  };
  const progress = startProgress(shell);
  let tested: Tested[] = [];
  for (const table of tables.filter((each) => each.table.cases.some((row) => selects(each, row)))) {
    await progress.step(table.file);
    tested.push(await test(table));
  }
  await progress.end();
  const { updates, errors } = updateAll(flags.update ? tested.filter(hasFailed) : []);
  if (updates.length > 0) tested = await Promise.all(tested.map((each) => testedAgain(each, updates, test)));
  if (settings.output === "json") {
    const [{ toJson }, { testDocument }] = await Promise.all([
      import("../output/serialize.js"),
      import("../rules-test/document.js"),
    ]);
    shell.out(toJson(testDocument(tested, flags.update ? updates : undefined)));
  } else shell.out(testText(tested, updates, await paletteOf(settings.color, shell)));
  for (const error of errors) printError(error, shell);
  if (errors.length > 0) return EXIT.error;
  return tested.some(hasFailed) ? EXIT.write : EXIT.nothing;
}

/** A file that cannot be written keeps no other from being updated, and what was updated is said. */
function updateAll(tested: readonly Tested[]): {
  updates: readonly Updated[];
  errors: readonly CommandError[];
} {
  const updates: Updated[] = [];
  const errors: CommandError[] = [];
  for (const each of tested) {
    try {
      updates.push(updateTable(each));
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      errors.push(error);
    }
  }
  return { updates, errors };
}

function hasFailed({ cases }: Tested): boolean {
  return cases.some(({ passed }) => !passed);
}

/**
 * What a wrong rule decides is not to be stated as right.
 * @throws RulesError with what `rules lint` calls an error
 */
async function refuseWrongRules(sets: readonly RuleTexts[], { bundled }: Settings): Promise<void> {
  const [{ lintRules }, { bundledRules }] = await Promise.all([
    import("../../rules/lint/index.js"),
    import("../../rules/bundled.js"),
  ]);
  const errors = lintRules(bundled ? [bundledRules, ...sets] : sets).filter(({ level }) => level === "error");
  if (errors.length > 0) throw new RulesError(errors);
}

/** A table whose file was written is read and run once more: what is said of it is true of what now stands there. */
async function testedAgain(
  tested: Tested,
  updates: readonly Updated[],
  test: (table: CaseTable) => Promise<Tested>,
): Promise<Tested> {
  const isWritten = updates.some(({ table, cases }) => table === tested.table && cases.length > 0);
  return isWritten ? test(tableAgain(tested.table, await textOf(tested.table.file))) : tested;
}

async function textOf(file: string): Promise<string> {
  const { readFile } = await import("node:fs/promises");
  return readFile(file, "utf8");
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
