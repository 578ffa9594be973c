import { type Layout, printable } from "../../prose/index.js";
import { isLearnedFile } from "../../rules/learn/own-file.js";
import type { RuleSet } from "../../rules/set.js";
import type { Context } from "../context.js";
import { CommandError } from "../errors.js";
import type { Flags } from "../flags.js";
import { layoutOf } from "../layout.js";
import { learnDocument } from "../learn/document.js";
import { type Evident, evidentText } from "../learn/evident.js";
import type { Found, FoundError } from "../learn/found.js";
import { type Made, makeFiles } from "../learn/made.js";
import { reportText } from "../learn/report.js";
import { setsBelow } from "../learn/sets.js";
import { startProgress } from "../progress.js";
import { CLUSTER_DEFAULTS, type Settings, settingsOf } from "../settings.js";
import { EXIT, Interruption } from "../shell.js";
import { assertNoFile, type Written, writeFiles } from "../write-files.js";

export interface LearnFlags extends Flags {
  readonly filename?: readonly string[];
  readonly out?: string;
  readonly overwrite?: boolean;
}

/** `churngate learn`: facts and a proposed rule of kinds, from their definitions, or from dry runs of objects. */
export async function learn(names: readonly string[], flags: LearnFlags, context: Context): Promise<number> {
  try {
    return await learned(names, flags, context);
  } catch (error) {
    if (!(error instanceof Interruption)) throw error;
    context.shell.err("interrupted: nothing was written\n");
    return error.exitCode;
  }
}

async function learned(names: readonly string[], flags: LearnFlags, context: Context): Promise<number> {
  const { shell } = context;
  const settings = await settingsOf(flags, ["text", "json", "yaml"], shell, CLUSTER_DEFAULTS);
  const { out, overwrite = false } = flags;
  if (out !== undefined) assertNoFile({ cwd: shell.cwd, out });
  const sets = await setsBelow(settings, { cwd: shell.cwd, out });
  const found = await findKinds(names, flags, settings, context, sets);
  const { step, end } = startProgress(shell);
  const made = await makeFiles(found.kinds, sets, step).finally(end);
  const { evident } = found;
  const errors = [...found.errors, ...[...made, ...evident].flatMap(unusable)];
  for (const error of errors) shell.err(`${errorText(error)}\n`);
  for (const refusal of found.refused) shell.err(`${errorText(refusal)}\n`);
  for (const note of found.notes) shell.err(`note: ${printable(note)}\n`);
  // Files are written whole: from here on no signal comes between.
  if (out !== undefined) shell.interruption();
  const written =
    out === undefined || errors.length > 0
      ? []
      : writeFiles(filesOf([...made, ...evident]), {
          cwd: shell.cwd,
          out,
          overwrite,
          isOwn: isLearnedFile,
          writer: "learn",
        });
  if (settings.output !== "text") {
    const { toJson, toYaml } = await import("../output/serialize.js");
    const document = learnDocument(made, evident, { errors }, written);
    shell.out(settings.output === "json" ? toJson(document) : await toYaml(document));
  } else shell.out(resultText(made, evident, errors, written, out, await layoutOf(shell)));
  return errors.length > 0 ? EXIT.error : EXIT.nothing;
}

/** From files alone where there are any, else from the cluster. */
async function findKinds(
  names: readonly string[],
  { filename }: LearnFlags,
  settings: Settings,
  context: Context,
  sets: readonly RuleSet[],
): Promise<Found> {
  if (filename !== undefined) {
    const { learnFromFiles } = await import("../learn/from-files.js");
    return learnFromFiles(filename, names, settings, context, sets);
  }
  if (names.length > 0) {
    const { learnFromCluster } = await import("../learn/from-cluster.js");
    return learnFromCluster(names, settings, context);
  }
  throw new CommandError(
    "bad-option",
    "nothing to learn from is named",
    "A file: churngate learn -f crd.yaml. Or a kind of the cluster: churngate learn widgets.example.com.",
  );
}

/** Names are of a kind in all of its versions, so that none comes twice. */
function filesOf(made: readonly Pick<Made, "files">[]): Readonly<Record<string, string>> {
  const all = made.flatMap(({ files }) => Object.entries(files));
  const twice = all.find(([name], index) => all.findIndex(([other]) => other === name) !== index);
  if (twice !== undefined) throw new Error(`two kinds have the file ${twice[0]}`);
  return Object.fromEntries(all);
}

/** A proposal that does not pass the checks is a fault of this program. */
function unusable({ problems, files }: Pick<Made, "problems" | "files">): readonly FoundError[] {
  const [first] = problems;
  if (first === undefined) return [];
  const hint = "This is a fault of churngate: please report it with the definition.";
  const [name = "a kind"] = Object.keys(files);
  return [{ code: "internal", message: `what was learned (${name}) does not hold: ${first}`, hint }];
}

function errorText({ message, hint, file, line }: FoundError): string {
  const place = file === undefined ? "error" : [file, line].filter((part) => part !== undefined).join(":");
  const text = printable(`${place}: ${message}`);
  return hint === undefined ? text : `${text}\n${printable(hint)}`;
}

function resultText(
  made: readonly Made[],
  evident: readonly Evident[],
  errors: readonly FoundError[],
  written: readonly Written[],
  out: string | undefined,
  layout: Layout | undefined,
): string {
  if (made.length + evident.length === 0) return "";
  const told = [...(made.length > 0 ? [reportText(made, layout)] : []), ...evident.map(evidentText)].join(
    "\n",
  );
  // Of a kind of which nothing new was found there is nothing to write.
  const count = [...made, ...evident].filter(({ files }) => Object.keys(files).length > 0).length;
  if (count === 0) return told;
  const kinds = `${count} ${count === 1 ? "kind" : "kinds"}`;
  if (out === undefined) return `${told}\n${kinds}; --out DIR writes a rule, facts and cases of each\n`;
  if (errors.length > 0) return `${told}\n${kinds}; nothing was written\n`;
  const lines = written.map(({ file, result }) => `${result.padEnd(9)}  ${printable(file)}\n`);
  return `${told}\n${lines.join("")}`;
}
