import { InOrder } from "../apply/in-order.js";
import { type ApplySummary, type Outcome, summarizeOutcomes } from "../apply/outcome.js";
import { applyAll } from "../apply/run.js";
import { type Located, locate } from "../cluster/locate.js";
import { reach } from "../cluster/reach.js";
import { unreached } from "../cluster/unreached.js";
import { paletteOf } from "../color.js";
import type { Context } from "../context.js";
import type { Engine } from "../engine.js";
import { CommandError } from "../errors.js";
import type { Flags } from "../flags.js";
import type { Input } from "../input/index.js";
import { layoutOf } from "../layout.js";
import { concealment } from "../output/conceal.js";
import { outcomeWriter, summaryLine } from "../output/outcome-text.js";
import { withoutFactsText } from "../output/without-facts.js";
import { objectErrorText } from "../print-error.js";
import { startProgress } from "../progress.js";
import { readDesired } from "../read-files.js";
import { CLUSTER_DEFAULTS, type Settings, settingsOf } from "../settings.js";
import { EXIT, Interruption, type Shell } from "../shell.js";

export interface ApplyFlags extends Flags {
  readonly filename: readonly string[];
  /** true where it is given without a word. */
  readonly dryRun?: boolean | string;
  readonly showSecrets?: boolean;
}

/** What a run prints with. */
interface Printing {
  readonly settings: Settings;
  readonly engine: Engine;
  readonly dryRun: boolean;
  readonly showSecrets: boolean;
  readonly shell: Shell;
}

/** `churngate apply`: writes the objects that are not as desired, and leaves the others alone. */
export async function apply(flags: ApplyFlags, context: Context): Promise<number> {
  const { shell } = context;
  const settings = await settingsOf(flags, ["text", "json", "yaml"], shell, CLUSTER_DEFAULTS);
  const dryRun = isDryRun(flags.dryRun ?? "none");
  const input = await readDesired(flags, settings, shell);
  if (input.manifests.length === 0) return EXIT.error;
  const engine = await context.engine(settings);
  const printing = { settings, engine, dryRun, showSecrets: flags.showSecrets ?? false, shell };
  const signal = shell.interruption();
  const outcomes = await applied(input, context, printing, signal);
  const summary = summarizeOutcomes(outcomes, input.errors.length);
  if (settings.output === "text") {
    const decided = outcomes.filter((outcome) => "decision" in outcome);
    shell.out(`${withoutFactsText(decided, engine.rules.facts)}${summaryLine(summary, dryRun)}\n`);
  } else shell.out(await document(outcomes, input, summary, printing));
  return exitCode(summary, dryRun, signal);
}

async function applied(
  input: Input,
  context: Context,
  printing: Printing,
  signal: AbortSignal,
): Promise<readonly Outcome[]> {
  const { settings, engine, dryRun, shell } = printing;
  const progress = startProgress(shell);
  try {
    const cluster = await context.cluster(settings);
    progress.step(`asking ${cluster.server}`);
    await reach(cluster, settings, signal);
    const { namespace = cluster.namespace ?? "default", timeoutMs } = settings;
    const { facts } = engine.rules;
    const located = await locate(input.manifests, { cluster, facts, namespace, timeoutMs, signal });
    const print = await printer(located, printing);
    let done = 0;
    const say = (): void => void progress.step(`${done} of ${located.length} objects`);
    const order = located.map(({ desired }) => desired);
    const lines = new InOrder<Located["desired"], Outcome>(order, (outcome) => {
      progress.hide();
      print(outcome);
    });
    const onOutcome = (outcome: Outcome): void => {
      done++;
      lines.add(outcome.desired, outcome);
      say();
    };
    say();
    return await applyAll(located, { cluster, engine, settings, dryRun, signal, onOutcome });
  } catch (error) {
    // Nothing was written yet: what stops a write makes an outcome of it.
    await progress.end();
    if (error instanceof Interruption)
      return input.manifests.map((desired) => ({ result: "not-done", desired }));
    const problem = unreached(error, settings, shell);
    return input.manifests.map((desired) => ({ result: "failed", desired, error: problem }));
  } finally {
    await progress.end();
  }
}

/** Prints an outcome: its lines where no document follows, and below them what went wrong. */
async function printer(
  located: readonly Located[],
  { settings, engine, dryRun, showSecrets, shell }: Printing,
): Promise<(outcome: Outcome) => void> {
  const write = outcomeWriter(
    located.map(({ desired }) => desired),
    {
      dryRun,
      color: await paletteOf(settings.color, shell),
      layout: await layoutOf(shell),
      concealment: concealment(engine.rules.facts, showSecrets),
      strategyOf: (desired) => engine.ruleFor(desired.object).rule.strategy,
    },
  );
  return (outcome) => {
    if (settings.output === "text") shell.out(`${write(outcome)}\n`);
    if (outcome.result === "failed") shell.err(`${objectErrorText(outcome)}\n`);
  };
}

async function document(
  outcomes: readonly Outcome[],
  input: Input,
  summary: ApplySummary,
  { settings, engine, dryRun, showSecrets }: Printing,
): Promise<string> {
  const [{ applyDocument }, { toJson, toYaml }] = await Promise.all([
    import("../output/apply-document.js"),
    import("../output/serialize.js"),
  ]);
  const hidden = concealment(engine.rules.facts, showSecrets);
  const made = applyDocument(outcomes, input.errors, summary, { dryRun, concealment: hidden });
  return settings.output === "yaml" ? toYaml(made) : toJson(made);
}

/** kubectl's values; `client` would be explain. */
function isDryRun(value: boolean | string): boolean {
  if (value === true || value === "server") return true;
  if (value === false || value === "none") return false;
  const hint = value === "client" ? "churngate explain says what would be written." : undefined;
  throw new CommandError("bad-option", `--dry-run ${value}: not one of server, none`, hint);
}

function exitCode(summary: ApplySummary, dryRun: boolean, signal: AbortSignal): number {
  if (summary.notDone + summary.unknown > 0 && signal.reason instanceof Interruption)
    return signal.reason.exitCode;
  if (summary.failed > 0) return EXIT.error;
  if (dryRun && summary.created + summary.updated > 0) return EXIT.write;
  return summary.blocked > 0 ? EXIT.blocked : EXIT.nothing;
}
