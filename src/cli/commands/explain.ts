import type { Context } from "../context.js";
import type { Engine } from "../engine.js";
import { CommandError } from "../errors.js";
import { decidePairs, type Results } from "../explain/decide.js";
import { type Pairing, pairManifests } from "../explain/pair.js";
import { exitCode, summarize, summaryText } from "../explain/summary.js";
import type { Flags } from "../flags.js";
import { type Input, type InputError, readManifests } from "../input/index.js";
import { concealment } from "../output/conceal.js";
import { startProgress } from "../progress.js";
import { inputText, objectErrorText } from "../report.js";
import { type Settings, settingsOf } from "../settings.js";
import { EXIT, type Shell } from "../shell.js";

export interface ExplainFlags extends Flags {
  readonly filename: readonly string[];
  readonly live?: readonly string[];
  readonly verbose?: boolean;
  readonly showSecrets?: boolean;
}

/** `churngate explain`: decides each desired object against its live one, and prints the decisions. */
export async function explain(flags: ExplainFlags, { shell, engine }: Context): Promise<number> {
  const settings = await settingsOf(flags, ["text", "json", "yaml", "json-patch"], shell);
  if (settings.output === "json-patch" && settings.mode !== "replace") {
    throw new CommandError(
      "bad-option",
      `-o json-patch needs --mode replace, not ${settings.mode}`,
      "Only there the payload is the whole object; -o json has the payload of any mode.",
    );
  }
  const read = await readBoth(flags, settings, shell);
  if (read === undefined) return EXIT.error;
  const made = await engine(settings);
  const pairing = pairManifests(
    read.desired.manifests,
    read.live.manifests,
    made.rules.facts,
    settings.namespace,
  );
  const results = decide(pairing, made, shell);
  for (const each of results.undecided) shell.err(`${objectErrorText(each)}\n`);
  noteLeft(pairing, shell);
  const summary = summarize(results, read.desired.errors.length);
  shell.out(await render(results, read.desired, flags, settings, made, shell));
  if (settings.output === "text") shell.out(`${summaryText(summary)}\n`);
  return exitCode(summary);
}

/** Reads desired and live; an error of live stops the run, since missing live objects would look like creations. */
async function readBoth(
  flags: ExplainFlags,
  settings: Settings,
  shell: Shell,
): Promise<{ desired: Input; live: Input } | undefined> {
  if (flags.live === undefined) {
    throw new CommandError(
      "not-in-this-version",
      "reading live objects from a cluster is not in this version",
      "Give them with --live: kubectl get -f FILE -o json | churngate explain -f FILE --live -",
    );
  }
  if (flags.live.includes("-") && flags.filename.includes("-")) {
    throw new CommandError("bad-option", "-f - and --live - cannot both read standard input");
  }
  const { step, end } = startProgress(shell);
  const options = { cwd: shell.cwd, recursive: settings.recursive, stdin: shell.stdin, step };
  const desired = await readManifests(flags.filename, options);
  const live = await readManifests(flags.live, options);
  end();
  const fatal = live.errors.filter((error) => !isEmptyText(error));
  if (live.errors.some(isEmptyText)) shell.err("note: no object is in --live, so each would be created\n");
  for (const error of [...desired.errors, ...fatal]) shell.err(`${inputText(error)}\n`);
  return fatal.length > 0 || desired.manifests.length === 0 ? undefined : { desired, live };
}

/** kubectl get prints nothing where it finds nothing; a directory without manifests is a slip. */
function isEmptyText(error: InputError): boolean {
  return error.code === "no-manifests" && error.hint === undefined;
}

function decide(pairing: Pairing, engine: Engine, shell: Shell): Results {
  const progress = startProgress(shell);
  const results = decidePairs(pairing.pairs, engine, (index) =>
    progress.step(`${index} of ${pairing.pairs.length} objects`),
  );
  progress.end();
  return results;
}

function noteLeft({ left }: Pairing, shell: Shell): void {
  if (left.length === 0) return;
  const names = left
    .slice(0, 5)
    .map(({ kind, namespace, name }) => `${kind} ${namespace ? `${namespace}/` : ""}${name ?? ""}`);
  const more = left.length > names.length ? ` and ${left.length - names.length} more` : "";
  shell.err(`note: live has what desired does not name: ${names.join(", ")}${more}\n`);
}

async function render(
  results: Results,
  desired: Input,
  flags: ExplainFlags,
  settings: Settings,
  { rules }: Engine,
  shell: Shell,
): Promise<string> {
  const options = {
    verbose: flags.verbose ?? false,
    concealment: concealment(rules.facts, flags.showSecrets ?? false),
  };
  if (settings.output === "text") {
    const [{ decisionsText }, { paletteOf }] = await Promise.all([
      import("../output/text.js"),
      import("../color.js"),
    ]);
    return decisionsText(results.decided, { ...options, color: await paletteOf(settings.color, shell) });
  }
  const [{ decisionDocument, patchDocument }, { toJson, toYaml }] = await Promise.all([
    import("../output/document.js"),
    import("../output/serialize.js"),
  ]);
  if (settings.output === "json-patch") return toJson(patchDocument(results, options));
  const document = decisionDocument(
    results,
    desired.errors,
    summarize(results, desired.errors.length),
    options,
  );
  return settings.output === "yaml" ? toYaml(document) : toJson(document);
}
