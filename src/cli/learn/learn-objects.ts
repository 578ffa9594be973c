import { Asking } from "../../adapter/evidence/asking.js";
import { learnKind } from "../../adapter/evidence/learn/learn-kind.js";
import { otherwiseOnDryRun } from "../../adapter/evidence/learn/webhooks.js";
import type { CompiledRules } from "../../rules/compiled.js";
import { createGate } from "../../rules/gate.js";
import { type Conclusion, conclusionOf } from "../../rules/learn/evidence/conclusion.js";
import type { Cluster } from "../cluster/cluster.js";
import type { Located } from "../cluster/locate.js";
import { objectErrorOf } from "../cluster/problem.js";
import type { Undecided } from "../explain/decide.js";
import type { Manifest } from "../input/index.js";
import type { Settings } from "../settings.js";

export interface LearnObjectsOptions {
  readonly cluster: Cluster;
  /** With all that is known of the kinds already. */
  readonly rules: CompiledRules;
  readonly settings: Settings;
  /** Places, and values of an object, that are looked at, at most. */
  readonly limit: number;
  readonly signal: AbortSignal;
  readonly step: (text: string) => void;
}

/** What was learned of one version of a kind. */
export interface LearnedObjects {
  readonly apiVersion: string;
  readonly conclusion: Conclusion;
  /** Webhooks that may answer a dry run otherwise than a write; undefined where that is not known. */
  readonly webhooks: readonly string[] | undefined;
}

/** Learns from dry runs of these objects, version by version of each kind, what the server does with them. @throws the signal's reason */
export async function learnObjects(
  located: readonly Located[],
  { cluster, rules, settings, limit, signal, step }: LearnObjectsOptions,
): Promise<{ readonly learned: readonly LearnedObjects[]; readonly errors: readonly Undecided[] }> {
  const { timeoutMs, concurrency, fieldManager } = settings;
  const gate = fieldManager === undefined ? {} : { fieldManager };
  const asking = new Asking(cluster.port, { gate: createGate({ ...gate, rules }), timeoutMs, signal });
  const errors: Undecided[] = located.flatMap((each) => ("error" in each ? [each] : []));
  const learned: LearnedObjects[] = [];
  for (const manifests of byVersion(located)) {
    const byObject = new Map(manifests.map((each) => [each.object, each]));
    const answers = await learnKind([...byObject.keys()], {
      asking,
      rules,
      gate,
      limit,
      concurrency,
      onStep: (text) => step(`asking about ${text}`),
      onError(object, error) {
        signal.throwIfAborted();
        const desired = byObject.get(object);
        if (desired !== undefined) errors.push({ desired, error: objectErrorOf(error, desired) });
      },
    });
    const [first] = manifests;
    if (answers === undefined || first === undefined) continue;
    const webhooks = await otherwiseOnDryRun(cluster.port, answers.subject.group, signal);
    learned.push({ apiVersion: first.apiVersion, conclusion: conclusionOf(answers), webhooks });
  }
  return { learned, errors };
}

function byVersion(located: readonly Located[]): readonly (readonly Manifest[])[] {
  const kinds = new Map<string, Manifest[]>();
  for (const each of located) {
    if ("error" in each) continue;
    const key = `${each.desired.apiVersion} ${each.desired.kind}`;
    kinds.set(key, [...(kinds.get(key) ?? []), each.desired]);
  }
  return [...kinds.values()];
}
