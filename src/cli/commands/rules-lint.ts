import { groupVersionOf } from "../../core/decide/identity.js";
import { isObject, type JsonObject } from "../../core/json.js";
import { printable } from "../../prose/index.js";
import type { CompiledRules } from "../../rules/compiled.js";
import type { RuleError } from "../../rules/errors.js";
import { readConfig } from "../config-file.js";
import type { Context } from "../context.js";
import type { Flags } from "../flags.js";
import { type Manifest, readManifests } from "../input/index.js";
import { inputText, ruleErrorText } from "../print-error.js";
import { withFolders } from "../rule-folders.js";
import { settingsOf } from "../settings.js";
import { EXIT } from "../shell.js";

export interface LintFlags extends Flags {
  readonly against?: readonly string[];
}

/** An ignore that no object of `--against` has. */
interface Unmatched {
  readonly kind: string;
  readonly path: string;
  readonly file?: string;
  readonly line?: number;
}

/** `churngate rules lint`: what is wrong or odd about rule sets; 1 where something is wrong. */
export async function rulesLint(
  folders: readonly string[],
  flags: LintFlags,
  { shell, engine }: Context,
): Promise<number> {
  const given = await settingsOf(flags, ["text", "json"], shell, { fieldManager: "churngate" });
  const { settings, isNamed } = withFolders(given, folders, shell.cwd, "rules lint");
  const isChosen = flags.mode !== undefined || readConfig(shell.cwd).mode !== undefined;
  const [{ lintRules }, { bundledRules }, { readRuleDirectory }] = await Promise.all([
    import("../../rules/lint/index.js"),
    import("../../rules/bundled.js"),
    import("../../rules/load.js"),
  ]);
  const sets = await Promise.all(settings.rules.map(readRuleDirectory));
  const problems = lintRules(settings.bundled ? [bundledRules, ...sets] : sets, {
    mode: isChosen ? settings.mode : undefined,
    below: sets.filter((_, index) => !isNamed(settings.rules[index] ?? "")),
  });
  const failed = problems.some((each) => each.level === "error");
  const input = await readManifests(flags.against ?? [], {
    cwd: shell.cwd,
    recursive: settings.recursive,
    stdin: shell.stdin,
  });
  const inputErrors = flags.against === undefined ? [] : input.errors;
  for (const error of inputErrors) shell.err(`${inputText(error)}\n`);
  const unmatched =
    failed || input.manifests.length === 0
      ? []
      : await findUnmatched(input.manifests, (await engine(settings)).rules);
  if (settings.output === "json") {
    const { toJson } = await import("../output/serialize.js");
    shell.out(toJson({ format: "lint/1", problems: problems.map(entry), unmatched }));
  } else shell.out(lintText(problems, unmatched));
  if (inputErrors.length > 0) return EXIT.error;
  return failed ? EXIT.write : EXIT.nothing;
}

async function findUnmatched(manifests: readonly Manifest[], rules: CompiledRules): Promise<Unmatched[]> {
  const { unmatchedIgnores } = await import("../../rules/unmatched.js");
  const kinds = new Map<string, { first: Manifest; objects: JsonObject[] }>();
  for (const manifest of manifests) {
    const key = `${manifest.apiVersion} ${manifest.kind}`;
    const entry = kinds.get(key) ?? { first: manifest, objects: [] };
    entry.objects.push(manifest.object);
    kinds.set(key, entry);
  }
  return [...kinds.values()].flatMap(({ first, objects }) => {
    const { group, version } = groupVersionOf(first.apiVersion);
    const resolved = ([undefined, "status"] as const).map((part) =>
      rules.resolve(group, version, first.kind, part),
    );
    return resolved
      .flatMap((rule) => unmatchedIgnores(rule, objects))
      .map(({ path, source }) => ({
        kind: first.kind,
        path,
        ...(source === undefined ? {} : { file: source.file, line: source.line }),
      }));
  });
}

function entry({ level, code, message, hint, file, line, column, problem }: RuleError): unknown {
  return {
    level,
    code,
    message,
    hint,
    file,
    line,
    column,
    arguments: isObject(problem) ? problem : undefined,
  };
}

function lintText(problems: readonly RuleError[], unmatched: readonly Unmatched[]): string {
  const blocks = problems.map((each) => `${each.level}: ${ruleErrorText(each)}\n\n`);
  const notes = unmatched.map(({ kind, path, file, line }) => {
    const place = file === undefined ? "" : `${file}:${line}: `;
    return printable(`warning: ${place}no ${kind} has the ignored ${path}`);
  });
  const count = (level: string): number => problems.filter((each) => each.level === level).length;
  const [errors, warnings] = [count("error"), count("warning") + unmatched.length];
  const total = `${errors} ${errors === 1 ? "error" : "errors"}, ${warnings} ${warnings === 1 ? "warning" : "warnings"}`;
  return `${blocks.join("")}${notes.map((note) => `${note}\n`).join("")}${total}\n`;
}
