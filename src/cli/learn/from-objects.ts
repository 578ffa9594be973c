import { groupVersionOf } from "../../core/decide/identity.js";
import { compileRules } from "../../rules/compile.js";
import type { CompiledRules } from "../../rules/compiled.js";
import type { LearnedKind } from "../../rules/learn/kinds.js";
import { overRules } from "../../rules/learn/over-rules.js";
import type { RuleSet } from "../../rules/set.js";
import { locate } from "../cluster/locate.js";
import { reach } from "../cluster/reach.js";
import type { Context } from "../context.js";
import type { Undecided } from "../explain/decide.js";
import type { Manifest } from "../input/index.js";
import { startProgress } from "../progress.js";
import type { Settings } from "../settings.js";
import { evidentOf, isUnknown } from "./evident.js";
import type { Found, FoundError } from "./found.js";
import { learnFromCluster } from "./from-cluster.js";
import { learnObjects } from "./learn-objects.js";

/** Places, and values of an object, that are looked at, at most. */
const LIMIT = 200;

/**
 * Learns from dry runs of objects on the cluster what it does with them. Of kinds that no rule set knows, and none of the definitions, it is
 * asked for their definitions first. Where nothing new is found out of a kind, what its definition told is all.
 * @param sets the rule sets below
 */
export async function learnFromObjects(
  objects: readonly Manifest[],
  defined: readonly LearnedKind[],
  settings: Settings,
  context: Context,
  sets: readonly RuleSet[],
): Promise<Found> {
  const { shell } = context;
  const below = compileRules(sets);
  const asked = await askedSchemas(unknownKinds(objects, defined, below), settings, context);
  const known = [...defined, ...asked.kinds];
  const laid = known.map((each) => overRules(each, below));
  const rules = compileRules([...sets, ...laid.map(({ rule, facts }) => ({ rules: [rule], facts }))]);
  const { step, end } = startProgress(shell);
  const signal = shell.interruption();
  try {
    const cluster = await context.cluster(settings);
    await reach(cluster, settings, signal);
    const { namespace = cluster.namespace ?? "default", timeoutMs } = settings;
    const located = await locate(objects, { cluster, facts: rules.facts, namespace, timeoutMs, signal });
    const options = { cluster, rules, settings, limit: LIMIT, signal, step };
    const { learned, errors } = await learnObjects(located, options);
    const evident = evidentOf(learned, sets, (subject) => kindOf(subject, laid));
    const kinds = known.filter((each) => {
      const told = evident.find((other) => isSame(other, each));
      return told === undefined ? defined.includes(each) : Object.keys(told.files).length === 0;
    });
    const refused = errors.map(refusalOf);
    const { notes } = asked;
    if (learned.length === 0) return { kinds, evident, errors: [...refused, NOTHING], notes, refused: [] };
    return { kinds, evident, errors: [], notes: [...notes, ...asked.errors.map(unlearned)], refused };
  } finally {
    await end();
  }
}

/** What the cluster tells of kinds by their names, where there are any. */
async function askedSchemas(
  names: readonly string[],
  settings: Settings,
  context: Context,
): Promise<Pick<Found, "kinds" | "errors" | "notes">> {
  if (names.length === 0) return { kinds: [], errors: [], notes: [] };
  return learnFromCluster(names, settings, context);
}

function unlearned({ message }: FoundError): string {
  return `learned without the kind's schema, since ${message}`;
}

interface Subject {
  readonly group: string;
  readonly kind: string;
}

function isSame(one: Subject, other: Subject): boolean {
  return one.group === other.group && one.kind === other.kind;
}

/** `Widget.example.com`, for each kind that nothing is known of; the core group's are all known. */
function unknownKinds(
  objects: readonly Manifest[],
  defined: readonly LearnedKind[],
  rules: CompiledRules,
): readonly string[] {
  const names = objects.flatMap(({ apiVersion, kind }) => {
    const subject = { ...groupVersionOf(apiVersion), kind };
    const isKnown = !isUnknown(rules, subject) || kindOf(subject, defined) !== undefined;
    return isKnown || subject.group === "" ? [] : [`${kind}.${subject.group}`];
  });
  return [...new Set(names)];
}

function kindOf(subject: Subject, kinds: readonly LearnedKind[]): LearnedKind | undefined {
  return kinds.find((each) => isSame(each, subject));
}

function refusalOf({ desired, error }: Undecided): FoundError {
  const { file, line, kind, namespace, name } = desired;
  const called = [namespace, name].filter((part) => part !== undefined).join("/");
  const { code, message, hint } = error;
  return { code, message: `${`${kind} ${called}`.trim()}: ${message}`, hint, file, line };
}

const NOTHING: FoundError = { code: "refused", message: "the server takes none of the objects" };
