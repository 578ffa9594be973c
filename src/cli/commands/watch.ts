import { paletteOf } from "../color.js";
import type { Context } from "../context.js";
import { CommandError } from "../errors.js";
import type { Flags } from "../flags.js";
import { layoutOf } from "../layout.js";
import { CLUSTER_DEFAULTS, durationOf, type Settings, settingsOf } from "../settings.js";
import { EXIT, Interruption } from "../shell.js";
import type { WatchDocument } from "../watch/document.js";
import { watched } from "../watch/run.js";

export interface WatchFlags extends Flags {
  readonly allNamespaces?: boolean;
  readonly selector?: string;
  readonly for?: string;
  readonly failOnChurn?: boolean;
  /** In MiB. */
  readonly memory?: string;
}

/** `churngate watch`: who changes objects for nothing, live. */
export async function watch(names: readonly string[], flags: WatchFlags, context: Context): Promise<number> {
  const { shell } = context;
  const settings = await settingsOf(flags, ["text", "json"], shell, CLUSTER_DEFAULTS);
  const forMs = flags.for === undefined ? undefined : durationOf("for", flags.for);
  const maxBytes = memoryOf(flags.memory ?? "256");
  const engine = await context.engine(settings);
  const interruption = shell.interruption();
  try {
    const namespace = flags.allNamespaces === true ? undefined : settings.namespace;
    const run = { names, namespace, labelSelector: flags.selector, forMs, maxBytes };
    const document = await watched(run, settings, engine, context, interruption);
    shell.out(await printed(document, settings, context));
    // Without --for a signal is how it is meant to end.
    if (forMs !== undefined && interruption.reason instanceof Interruption)
      return interruption.reason.exitCode;
    return flags.failOnChurn === true && document.findings.length > 0 ? EXIT.write : EXIT.nothing;
  } catch (error) {
    if (error instanceof Interruption) return error.exitCode;
    throw error;
  }
}

async function printed(document: WatchDocument, settings: Settings, { shell }: Context): Promise<string> {
  if (settings.output === "json") {
    const { toJson } = await import("../output/serialize.js");
    return toJson(document);
  }
  const { watchReportText } = await import("../watch/report-text.js");
  return watchReportText(document, {
    color: await paletteOf(settings.color, shell),
    layout: await layoutOf(shell),
  });
}

const MIB = 2 ** 20;

function memoryOf(text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count >= 1 && count <= 65_536) return count * MIB;
  throw new CommandError("bad-option", `--memory ${text}: not a number of MiB from 1 to 65536`);
}
