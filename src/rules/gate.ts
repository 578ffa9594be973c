import { type DecideOptions, Decider } from "../core/decide/decider.js";
import type { HashFunction } from "../core/decide/fingerprint.js";
import { assertSameObject, identityOf } from "../core/decide/identity.js";
import type { Decision, Explanation } from "../core/decision.js";
import { UsageError } from "../core/errors.js";
import type { JsonObject, KubeObject } from "../core/json.js";
import { assertFields } from "../core/plan/root.js";
import { TypeNodes } from "../core/plan/types.js";
import { PlanVariants } from "../core/plan/variants.js";
import { tooDeep } from "../core/wire.js";
import { bundledRules } from "./bundled.js";
import { compileRules } from "./compile.js";
import type { CompiledRules, ResolvedRule } from "./compiled.js";
import { secretDigest, sha256Hex } from "./digest.js";

export interface GateOptions {
  /** What compileRules or loadRules gave; the bundled rules unless given. */
  readonly rules?: CompiledRules;
  /** How the caller writes. replace: PUT of the payload. */
  readonly mode?: "replace";
  /**
   * The name that the caller writes under. With it, a label or annotation that live's managedFields
   * record as ours alone, and that desired no longer states, is a reason to write.
   */
  readonly fieldManager?: string;
  /** The hexadecimal digest of a text; SHA-256 unless given. */
  readonly hash?: HashFunction;
}

/** Answers for one set of rules: should this be written? Keeps nothing between two calls. */
export interface Gate {
  /**
   * Compares what the write would leave behind with live. Changes neither object.
   * @param desired wire JSON, or a client library's type for it
   * @param live the object as the server returned it; undefined where there is none
   * @throws UsageError for a programmer's error: no kind, another object, no wire JSON, a cycle
   */
  decide<T extends KubeObject>(desired: T, live: T | undefined, options?: DecideOptions): Decision<T>;
  /** The same decision, with every difference that was passed over, and by what. */
  explain<T extends KubeObject>(desired: T, live: T | undefined, options?: DecideOptions): Explanation<T>;
  /** The rule that holds for the object's kind and version. */
  ruleFor(object: KubeObject): ResolvedRule;
}

const NO_OPTIONS: DecideOptions = Object.freeze({});

/**
 * Makes a gate. Rules compile when a kind is first met.
 * @throws UsageError `unsupported-mode` for a mode other than replace
 */
export function createGate(options: GateOptions = {}): Gate {
  if (options.rules instanceof Promise) {
    throw new UsageError("bad-option", "rules is a promise: await loadRules(...)", "rules");
  }
  const { rules = compileRules([bundledRules]), mode = "replace", hash = sha256Hex } = options;
  if (mode !== "replace")
    throw new UsageError("unsupported-mode", `${String(mode)} is not supported; use replace`);
  const types = new TypeNodes(rules.facts);
  const deciders = new Map<unknown, Map<unknown, Decider>>();

  function deciderFor(object: JsonObject): Decider {
    const known = deciders.get(object.apiVersion)?.get(object.kind);
    if (known !== undefined) return known;
    const { group, version, kind } = identityOf(object);
    const resolved = rules.resolve(group, version, kind);
    const facts = rules.facts.kind(group, version, kind);
    const variants = new PlanVariants(resolved.rule, facts, types);
    const source = (part: string) => resolved.source(part);
    const manager = options.fieldManager;
    const hashes = { fingerprint: hash, digest: secretDigest };
    const made = new Decider({ variants, facts, fallback: resolved.fallback, source }, hashes, manager);
    const byKind = deciders.get(object.apiVersion) ?? new Map<unknown, Decider>();
    deciders.set(object.apiVersion, byKind.set(object.kind, made));
    return made;
  }

  /** The decider of a pair that may be compared. */
  function pairDecider(desired: unknown, live: unknown): Decider {
    if (typeof desired !== "object" || desired === null) identityOf(desired);
    const decider = deciderFor(desired as JsonObject);
    if (live !== undefined && live !== null) assertSameObject(desired as JsonObject, live);
    return decider;
  }

  return {
    decide<T extends KubeObject>(desired: T, live: T | undefined, given = NO_OPTIONS): Decision<T> {
      const decider = pairDecider(desired, live);
      try {
        return decider.decide(
          desired as unknown as JsonObject,
          (live ?? undefined) as unknown as JsonObject | undefined,
          given,
        ) as Decision<T>;
      } catch (error) {
        throw typed(error, desired);
      }
    },
    explain<T extends KubeObject>(desired: T, live: T | undefined, given = NO_OPTIONS): Explanation<T> {
      const decider = pairDecider(desired, live);
      try {
        return decider.explain(
          desired as unknown as JsonObject,
          (live ?? undefined) as unknown as JsonObject | undefined,
          given,
        ) as Explanation<T>;
      } catch (error) {
        throw typed(error, desired);
      }
    },
    ruleFor(object) {
      const { group, version, kind } = identityOf(object);
      return rules.resolve(group, version, kind);
    },
  };
}

/** A typed error in place of the stack's, and the place of what is no wire JSON. */
function typed(error: unknown, desired: unknown): unknown {
  if (error instanceof RangeError) return tooDeep();
  if (!(error instanceof UsageError) || error.code !== "not-wire-json" || error.path !== undefined)
    return error;
  try {
    assertFields(desired as JsonObject);
    return error;
  } catch (located) {
    return located;
  }
}
