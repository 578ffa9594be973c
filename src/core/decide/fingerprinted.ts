import type { Reason } from "../decision.js";
import type { JsonObject } from "../json.js";
import type { Plan } from "../plan/plan.js";
import {
  fingerprint,
  type HashFunction,
  recordedFingerprint,
  recordFingerprint,
  UnhashableError,
} from "./fingerprint.js";

/** What desired is compared as: with its fingerprint among its annotations, where the strategy is hash. */
export interface Fingerprinted {
  readonly plan: Plan;
  readonly desired: JsonObject;
  /** Why desired has no fingerprint, though the strategy asks for one. */
  readonly unhashable: string | undefined;
  /** The server's answer to desired, where the strategy is observed and the caller remembers one. */
  readonly answer: JsonObject | undefined;
}

/** Desired, ready to be compared under its plan. */
export function withFingerprint(
  plan: Plan,
  desired: JsonObject,
  hash: HashFunction,
  answer: JsonObject | undefined,
): Fingerprinted {
  if (plan.strategy !== "hash") return { plan, desired, unhashable: undefined, answer };
  try {
    const value = fingerprint(plan.root, desired, hash);
    const recorded = recordFingerprint(desired, plan.parts.hash.annotation, value);
    return { plan, desired: recorded, unhashable: undefined, answer };
  } catch (error) {
    if (error instanceof UnhashableError) return { plan, desired, unhashable: error.message, answer };
    throw error;
  }
}

/** True where the strategy writes without looking. */
export function alwaysWrites({ plan: { strategy }, unhashable, answer }: Fingerprinted): boolean {
  return (
    strategy === "unconditional" ||
    unhashable !== undefined ||
    (strategy === "observed" && answer === undefined)
  );
}

/** True where live does not record desired's fingerprint, whatever the rule says of the annotation. */
export function isUnrecorded({ plan, desired }: Fingerprinted, live: JsonObject): boolean {
  if (plan.strategy !== "hash") return false;
  const { annotation } = plan.parts.hash;
  return recordedFingerprint(live, annotation) !== recordedFingerprint(desired, annotation);
}

/** What live will be, with desired's fingerprint recorded even where a rule ignores the annotation. */
export function withRecord(hashed: Fingerprinted, after: JsonObject): JsonObject {
  const { annotation } = hashed.plan.parts.hash;
  if (hashed.unhashable !== undefined) return withoutRecord(after, annotation);
  if (!isUnrecorded(hashed, after)) return after;
  const value = recordedFingerprint(hashed.desired, annotation);
  return value === undefined ? after : recordFingerprint(after, annotation, value);
}

/** An earlier desired's fingerprint must not outlive a write of what could not be hashed. */
function withoutRecord(after: JsonObject, annotation: string): JsonObject {
  const recorded = recordedFingerprint(after, annotation);
  return recorded === undefined ? after : recordFingerprint(after, annotation, undefined);
}

/** Why a write is due, beyond the changes that it makes. */
export function reasonToWrite(
  { plan, unhashable, desired, answer }: Fingerprinted,
  live: JsonObject,
): Reason {
  if (plan.strategy === "unconditional") return { code: "unconditional" };
  if (unhashable !== undefined) return { code: "unhashable", detail: unhashable };
  if (plan.strategy === "observed")
    return { code: answer === undefined ? "not-observed" : "not-as-observed" };
  if (plan.strategy !== "hash") return { code: "differs" };
  const { annotation } = plan.parts.hash;
  const recorded = recordedFingerprint(live, annotation);
  if (recorded === undefined) return { code: "hash-missing", annotation };
  return recorded === recordedFingerprint(desired, annotation)
    ? { code: "differs" }
    : { code: "hash-differs" };
}
