import { ChurnCounter, versionComparer } from "../../adapter/churn/index.js";
import { reach } from "../cluster/reach.js";
import { paletteOf } from "../color.js";
import type { Context } from "../context.js";
import type { Engine } from "../engine.js";
import type { Settings } from "../settings.js";
import { type Seen, type WatchDocument, watchDocument } from "./document.js";
import { chooseKinds } from "./kinds.js";
import { LastVersions } from "./last-versions.js";
import { startLive } from "./live.js";
import { Observing } from "./observing.js";
import { WatchedKinds } from "./watching.js";

/** What is to be watched, and for how long. */
export interface Run {
  readonly names: readonly string[];
  /** undefined: all. */
  readonly namespace: string | undefined;
  readonly labelSelector: string | undefined;
  /** Milliseconds after every kind is watched; undefined: until it is interrupted. */
  readonly forMs: number | undefined;
  /** That last versions may take up. */
  readonly maxBytes: number;
}

/** Watches, with the live table where there is a terminal, and says what was seen. @throws CommandError */
export async function watched(
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
