import { locate } from "../cluster/locate.js";
import { reach } from "../cluster/reach.js";
import { unreached } from "../cluster/unreached.js";
import type { Context } from "../context.js";
import type { Engine } from "../engine.js";
import { CommandError } from "../errors.js";
import type { Flags } from "../flags.js";
import type { Input } from "../input/index.js";
import { objectErrorText } from "../print-error.js";
import { startProgress } from "../progress.js";
import { readDesired } from "../read-files.js";
import { CLUSTER_DEFAULTS, type Settings, settingsOf } from "../settings.js";
import { EXIT, Interruption } from "../shell.js";
import { type Gathered, gather } from "./gather.js";

export interface EvidenceFlags extends Flags {
  readonly filename: readonly string[];
  readonly variants?: string;
}

/** How many variants of an object are asked about, unless chosen. */
const VARIANTS = 200;

/** `churngate classify --evidence`: which strategy would never have been wrong, by dry runs on the cluster. */
export async function classifyByEvidence(flags: EvidenceFlags, context: Context): Promise<number> {
  const { shell } = context;
  const settings = await settingsOf(flags, ["text", "json"], shell, CLUSTER_DEFAULTS);
  const variants = countOf(flags.variants);
  const input = await readDesired(flags, settings, shell);
  if (input.manifests.length === 0) return EXIT.error;
  const engine = await context.engine(settings);
  const signal = shell.interruption();
  try {
    const gathered = await gathering(input, engine, settings, variants, context, signal);
    for (const error of gathered.errors) shell.err(`${objectErrorText(error)}\n`);
    shell.out(await printed(gathered, input, settings));
    return gathered.errors.length + input.errors.length > 0 ? EXIT.error : EXIT.nothing;
  } catch (error) {
    if (!(error instanceof Interruption)) throw error;
    shell.err("interrupted: nothing was stored\n");
    return error.exitCode;
  }
}

async function gathering(
  { manifests }: Input,
  engine: Engine,
  settings: Settings,
  variants: number,
  { cluster: connect, shell }: Context,
  signal: AbortSignal,
): Promise<Gathered> {
  const { step, end } = startProgress(shell);
  try {
    const cluster = await connect(settings);
    step(`asking ${cluster.server}`);
    await reach(cluster, settings, signal);
    const { namespace = cluster.namespace ?? "default", timeoutMs } = settings;
    const { facts } = engine.rules;
    const located = await locate(manifests, { cluster, facts, namespace, timeoutMs, signal });
    return await gather(located, { cluster, engine, settings, variants, signal, step });
  } catch (error) {
    if (error instanceof Interruption) throw error;
    await end();
    const problem = unreached(error, settings, shell);
    return { kinds: [], errors: manifests.map((desired) => ({ desired, error: problem })) };
  } finally {
    await end();
  }
}

async function printed(gathered: Gathered, { errors }: Input, { output }: Settings): Promise<string> {
  if (output === "json") {
    const [{ evidenceDocument }, { toJson }] = await Promise.all([
      import("./document.js"),
      import("../output/serialize.js"),
    ]);
    return toJson(evidenceDocument(gathered, errors));
  }
  const { evidenceText } = await import("./text.js");
  return evidenceText(gathered.kinds);
}

function countOf(text: string | undefined): number {
  const count = Number(text ?? VARIANTS);
  if (Number.isInteger(count) && count >= 0 && count <= 100_000) return count;
  throw new CommandError("bad-option", `--variants ${text}: not a number from 0 to 100000`);
}
