import { isDefinition, withoutRepeats } from "../../rules/learn/definition.js";
import { LearnError } from "../../rules/learn/error.js";
import { learnKinds } from "../../rules/learn/kinds.js";
import { kindsOfDefinition } from "../../rules/learn/read-definition.js";
import type { CustomKind } from "../../rules/learn/schema.js";
import type { Manifest } from "../input/index.js";
import { readFiles } from "../read-files.js";
import type { Settings } from "../settings.js";
import type { Shell } from "../shell.js";
import type { Found, FoundError } from "./found.js";
import { learnFromObjects } from "./from-objects.js";
import { namesKind } from "./name.js";

/** Learns from the CustomResourceDefinitions in files, of the named kinds or all; no cluster is asked. */
export async function learnFromFiles(
  files: readonly string[],
  names: readonly string[],
  settings: Settings,
  shell: Shell,
): Promise<Found> {
  const { manifests, errors } = await readFiles(files, settings, shell);
  const problems: FoundError[] = [...errors];
  const read = manifests
    .filter(({ object }) => isDefinition(object))
    .flatMap((manifest) => kindsIn(manifest, problems));
  const kinds = once(read, problems).filter(
    (kind) => names.length === 0 || names.some((name) => namesKind(name, kind)),
  );
  problems.push(...names.filter((name) => !kinds.some((kind) => namesKind(name, kind))).map(notAmong));
  const others = manifests.filter(({ object }) => !isDefinition(object));
  const {
    kinds: evident,
    errors: more,
    notes,
  } = learnFromObjects(others, kinds.length > 0 || problems.length > 0);
  return { kinds: [...learnKinds(kinds), ...evident], errors: [...problems, ...more], notes };
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
