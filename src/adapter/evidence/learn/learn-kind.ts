import type { JsonObject, KubeObject } from "../../../core/json.js";
import type { CompiledRules } from "../../../rules/compiled.js";
import { createGate, type GateOptions } from "../../../rules/gate.js";
import type { KindAnswers } from "../../../rules/learn/evidence/answers.js";
import { withStrategy } from "../../../rules/learn/evidence/candidates.js";
import { immutableLines, type Tried } from "../../../rules/learn/evidence/immutable.js";
import { withLines } from "../../../rules/learn/evidence/lay-lines.js";
import { type GroupVersionKind, subjectOf } from "../../../rules/learn/group-version-kind.js";
import { eachOrFirstError } from "../../pool.js";
import type { Asking } from "../asking.js";
import { Writer } from "../writers.js";
import { addedKeys, restlessPlaces } from "./besides.js";
import { type Explained, explainAnswers } from "./explain.js";
import type { Ground } from "./ground.js";
import { groundsOf, type Known } from "./grounds.js";
import { tryChanges } from "./immutables.js";

export interface LearnOptions {
  readonly asking: Asking;
  readonly rules: CompiledRules;
  readonly gate: Omit<GateOptions, "rules" | "mode">;
  /** Places, and values of an object, that are looked at, at most. */
  readonly limit: number;
  readonly concurrency: number;
  readonly onStep?: (text: string) => void;
  /** Told of an object that nothing can be learned from; may throw. */
  readonly onError: (object: JsonObject, error: unknown) => void;
}

/**
 * Learns from dry runs what the server does with the objects of one apiVersion and kind.
 * @returns undefined where it takes none of them
 * @throws the signal's reason
 */
export async function learnKind(
  objects: readonly JsonObject[],
  options: LearnOptions,
): Promise<KindAnswers | undefined> {
  const { asking, rules, gate, onStep } = options;
  const writer = new Writer(rules, { ...gate, mode: "replace" }, false);
  const known = await groundsOf(objects, asking, writer, options.onError);
  const [first] = [...known.values()];
  if (first === undefined) return undefined;
  const subject = subjectOf(first.desired);
  const isSensitive = createGate({ ...gate, mode: "replace", rules }).isSensitive(
    first.desired as KubeObject,
  );
  const grounds = new Map([...known].map(([name, { ground }]) => [name, ground]));
  onStep?.(`what the server does with ${subject.kind}`);
  const explained = await explainAnswers(subject, grounds, { ...options, isSensitive });
  onStep?.(`what can be changed of ${subject.kind}`);
  const tried = await changesOf(subject, known, explained, writer, options);
  const lives = [...known.values()].filter(({ live }) => live !== undefined).length;
  const immutable = immutableLines(tried, lives);
  return {
    subject,
    samples: [...grounds].map(([name, { desired, answer }]) => ({ name, desired, answer })),
    lines: [...explained.lines, ...immutable.lines],
    unexplained: explained.unexplained,
    partly: immutable.unexplained,
    added: distinct([...grounds.values()].flatMap(addedKeys)),
    restless: distinct(await restlessOf([...grounds.values()], options.concurrency)),
    live: lives,
    isSensitive,
  };
}

async function changesOf(
  subject: GroupVersionKind,
  objects: ReadonlyMap<string, Known>,
  { lines }: Explained,
  writer: Writer,
  { asking, rules, gate, limit, concurrency, onError }: LearnOptions,
): Promise<readonly Tried[]> {
  const laid = withLines(withStrategy(rules, "exact"), subject, lines);
  const known = createGate({ ...gate, mode: "replace", rules: laid });
  const tried: Tried[] = [];
  for (const [name, { desired, live }] of objects) {
    if (live === undefined) continue;
    try {
      tried.push(...(await tryChanges(name, desired, live, { asking, writer, known, limit, concurrency })));
    } catch (error) {
      onError(desired, error);
    }
  }
  return tried;
}

async function restlessOf(grounds: readonly Ground[], concurrency: number): Promise<readonly string[]> {
  const found: string[] = [];
  await eachOrFirstError(grounds, concurrency, async (ground) => {
    found.push(...(await restlessPlaces(ground)));
  });
  return found.sort();
}

function distinct(paths: readonly string[]): readonly string[] {
  return [...new Set(paths)];
}
