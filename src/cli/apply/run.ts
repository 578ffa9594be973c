import type { EnsureEvent } from "../../adapter/ensure/events.js";
import type { SetResult } from "../../adapter/ensure/types.js";
import { createEnsurer } from "../../adapter/ensurer.js";
import { keyOf } from "../../adapter/port/object.js";
import type { Decision } from "../../core/decision.js";
import type { JsonObject, KubeObject } from "../../core/json.js";
import type { Cluster } from "../cluster/cluster.js";
import type { Located } from "../cluster/locate.js";
import { objectErrorOf } from "../cluster/problem.js";
import type { Engine } from "../engine.js";
import type { Manifest } from "../input/index.js";
import { manifestKey } from "../objects/key.js";
import { rulePlace } from "../objects/rule-place.js";
import type { Settings } from "../settings.js";
import type { Outcome } from "./outcome.js";

export interface RunOptions {
  readonly cluster: Cluster;
  readonly engine: Engine;
  readonly settings: Settings;
  readonly dryRun: boolean;
  readonly signal: AbortSignal;
  /** Told of each outcome as it is there; not in the input's order. */
  readonly onOutcome: (outcome: Outcome) => void;
}

/** Writes what has to be written; the outcomes are in the input's order. The signal ends it early. */
export async function applyAll(located: readonly Located[], options: RunOptions): Promise<Outcome[]> {
  const { cluster, engine, settings, dryRun, signal, onOutcome } = options;
  const outcomes = new Map<Manifest, Outcome>();
  const underWay = new WritesUnderWay();
  const settle = (outcome: Outcome): void => {
    outcomes.set(outcome.desired, outcome);
    onOutcome(outcome);
  };
  const outcomeOf = (given: SetResult, desired: Manifest): Outcome => {
    if (given.result === "failed") {
      if (!signal.aborted || given.error !== signal.reason)
        return { result: "failed", desired, error: objectErrorOf(given.error, desired) };
      return { result: !dryRun && underWay.has(desired) ? "unknown" : "not-done", desired };
    }
    const { result, retries } = given;
    const decision = given.decision as Decision<JsonObject>;
    return { result, desired, decision, retries, rule: rulePlace(desired, engine) };
  };
  const byKey = new Map<string, Manifest>();
  for (const each of located) {
    if ("error" in each) settle({ result: "failed", ...each });
    else byKey.set(manifestKey(each.desired), each.desired);
  }
  const ensurer = createEnsurer({
    port: cluster.port,
    gate: engine.gate,
    onEvent: (event) => underWay.note(event),
    retry: { deadlineMs: settings.timeoutMs },
  });
  await ensurer.ensureAll(
    [...byKey.values()].map(({ object }) => object as KubeObject),
    {
      dryRun,
      signal,
      concurrency: settings.concurrency,
      onResult(given) {
        const desired = byKey.get(keyOf(given.ref));
        if (desired !== undefined) settle(outcomeOf(given, desired));
      },
    },
  );
  return located.flatMap(({ desired }) => outcomes.get(desired) ?? []);
}

/** The objects for which a write may have been sent, and is not answered. */
class WritesUnderWay {
  private readonly keys = new Set<string>();

  note(event: EnsureEvent): void {
    const key = keyOf(event.ref);
    if (event.type === "write") this.keys.delete(key);
    if (event.type !== "decision") return;
    const { verdict, reason } = event.decision;
    // Only a dry run follows that.
    const asks = reason.code === "not-observed";
    if ((verdict === "write" || verdict === "create") && !asks) this.keys.add(key);
    else this.keys.delete(key);
  }

  has(manifest: Manifest): boolean {
    return this.keys.has(manifestKey(manifest));
  }
}
