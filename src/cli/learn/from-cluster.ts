import { ApiError } from "../../adapter/port/api-error.js";
import type { Json } from "../../core/json.js";
import { bundledFacts } from "../../rules/facts.js";
import { isBuiltIn } from "../../rules/learn/built-in.js";
import { LearnError } from "../../rules/learn/error.js";
import { type LearnedKind, learnKinds } from "../../rules/learn/kinds.js";
import { learnFromOpenApi } from "../../rules/learn/openapi/learn.js";
import { kindsOfDefinition } from "../../rules/learn/read-definition.js";
import { reach } from "../cluster/reach.js";
import type { Context } from "../context.js";
import { startProgress } from "../progress.js";
import type { Settings } from "../settings.js";
import { type Ask, askOf } from "./ask.js";
import type { Found, FoundError } from "./found.js";
import { namesKind } from "./name.js";
import { findServed, type Served } from "./served.js";

/** Learns of kinds from a cluster: from their definitions, and where there is none, or it may not be read, from its OpenAPI. */
export async function learnFromCluster(
  names: readonly string[],
  settings: Settings,
  { shell, cluster: connect }: Context,
): Promise<Found> {
  const { step, end } = startProgress(shell);
  const kinds: LearnedKind[] = [];
  const errors: FoundError[] = [];
  const notes: string[] = [];
  try {
    const cluster = await connect(settings);
    step(`asking ${cluster.server}`);
    await reach(cluster, settings);
    for (const name of names) {
      step(`asking ${cluster.server} for ${name}`);
      try {
        const { learned, note } = await learnOne(name, askOf(cluster, settings));
        kinds.push(learned);
        if (note !== undefined) notes.push(note);
      } catch (error) {
        errors.push(problemOf(error, name));
      }
    }
  } finally {
    await end();
  }
  return { kinds, evident: [], errors, notes, refused: [] };
}

/** A kind that nothing can be learned of. */
class NotLearned extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly hint: string,
  ) {
    super(message);
  }
}

interface Learning {
  readonly learned: LearnedKind;
  readonly note?: string;
}

async function learnOne(name: string, ask: Ask): Promise<Learning> {
  const [served, ...others] = await findServed(name, ask);
  if (served === undefined) throw unknownKind(name);
  if (others.length > 0) {
    const groups = [served, ...others].map(({ kind, group }) => `${kind}.${group}`);
    throw new NotLearned(
      "ambiguous-kind",
      `${name} is the name of several kinds`,
      `One of ${groups.join(", ")}.`,
    );
  }
  if (isBuiltIn(served.group, served.kind)) throw builtIn(name, served);
  const { definition, refused } = await definitionOf(served, ask);
  if (definition !== undefined) {
    const [learned] = learnKinds(kindsOfDefinition(definition));
    if (learned !== undefined) return { learned };
  }
  const learned = learnFromOpenApi({ ...served, versions: await documentsOf(served, ask) });
  if (learned === undefined)
    throw new NotLearned(
      "undescribed",
      `the server's OpenAPI does not describe ${served.kind} (${served.group})`,
      "Learn from its definition: churngate learn -f crd.yaml.",
    );
  const reason = refused
    ? "its definition may not be read"
    : "it has no definition: an aggregated API serves it";
  return { learned, note: `${served.kind} (${served.group}): from the server's OpenAPI, since ${reason}` };
}

/** The kind's CustomResourceDefinition, where there is one, and whether it may not be read. */
async function definitionOf(
  { plural, group }: Served,
  ask: Ask,
): Promise<{ definition?: Json; refused: boolean }> {
  const name = encodeURIComponent(`${plural}.${group}`);
  try {
    const path = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${name}`;
    return { definition: await ask(path), refused: false };
  } catch (error) {
    if (error instanceof ApiError && [403, 404].includes(error.status))
      return { refused: error.status === 403 };
    throw error;
  }
}

async function documentsOf(
  { group, versions }: Served,
  ask: Ask,
): Promise<{ version: string; document: Json }[]> {
  const documents: { version: string; document: Json }[] = [];
  for (const version of versions) {
    try {
      const path = `/openapi/v3/apis/${encodeURIComponent(group)}/${encodeURIComponent(version)}`;
      documents.push({ version, document: await ask(path) });
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 404)) throw error;
    }
  }
  return documents;
}

function unknownKind(name: string): NotLearned {
  const core = bundledFacts
    .kinds()
    .find(({ group, kind }) => group === "" && namesKind(name, { group, kind }));
  if (core !== undefined) return builtIn(name, core);
  const hint = "Is its definition installed? kubectl api-resources lists what the server serves.";
  return new NotLearned("unknown-kind", `the server serves no kind ${name}`, hint);
}

function builtIn(name: string, { group, kind }: Pick<Served, "group" | "kind">): NotLearned {
  return new NotLearned(
    "built-in",
    `${name} is built in: its facts come with churngate`,
    `churngate rules show ${group || "core"}/${kind} prints its rule. What admission does with such objects, dry runs tell: churngate learn -f FILE --context NAME.`,
  );
}

function problemOf(error: unknown, name: string): FoundError {
  if (error instanceof NotLearned || error instanceof LearnError)
    return { code: error.code, message: error.message, hint: error.hint };
  if (error instanceof ApiError) {
    const code = error.status === 403 ? "forbidden" : "rejected";
    return { code, message: `${name}: ${error.message}` };
  }
  return {
    code: "unreachable",
    message: `${name}: ${error instanceof Error ? error.message : String(error)}`,
  };
}
