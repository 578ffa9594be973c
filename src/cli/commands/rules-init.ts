import { existsSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { printable } from "../../prose/index.js";
import type { CheckedStart } from "../../rules/init/checked.js";
import type { NoStart } from "../../rules/init/start.js";
import { nameOf, type RuleSubject } from "../../rules/subject.js";
import type { Context } from "../context.js";
import { CommandError } from "../errors.js";
import type { Flags } from "../flags.js";
import { setsBelow } from "../learn/sets.js";
import { afterInit } from "../rules/after-init.js";
import { findKind } from "../rules/named-kinds.js";
import { schemaFolder } from "../rules/schema-folder.js";
import { type Settings, settingsOf } from "../settings.js";
import { EXIT } from "../shell.js";
import { assertNoFile, type Written, writeFiles } from "../write-files.js";

export interface InitFlags extends Flags {
  readonly out?: string;
  readonly extends?: boolean;
  readonly version?: string;
  readonly overwrite?: boolean;
}

/** `churngate rules init KIND`: a commented starting rule of a kind, and a table of cases. */
export async function rulesInit(name: string, flags: InitFlags, { shell }: Context): Promise<number> {
  const settings = await settingsOf(flags, ["text", "json"], shell, { fieldManager: "our-manager" });
  const last = settings.rules.at(-1);
  const own = last === undefined ? "rules" : relative(shell.cwd, resolve(last)) || ".";
  const where = { cwd: shell.cwd, out: flags.out ?? own };
  assertNoFile(where);
  const { subject, start } = await made(name, flags, settings, where);
  if ("code" in start) throw notStarted(subject, start, flags);
  if (start.problems.length > 0)
    throw new CommandError(
      "not-written",
      `beside what is there, it would be wrong; nothing was written: ${start.problems[0]?.split("\n")[0]}`,
      "Choose another --out.",
    );
  const overwrite = flags.overwrite ?? false;
  const written = writeFiles(start.files, { ...where, overwrite, isOwn: () => true, writer: "rules init" });
  if (settings.output === "json") {
    const { toJson } = await import("../output/serialize.js");
    shell.out(toJson({ format: "rule-init/1", ...subject, files: start.files, written }));
  } else
    shell.out(
      `${writtenText(written)}\n${afterInit({ out: where.out, rules: settings.rules, flags, cwd: shell.cwd })}`,
    );
  return EXIT.nothing;
}

async function made(
  name: string,
  { extends: extending, version }: InitFlags,
  settings: Settings,
  where: { readonly cwd: string; readonly out: string },
): Promise<{ subject: RuleSubject; start: CheckedStart | NoStart }> {
  const [{ compileRules }, { readRuleDirectory }, { checkedStart }] = await Promise.all([
    import("../../rules/compile.js"),
    import("../../rules/load.js"),
    import("../../rules/init/checked.js"),
  ]);
  const sets = await setsBelow(settings, where);
  const directory = resolve(where.cwd, where.out);
  const beside = existsSync(directory) ? (await readRuleDirectory(directory)).files : {};
  const inSet = Object.entries(beside).map(([file, text]) => [
    relative(directory, file).replaceAll("\\", "/"),
    text,
  ]);
  const files: Record<string, string> = Object.fromEntries(inSet);
  const subject = findKind(name, compileRules([...sets, { files }]));
  const schemas = schemaFolder(join(directory, subject.group === "" ? "core" : subject.group));
  const options = { version, extends: extending, schemas, mode: settings.mode };
  return { subject, start: checkedStart(subject, sets, files, options) };
}

function notStarted(subject: RuleSubject, none: NoStart, { version }: InitFlags): CommandError {
  const name = nameOf(subject);
  switch (none.code) {
    case "no-facts":
      return new CommandError(
        "unknown-kind",
        `no facts are known of ${name}, so that there is nothing to start from`,
        "Learn them first: churngate learn -f crd.yaml --out DIR writes facts and a rule.",
      );
    case "no-version":
      return new CommandError(
        "bad-option",
        `--version ${version}: no facts are known of that version of ${name}`,
        `One of ${none.known.join(", ")}.`,
      );
    case "no-status":
      return new CommandError("bad-option", `${name}: the kind has no status`);
    default:
      return new CommandError(
        "bad-option",
        `--extends: no rule below is for ${name}`,
        "Leave it out: the rule then stands by itself.",
      );
  }
}

function writtenText(written: readonly Written[]): string {
  return written.map(({ file, result }) => `${result.padEnd(9)}  ${printable(file)}\n`).join("");
}
