import { UsageError } from "../../core/errors.js";
import { isObject, type Json, type JsonObject, type KubeObject, textOf } from "../../core/json.js";
import { ANY } from "../../core/walk/any.js";
import { cloneWire } from "../../core/wire.js";
import { sha256Hex } from "../../rules/digest.js";
import { metadataOf } from "../port/object.js";
import { Recent } from "../recent.js";

/** How long, and of how many, an ensurer remembers what the server made of its writes and dry runs. */
export interface AnswerOptions {
  /**
   * Milliseconds in which an answer counts, since admission and schemas may change; 30 minutes unless given. 0: for the call that got
   * it only. Infinity: for as long as it is kept.
   */
  readonly ttlMs?: number | undefined;
  /** Answers that are kept at once, the ones used last; 10,000 unless given. 0: none. Infinity: all. */
  readonly max?: number | undefined;
}

const ANSWERS = { ttlMs: 30 * 60_000, max: 10_000 } as const;

/** @throws UsageError `bad-option` for a bound that is negative or no number */
export function boundsOf({ ttlMs = ANSWERS.ttlMs, max = ANSWERS.max }: AnswerOptions = {}): AnswerBounds {
  for (const [name, bound] of Object.entries({ ttlMs, max }))
    if (typeof bound !== "number" || !(bound >= 0))
      throw new UsageError("bad-option", "it has to be a number, 0 or more", `answers.${name}`);
  return { ttlMs, max };
}

export type AnswerBounds = { readonly [Name in keyof AnswerOptions]-?: number };

interface Answer {
  readonly object: KubeObject;
  /** When it was given, in milliseconds. */
  readonly at: number;
}

/**
 * What the server answered to our writes and dry runs, for the strategy `observed`: by object, apiVersion and the fingerprint of
 * desired. One ensurer has one mode and one field manager.
 */
export class Answers {
  private readonly recent: Recent<Answer>;
  private readonly ttlMs: number;

  constructor({ ttlMs, max }: AnswerBounds) {
    this.ttlMs = ttlMs;
    this.recent = new Recent(max);
  }

  get(key: string): KubeObject | undefined {
    const known = this.recent.get(key);
    if (known === undefined || performance.now() - known.at < this.ttlMs) return known?.object;
    this.recent.delete(key);
    return undefined;
  }

  note(key: string, object: KubeObject): void {
    this.recent.set(key, { object, at: performance.now() });
  }
}

/**
 * What an answer is remembered by: desired as a digest, since it may hold secrets. Undefined where nothing can be: for an object
 * without a uid, and for what is no JSON.
 */
export function answerKey(
  desired: KubeObject,
  object: KubeObject,
  subresource: "status" | undefined,
): string | undefined {
  const { uid } = metadataOf(object);
  if (typeof uid !== "string" || uid === "") return undefined;
  try {
    const digest = sha256Hex(textOf(ANY.canonical(wireOf(desired))));
    return `${uid}|${desired.apiVersion}|${subresource ?? ""}|${digest}`;
  } catch {
    return undefined; // no JSON, or no end of nesting: the gate says what is wrong with it
  }
}

/** As much of an answer as is ever compared with live. A copy: the caller has the answer, too. */
export function keptOf(
  desired: KubeObject,
  answer: KubeObject,
  subresource: "status" | undefined,
): KubeObject {
  const { status, metadata, ...rest } = wireOf(answer);
  const { managedFields: _, ...kept } = isObject(metadata) ? metadata : {};
  const states = subresource !== undefined || wireOf(desired).status !== undefined;
  const fields = subresource === undefined ? rest : { apiVersion: rest.apiVersion, kind: rest.kind };
  return { ...fields, metadata: kept, ...(states && { status }) } as KubeObject;
}

/** @throws UsageError `not-wire-json`, `too-deep` */
function wireOf(object: KubeObject): JsonObject {
  return cloneWire(object as Json) as JsonObject;
}
