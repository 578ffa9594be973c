import { printable } from "../../prose/index.js";
import type { Context } from "../context.js";
import { CommandError } from "../errors.js";
import type { Flags } from "../flags.js";
import { learnDocument } from "../learn/document.js";
import type { Found, FoundError } from "../learn/found.js";
import { type Made, makeFiles } from "../learn/made.js";
import { reportText } from "../learn/report.js";
import { type Written, writeFiles } from "../learn/write.js";
import { startProgress } from "../progress.js";
import { type Settings, settingsOf } from "../settings.js";
import { EXIT } from "../shell.js";

export interface LearnFlags extends Flags {
  readonly filename?: readonly string[];
  readonly out?: string;
  readonly overwrite?: boolean;
}

/** `churngate learn`: facts and a proposed rule of kinds, from their definitions. */
export async function learn(names: readonly string[], flags: LearnFlags, context: Context): Promise<number> {
  const { shell } = context;
  const settings = await settingsOf(flags, ["text", "json", "yaml"], shell);
  const found = await findKinds(names, flags, settings, context);
  const { step, end } = startProgress(shell);
  const made = makeFiles(found.kinds, step);
  end();
  const errors = [...found.errors, ...made.flatMap(unusable)];
  for (const error of errors) shell.err(`${errorText(error)}\n`);
  for (const note of found.notes) shell.err(`note: ${printable(note)}\n`);
  const { out, overwrite = false } = flags;
  const written =
    out === undefined || errors.length > 0
      ? []
      : writeFiles(filesOf(made), { cwd: shell.cwd, out, overwrite });
  if (settings.output !== "text") {
    const { toJson, toYaml } = await import("../output/serialize.js");
    const document = learnDocument(made, { errors }, written);
    shell.out(settings.output === "json" ? toJson(document) : await toYaml(document));
  } else shell.out(resultText(made, errors, written, out));
  return errors.length > 0 ? EXIT.error : EXIT.nothing;
}

/** From files alone where there are any, else from the cluster. */
async function findKinds(
  names: readonly string[],
  { filename }: LearnFlags,
  settings: Settings,
  context: Context,
): Promise<Found> {
  if (filename !== undefined) {
    const { learnFromFiles } = await import("../learn/from-files.js");
    return learnFromFiles(filename, names, settings, context.shell);
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

function filesOf(made: readonly Made[]): Readonly<Record<string, string>> {
  return Object.fromEntries(made.flatMap(({ files }) => Object.entries(files)));
}

/** A proposal that does not pass the checks is a fault of this program. */
function unusable({ learned: { group, kind }, problems }: Made): readonly FoundError[] {
  const [first] = problems;
  if (first === undefined) return [];
  const hint = "This is a fault of churngate: please report it with the definition.";
  return [
    { code: "internal", message: `what was learned of ${kind} (${group}) does not hold: ${first}`, hint },
  ];
}

function errorText({ message, hint, file, line }: FoundError): string {
  const place = file === undefined ? "error" : [file, line].filter((part) => part !== undefined).join(":");
  const text = printable(`${place}: ${message}`);
  return hint === undefined ? text : `${text}\n${printable(hint)}`;
}

function resultText(
  made: readonly Made[],
  errors: readonly FoundError[],
  written: readonly Written[],
  out: string | undefined,
): string {
  const kinds = `${made.length} ${made.length === 1 ? "kind" : "kinds"}`;
  if (made.length === 0) return "";
  if (out === undefined)
    return `${reportText(made)}\n${kinds}; --out DIR writes a rule, facts and cases of each\n`;
  if (errors.length > 0) return `${reportText(made)}\n${kinds}; nothing was written\n`;
  const lines = written.map(({ file, result }) => `${result.padEnd(9)}  ${printable(file)}\n`);
  return `${reportText(made)}\n${lines.join("")}`;
}
