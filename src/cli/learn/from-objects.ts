import { groupVersionOf } from "../../core/decide/identity.js";
import { bundledRules } from "../../rules/bundled.js";
import { compileRules } from "../../rules/compile.js";
import type { LearnedKind } from "../../rules/learn/kinds.js";
import { readRuleDirectory } from "../../rules/load.js";
import type { RuleSet } from "../../rules/set.js";
import { locate } from "../cluster/locate.js";
import { reach } from "../cluster/reach.js";
import type { Context } from "../context.js";
import { type Evident, evidentOf, isUnknown } from "../evidence/evident.js";
import { learnObjects } from "../evidence/learn-objects.js";
import type { Manifest } from "../input/index.js";
import { startProgress } from "../progress.js";
import { objectErrorText } from "../report.js";
import type { Settings } from "../settings.js";
import type { FoundError } from "./found.js";
import { learnFromCluster } from "./from-cluster.js";

/** What dry runs of objects told, by kind. */
export interface FoundByDryRun {
  readonly evident: readonly Evident[];
  readonly errors: readonly FoundError[];
  readonly notes: readonly string[];
}

/** Places, and values of an object, that are looked at, at most. */
const LIMIT = 200;

/**
 * Learns from dry runs of objects on the cluster what it does with them. Of kinds that no rule set knows, and none of the definitions, it is
 * asked for their definitions first.
 */
export async function learnFromObjects(
  objects: readonly Manifest[],
  defined: readonly LearnedKind[],
  settings: Settings,
  context: Context,
): Promise<FoundByDryRun> {
  const { shell } = context;
  const dirs = await Promise.all(settings.rules.map(readRuleDirectory));
  const sets: readonly RuleSet[] = [...(settings.bundled ? [bundledRules] : []), ...dirs];
  const asked = await learnFromCluster(unknownKinds(objects, defined, sets), settings, context);
  const known = [...defined, ...asked.kinds];
  const rules = compileRules([...sets, ...known.map(({ rule, facts }) => ({ rules: [rule], facts }))]);
  const { step, end } = startProgress(shell);
  const signal = shell.interruption();
  try {
    const cluster = await context.cluster(settings);
    await reach(cluster, settings, signal);
    const { namespace = cluster.namespace ?? "default", timeoutMs } = settings;
    const located = await locate(objects, { cluster, facts: rules.facts, namespace, timeoutMs, signal });
    const options = { cluster, rules, settings, limit: LIMIT, signal, step };
    const { learned, errors } = await learnObjects(located, options);
    const evident = learned.map((each) =>
      evidentOf(each, sets, kindOf(each.proposal.answers.subject, known)),
    );
    const refused = errors.map(objectErrorText);
    const none = learned.length === 0 ? [nothingLearned(refused)] : [];
    return { evident, errors: none, notes: [...asked.notes, ...(none.length > 0 ? [] : refused)] };
  } finally {
    end();
  }
}

/** `Widget.example.com`, for each kind that nothing is known of; the core group's are all known. */
function unknownKinds(
  objects: readonly Manifest[],
  defined: readonly LearnedKind[],
  sets: readonly RuleSet[],
): readonly string[] {
  const rules = compileRules(sets);
  const names = objects.flatMap(({ apiVersion, kind }) => {
    const subject = { ...groupVersionOf(apiVersion), kind };
    const isKnown = !isUnknown(rules, subject) || kindOf(subject, defined) !== undefined;
    return isKnown || subject.group === "" ? [] : [`${kind}.${subject.group}`];
  });
  return [...new Set(names)];
}

function kindOf(
  subject: { readonly group: string; readonly kind: string },
  kinds: readonly LearnedKind[],
): LearnedKind | undefined {
  return kinds.find(({ group, kind }) => group === subject.group && kind === subject.kind);
}

function nothingLearned(refused: readonly string[]): FoundError {
  return { code: "refused", message: ["the server takes none of the objects", ...refused].join("\n") };
}
