import { ChurnCounter, versionComparer } from "../../adapter/churn/index.js";
import { reach } from "../cluster/reach.js";
import { paletteOf } from "../color.js";
import type { Context } from "../context.js";
import type { Engine } from "../engine.js";
import { CommandError } from "../errors.js";
import type { Flags } from "../flags.js";
import { layoutOf } from "../layout.js";
import { CLUSTER_DEFAULTS, durationOf, type Settings, settingsOf } from "../settings.js";
import { EXIT, Interruption } from "../shell.js";
import { type Seen, type WatchDocument, watchDocument } from "../watch/document.js";
import { chooseKinds } from "../watch/kinds.js";
import { LastVersions } from "../watch/last-versions.js";
import { startLive } from "../watch/live.js";
import { Observing } from "../watch/observing.js";
import { WatchedKinds } from "../watch/watching.js";

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

interface Run {
  readonly names: readonly string[];
  readonly namespace: string | undefined;
  readonly labelSelector: string | undefined;
  readonly forMs: number | undefined;
  readonly maxBytes: number;
}

async function watched(
  { names, namespace, labelSelector, forMs, maxBytes }: Run,
  settings: Settings,
  { rules: { facts } }: Engine,
  { shell, cluster: reached }: Context,
  interruption: AbortSignal,
): Promise<WatchDocument> {
  const cluster = await reached(settings);
  await reach(cluster, settings, interruption);
  const chosen = await chooseKinds(names, cluster, namespace, interruption);
  const counter = new ChurnCounter();
  const versions = new LastVersions(maxBytes);
  const observing = new Observing(versions, counter, versionComparer(facts));
  const over = new AbortController();
  const signal = AbortSignal.any([interruption, shell.unread, over.signal]);
  let from: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  const kinds = new WatchedKinds({
    cluster,
    chosen,
    namespace,
    labelSelector,
    signal,
    onEvent: (event) => observing.take(event, Date.now()),
    onAll() {
      from = Date.now();
      if (forMs !== undefined) timer = setTimeout(() => over.abort(), forMs);
    },
  });
  const seen = (): Seen => {
    const to = Date.now();
    return {
      counter,
      missed: observing.missed,
      forgottenVersions: versions.forgotten,
      kinds,
      from: from ?? to,
      to,
    };
  };
  const endLive = await startLive(shell, await paletteOf(settings.color, shell), () => ({
    counter,
    kinds,
    facts,
    seconds: from === undefined ? undefined : (Date.now() - from) / 1000,
    until: forMs === undefined ? undefined : forMs / 1000,
  }));
  try {
    await kinds.run();
  } finally {
    // The other kinds, where one is refused.
    over.abort();
    clearTimeout(timer);
    endLive();
  }
  return watchDocument(seen(), facts);
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
