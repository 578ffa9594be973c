import { groupVersionOf } from "../../core/decide/identity.js";
import { isDefinition, withoutRepeats } from "../../rules/learn/definition.js";
import { LearnError } from "../../rules/learn/error.js";
import { learnKinds } from "../../rules/learn/kinds.js";
import { kindsOfDefinition } from "../../rules/learn/read-definition.js";
import type { CustomKind } from "../../rules/learn/schema.js";
import type { RuleSet } from "../../rules/set.js";
import type { Context } from "../context.js";
import type { InputError, Manifest } from "../input/index.js";
import { readFiles } from "../read-files.js";
import type { Settings } from "../settings.js";
import type { Found, FoundError } from "./found.js";
import { type Named, namesKind } from "./name.js";

/**
 * Learns from the CustomResourceDefinitions in files, of the named kinds or all, without a cluster; where one is named, also from what it
 * answers to dry runs of the other objects.
 * @param sets the rule sets below
 */
export async function learnFromFiles(
  files: readonly string[],
  names: readonly string[],
  settings: Settings,
  context: Context,
  sets: readonly RuleSet[],
): Promise<Found> {
  const { manifests, errors } = await readFiles(files, settings, context.shell);
  const problems: FoundError[] = errors.map(inputProblem);
  const isNamed = (kind: Named): boolean => names.length === 0 || names.some((name) => namesKind(name, kind));
  const read = manifests
    .filter(({ object }) => isDefinition(object))
    .flatMap((manifest) => kindsIn(manifest, problems));
  const kinds = once(read, problems).filter(isNamed);
  const others = manifests.filter(({ object }) => !isDefinition(object));
  const isAsked = namesCluster(settings);
  const objects = isAsked ? others.filter((manifest) => isNamed(kindOf(manifest))) : [];
  const all: readonly Named[] = [...kinds, ...objects.map(kindOf)];
  problems.push(...names.filter((name) => !all.some((kind) => namesKind(name, kind))).map(notAmong));
  const learned = learnKinds(kinds);
  if (objects.length > 0 && problems.length === 0) {
    const { learnFromObjects } = await import("./from-objects.js");
    return learnFromObjects(objects, learned, settings, context, sets);
  }
  const isBeside = kinds.length > 0 || problems.length > 0;
  const { errors: more, notes } = isAsked ? { errors: [], notes: [] } : passedOver(others, isBeside);
  return { kinds: learned, evident: [], errors: [...problems, ...more], notes, refused: [] };
}

function kindOf({ apiVersion, kind }: Manifest): Named {
  return { group: groupVersionOf(apiVersion).group, kind };
}

/** Files alone are learned from without a cluster, unless one is named. */
function namesCluster({ context, kubeconfig }: Settings): boolean {
  return (context ?? kubeconfig) !== undefined;
}

/** `-f` takes all words that follow, so a kind's name may be among them. */
function inputProblem({ code, message, hint, file, line }: InputError): FoundError {
  const isWord =
    code === "not-found" && /^[A-Za-z][-A-Za-z0-9.]*$/.test(file) && !/\.(json|ya?ml)$/.test(file);
  const asKind = isWord
    ? `A kind? Name the kinds before -f: churngate learn ${file} -f crd.yaml.`
    : undefined;
  return { code, message, hint: hint ?? asKind, file, line };
}

/** A definition beside other objects is learned from all the same, as in the file by which an operator is installed. */
function passedOver(objects: readonly Manifest[], isBeside: boolean): Pick<Found, "errors" | "notes"> {
  const [first] = objects;
  if (first === undefined) return { errors: [], notes: [] };
  if (isBeside) {
    const count = objects.length === 1 ? "1 other object" : `${objects.length} other objects`;
    return { errors: [], notes: [`${count} passed over: no CustomResourceDefinition`] };
  }
  const { kind, apiVersion, file, line } = first;
  const error = {
    code: "no-definition",
    message: `a ${kind} of ${apiVersion} is no CustomResourceDefinition`,
    hint: `Give the file that defines the kind. Or name a cluster, to ask it by dry runs what it does with the object: --context NAME.`,
    file,
    line,
  };
  return { errors: [error], notes: [] };
}

function kindsIn({ object, file, line }: Manifest, problems: FoundError[]): readonly CustomKind[] {
  try {
    return kindsOfDefinition(object);
  } catch (error) {
    problems.push({ ...learnProblem(error), file, line });
    return [];
  }
}

function once(kinds: readonly CustomKind[], problems: FoundError[]): readonly CustomKind[] {
  try {
    return withoutRepeats(kinds);
  } catch (error) {
    problems.push(learnProblem(error));
    return [];
  }
}

/** @throws any other error */
function learnProblem(error: unknown): FoundError {
  if (!(error instanceof LearnError)) throw error;
  const { code, message, hint } = error;
  return { code, message, hint };
}

function notAmong(name: string): FoundError {
  return {
    code: "unknown-kind",
    message: `none of the files has ${name}`,
    hint: "Without -f it is looked for in the cluster.",
  };
}
