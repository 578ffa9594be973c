import { Asking } from "../../adapter/evidence/asking.js";
import { examine } from "../../adapter/evidence/examine.js";
import { writingOf } from "../../adapter/evidence/writing.js";
import type { GateOptions } from "../../rules/gate.js";
import type { Cluster } from "../cluster/cluster.js";
import type { Located } from "../cluster/locate.js";
import { objectErrorOf } from "../cluster/problem.js";
import type { Engine } from "../engine.js";
import type { Undecided } from "../explain/decide.js";
import type { Settings } from "../settings.js";
import { type KindEvidence, Kinds } from "./kinds.js";

export interface GatherOptions {
  readonly cluster: Cluster;
  readonly engine: Engine;
  readonly settings: Settings;
  /** How many variants of an object at most. */
  readonly variants: number;
  readonly signal: AbortSignal;
  readonly step: (text: string) => void;
}

export interface Gathered {
  readonly kinds: readonly KindEvidence[];
  readonly errors: readonly Undecided[];
}

/** Asks the server about each object, by dry runs, and counts by kind who would have been wrong. @throws the signal's reason */
export async function gather(
  located: readonly Located[],
  { cluster, engine, settings, variants, signal, step }: GatherOptions,
): Promise<Gathered> {
  const { mode, fieldManager, force } = engine.gate;
  const options: Omit<GateOptions, "rules"> = {
    mode,
    force,
    ...(fieldManager !== undefined && { fieldManager }),
  };
  const { timeoutMs, concurrency } = settings;
  const asking = new Asking(cluster.port, { gate: engine.gate, timeoutMs, signal });
  const writing = writingOf(engine.rules, options);
  const kinds = new Kinds(engine, options);
  const errors: Undecided[] = [];
  let asked = 0;
  for (const [index, each] of located.entries()) {
    const onAsk = (): void => step(`${index + 1} of ${located.length} objects, ${++asked} dry runs`);
    if ("error" in each) {
      errors.push(each);
      continue;
    }
    const { desired } = each;
    try {
      const found = await examine(desired.object, { asking, writing, limit: variants, concurrency, onAsk });
      kinds.add(desired, found);
    } catch (error) {
      signal.throwIfAborted();
      errors.push({ desired, error: objectErrorOf(error, desired) });
    }
  }
  return { kinds: kinds.evidence(), errors };
}
