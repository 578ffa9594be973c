import { isDefinition, withoutRepeats } from "../../rules/learn/definition.js";
import { LearnError } from "../../rules/learn/error.js";

import { type LearnedKind, learnKinds } from "../../rules/learn/kinds.js";
import { kindsOfDefinition } from "../../rules/learn/read-definition.js";
import type { CustomKind } from "../../rules/learn/schema.js";
import type { Context } from "../context.js";
import type { Manifest } from "../input/index.js";
import { readFiles } from "../read-files.js";
import type { Settings } from "../settings.js";
import type { Found, FoundError } from "./found.js";
import { namesKind } from "./name.js";

/** Learns from the CustomResourceDefinitions in files, of the named kinds or all; no cluster is asked. */
export async function learnFromFiles(
  files: readonly string[],
  names: readonly string[],
  settings: Settings,
  context: Context,
): Promise<Found> {
  const { manifests, errors } = await readFiles(files, settings, context.shell);
  const problems: FoundError[] = [...errors];
  const read = manifests
    .filter(({ object }) => isDefinition(object))
    .flatMap((manifest) => kindsIn(manifest, problems));
  const kinds = once(read, problems).filter(
    (kind) => names.length === 0 || names.some((name) => namesKind(name, kind)),
  );
  problems.push(...names.filter((name) => !kinds.some((kind) => namesKind(name, kind))).map(notAmong));
  const others = manifests.filter(({ object }) => !isDefinition(object));
  const learned = learnKinds(kinds);
  if (others.length === 0 || problems.length > 0 || !namesCluster(settings)) {
    const { errors: more, notes } = passedOver(others, kinds.length > 0 || problems.length > 0);
    return { kinds: learned, evident: [], errors: [...problems, ...more], notes };
  }
  const { learnFromObjects } = await import("./from-objects.js");
  const { evident, errors: more, notes } = await learnFromObjects(others, learned, settings, context);
  const isEvident = ({ group, kind }: LearnedKind): boolean =>
    evident.some(({ learned: { proposal } }) => {
      const { subject } = proposal.answers;
      return subject.group === group && subject.kind === kind;
    });
  return {
    kinds: learned.filter((each) => !isEvident(each)),
    evident,
    errors: [...problems, ...more],
    notes,
  };
}

/** Files alone are learned from without a cluster, unless one is named. */
function namesCluster({ context, kubeconfig }: Settings): boolean {
  return (context ?? kubeconfig) !== undefined;
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
export function learnProblem(error: unknown): FoundError {
  if (!(error instanceof LearnError)) throw error;
  const { code, message, hint } = error;
  return { code, message, hint };
}

function notAmong(name: string): FoundError {
  return {
    code: "unknown-kind",
    message: `none of the files defines ${name}`,
    hint: "Without -f it is looked for in the cluster.",
  };
}
