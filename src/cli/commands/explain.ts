import { paletteOf } from "../color.js";
import type { Context } from "../context.js";
import type { Engine } from "../engine.js";
import { CommandError } from "../errors.js";
import { decidePairs, type Results } from "../explain/decide.js";
import { type Pairing, pairManifests } from "../explain/pair.js";
import { exitCode, summarize, summaryText } from "../explain/summary.js";
import type { Flags } from "../flags.js";
import type { Input, InputError } from "../input/index.js";
import { layoutOf } from "../layout.js";
import { concealment } from "../output/conceal.js";
import { decisionsText } from "../output/text.js";
import { withoutFactsText } from "../output/without-facts.js";
import { inputText, objectErrorText } from "../print-error.js";
import { startProgress } from "../progress.js";
import { readDesired, readFiles } from "../read-files.js";
import { CLUSTER_DEFAULTS, type Settings, settingsOf } from "../settings.js";
import { EXIT, type Shell } from "../shell.js";

export interface ExplainFlags extends Flags {
  readonly filename: readonly string[];
  readonly live?: readonly string[];
  readonly verbose?: boolean;
  readonly showSecrets?: boolean;
}

/** `churngate explain`: decides each desired object against its live one, and prints the decisions. */
export async function explain(flags: ExplainFlags, context: Context): Promise<number> {
  const { shell } = context;
  const outputs = ["text", "json", "yaml", "json-patch"];
  const defaults = flags.live === undefined ? CLUSTER_DEFAULTS : {};
  const settings = await settingsOf(flags, outputs, shell, defaults);
  if (settings.output === "json-patch" && settings.mode !== "replace") {
    throw new CommandError(
      "bad-option",
      `-o json-patch needs --mode replace, not ${settings.mode}`,
      "Only there the payload is the whole object; -o json has the payload of any mode.",
    );
  }
  const engine = await context.engine(settings);
  const paired =
    flags.live === undefined
      ? await pairWithCluster(flags, settings, engine, context)
      : await pairWithFiles(flags, flags.live, settings, engine, shell);
  if (paired === undefined) return EXIT.error;
  const { desired, pairing } = paired;
  const results = await decide(pairing, engine, shell);
  if (!paired.isSaid) for (const each of results.undecided) shell.err(`${objectErrorText(each)}\n`);
  noteLeft(pairing, shell);
  noteUnobserved(results, shell);
  const summary = summarize(results, desired.errors.length);
  shell.out(await render(results, desired, flags, settings, engine, shell));
  if (settings.output === "text")
    shell.out(`${withoutFactsText(results.decided, engine.rules.facts)}${summaryText(summary)}\n`);
  return exitCode(summary);
}

/** Desired as it was read, and each object with its live one. */
interface Paired {
  readonly desired: Input;
  readonly pairing: Pairing;
  /** What is wrong with the objects was said already, once for all of them. */
  readonly isSaid?: boolean;
}

/** Reads live from the cluster. */
async function pairWithCluster(
  flags: ExplainFlags,
  settings: Settings,
  engine: Engine,
  { shell, cluster }: Context,
): Promise<Paired | undefined> {
  const desired = await readDesired(flags, settings, shell);
  if (desired.manifests.length === 0) return undefined;
  const { pairFromCluster } = await import("../cluster/pair.js");
  const { unreached } = await import("../cluster/unreached.js");
  const reached = await cluster(settings);
  try {
    const pairs = await pairFromCluster(desired.manifests, reached, engine, settings, shell);
    return { desired, pairing: { pairs, left: [] } };
  } catch (cause) {
    const error = unreached(cause, settings, shell);
    const pairs = desired.manifests.map((each) => ({ desired: each, error }));
    return { desired, pairing: { pairs, left: [] }, isSaid: true };
  }
}

/** Reads live from files; an error of live stops the run, since missing live objects would look like creations. */
async function pairWithFiles(
  flags: ExplainFlags,
  live: readonly string[],
  settings: Settings,
  { rules }: Engine,
  shell: Shell,
): Promise<Paired | undefined> {
  if (live.includes("-") && flags.filename.includes("-")) {
    const hint = "Put one of them into a file.";
    throw new CommandError("bad-option", "-f - and --live - cannot both read standard input", hint);
  }
  const desired = await readDesired(flags, settings, shell);
  const read = await readFiles(live, settings, shell);
  const fatal = read.errors.filter((error) => !isEmptyText(error));
  if (read.errors.some(isEmptyText)) shell.err("note: no object is in --live, so each would be created\n");
  for (const error of fatal) shell.err(`${inputText(error)}\n`);
  if (fatal.length > 0 || desired.manifests.length === 0) return undefined;
  return {
    desired,
    pairing: pairManifests(desired.manifests, read.manifests, rules.facts, settings.namespace),
  };
}

/** kubectl get prints nothing where it finds nothing; a directory without manifests is a slip. */
function isEmptyText(error: InputError): boolean {
  return error.code === "no-manifests" && error.hint === undefined;
}

async function decide(pairing: Pairing, engine: Engine, shell: Shell): Promise<Results> {
  const progress = startProgress(shell);
  const { pairs } = pairing;
  return decidePairs(pairs, engine, (index) => progress.step(`${index} of ${pairs.length} objects`)).finally(
    progress.end,
  );
}

function noteLeft({ left }: Pairing, shell: Shell): void {
  if (left.length === 0) return;
  const names = left
    .slice(0, 5)
    .map(({ kind, namespace, name }) => `${kind} ${namespace ? `${namespace}/` : ""}${name ?? ""}`);
  const more = left.length > names.length ? ` and ${left.length - names.length} more` : "";
  shell.err(`note: live has what desired does not name: ${names.join(", ")}${more}\n`);
}

/** A dry run takes a server: with files as live, such an object counts as to be written. */
function noteUnobserved({ decided }: Results, shell: Shell): void {
  const count = decided.filter(({ decision }) => decision.reason.code === "not-observed").length;
  if (count === 0) return;
  const objects = count === 1 ? "1 object is" : `${count} objects are`;
  shell.err(
    `note: ${objects} compared with the server's own answer (strategy observed): without --live, explain asks for it by a dry run\n`,
  );
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
    const [color, layout] = await Promise.all([paletteOf(settings.color, shell), layoutOf(shell)]);
    return decisionsText(results.decided, { ...options, color, layout });
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
