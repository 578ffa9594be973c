import { ApplyMode } from "../core/decide/apply-mode.js";
import { Decider } from "../core/decide/decider.js";
import type { HashFunction } from "../core/decide/fingerprint.js";
import {
  assertLive,
  assertSameObject,
  assertStatus,
  assertSubresource,
  type Identity,
  identityOf,
} from "../core/decide/identity.js";
import type { KindPlans } from "../core/decide/kind.js";
import { MergeMode } from "../core/decide/merge-mode.js";
import type { DecideOptions } from "../core/decide/options.js";
import { ReplaceMode } from "../core/decide/replace-mode.js";
import { type Decision, type Explanation, MODES, type Mode } from "../core/decision.js";
import { UsageError } from "../core/errors.js";
import type { KindFacts } from "../core/facts.js";
import type { JsonObject, KubeObject } from "../core/json.js";
import { assertFields } from "../core/plan/root.js";
import { TypeNodes } from "../core/plan/types.js";
import { PlanVariants } from "../core/plan/variants.js";
import {
  type Deciding,
  type Prepared,
  PreparedObject,
  type PreparedOptions,
} from "../core/prepared/prepared-object.js";
import { readsOf } from "../core/prepared/reads.js";
import { tooDeep } from "../core/wire.js";
import { bundledRules } from "./bundled.js";
import { compileRules } from "./compile.js";
import type { CompiledRules, MergedRule, ResolvedRule } from "./compiled.js";
import { secretDigest, sha256Hex } from "./digest.js";

export interface GateOptions {
  /** What compileRules or loadRules gave; the bundled rules unless given. */
  readonly rules?: CompiledRules;
  /** How the caller sends payloads; replace unless given. apply needs a fieldManager. */
  readonly mode?: Mode;
  /** apply only, true unless given: take over what others own. Without force, a conflict is `blocked`. */
  readonly force?: boolean;
  /**
   * The name that the caller writes under. Under apply it picks our entry in live's managedFields, and is required. Under
   * replace, a label or annotation that live's managedFields record as ours alone, and that desired no longer states, is a
   * reason to write.
   */
  readonly fieldManager?: string;
  /** The hexadecimal digest of a text; SHA-256 unless given. */
  readonly hash?: HashFunction;
}

/** Answers for one set of rules: should this be written? What it keeps between two calls makes the next one faster, and changes no decision. */
export interface Gate {
  /** How its payloads are to be sent, and under which name. */
  readonly mode: Mode;
  readonly fieldManager: string | undefined;
  /** apply: whether it takes over what others own. */
  readonly force: boolean;
  /**
   * Compares what the write would leave behind with live. Changes neither object.
   * @param desired wire JSON, or a client library's type for it
   * @param live the object as the server returned it; undefined where there is none
   * @param options with `observed` for the strategy of that name: what the server answered to the same desired object
   * @throws UsageError for a programmer's error: no kind, another object, no wire JSON, a cycle; for a status, no live object,
   * or a kind that has none
   */
  decide<T extends KubeObject>(desired: T, live: T | undefined, options?: DecideOptions): Decision<T>;
  /** The same decision, with every difference that was passed over, and by what. */
  explain<T extends KubeObject>(desired: T, live: T | undefined, options?: DecideOptions): Explanation<T>;
  /**
   * A desired object made ready to be compared again and again, while its own content stays as it is: a live object with the values of
   * the last one over which nothing was to be written needs no more than a comparison with these.
   * @throws UsageError as decide
   */
  prepare<T extends KubeObject>(desired: T, options?: Pick<DecideOptions, "subresource">): Prepared<T>;
  /** The rule that holds for the object's kind and version, or for its status. */
  ruleFor(object: KubeObject, subresource?: "status"): ResolvedRule;
  /** Whether objects of this apiVersion and kind hold secrets: by the kind's facts, or as it is called Secret. */
  isSensitive(object: KubeObject): boolean;
}

/** By apiVersion and kind. */
type Deciders = Map<unknown, Map<unknown, Decider>>;

const NO_OPTIONS: DecideOptions = Object.freeze({});

/**
 * Makes a gate. Rules compile when a kind is first met.
 * @throws UsageError `unsupported-mode` for another mode; `bad-option` for apply without a fieldManager
 */
export function createGate(options: GateOptions = {}): Gate {
  if (options.rules instanceof Promise) {
    throw new UsageError("bad-option", "rules is a promise: await loadRules(...)", "rules");
  }
  const { rules = compileRules([bundledRules]), mode = "replace", hash = sha256Hex } = options;
  if (!MODES.includes(mode))
    throw new UsageError("unsupported-mode", `${String(mode)} is not supported; use replace, apply or merge`);
  if (mode === "apply" && !options.fieldManager)
    throw new UsageError(
      "bad-option",
      "mode apply needs the name that the caller applies under",
      "fieldManager",
    );
  const types = new TypeNodes(rules.facts);
  const deciders: Deciders = new Map();
  const statusDeciders: Deciders = new Map();

  let last: { readonly apiVersion: unknown; readonly kind: unknown; readonly decider: Decider } | undefined;

  function deciderOf(object: JsonObject, onlyStatus: boolean): Decider {
    // One kind is nearly always asked about many times in a row.
    if (
      !onlyStatus &&
      last !== undefined &&
      last.kind === object.kind &&
      last.apiVersion === object.apiVersion
    )
      return last.decider;
    const decider = lookUp(object, onlyStatus);
    if (!onlyStatus) last = { apiVersion: object.apiVersion, kind: object.kind, decider };
    return decider;
  }

  function lookUp(object: JsonObject, onlyStatus: boolean): Decider {
    const all = onlyStatus ? statusDeciders : deciders;
    const known = all.get(object.apiVersion)?.get(object.kind);
    if (known !== undefined) return known;
    const made = makeDecider(identityOf(object), onlyStatus);
    const byKind = all.get(object.apiVersion) ?? new Map<unknown, Decider>();
    all.set(object.apiVersion, byKind.set(object.kind, made));
    return made;
  }

  function makeDecider({ group, version, kind }: Identity, onlyStatus: boolean): Decider {
    const facts = rules.facts.kind(group, version, kind);
    if (onlyStatus && facts !== undefined) assertStatus(facts, rules.facts);
    const resolved = rules.resolve(group, version, kind, onlyStatus ? "status" : undefined);
    const source = (part: string) => resolved.source(part);
    const subresource = onlyStatus && facts?.statusSubresource !== false ? "status" : undefined;
    const modes = modesOf(resolved.rule, facts, { onlyStatus, subresource });
    const { fallback } = resolved;
    const hashes = { fingerprint: hash, digest: secretDigest };
    return new Decider(
      { ...modes, facts, fallback, onlyStatus, subresource, source, reads: readsOf(resolved.rule, facts) },
      hashes,
      options.fieldManager,
    );
  }

  function modesOf(
    rule: MergedRule,
    facts: KindFacts | undefined,
    { onlyStatus, subresource }: Pick<KindPlans, "onlyStatus" | "subresource">,
  ): Pick<KindPlans, "mode" | "replacing"> {
    // An apply of a status to the object itself would drop all else that we own there.
    const sent = mode === "apply" && onlyStatus && subresource === undefined ? "merge" : mode;
    const plans = (of: Mode, keeps: boolean) =>
      new PlanVariants(rule, facts, types, { mode: of, keeps, onlyStatus });
    const replacing = plans("replace", true);
    const variants = sent === "replace" ? replacing : plans(sent, false);
    const { fieldManager = "", force = true } = options;
    return {
      replacing: () => new ReplaceMode(replacing, facts, options.fieldManager),
      mode() {
        const writer = { manager: fieldManager, subresource };
        if (sent === "apply") return new ApplyMode(variants, plans("apply", true), facts, writer, force);
        if (sent === "merge") return new MergeMode(variants, options.fieldManager);
        return new ReplaceMode(variants, facts, options.fieldManager);
      },
    };
  }

  /** The decider of a pair that may be compared. */
  function pairDecider(desired: unknown, live: unknown, { subresource, observed }: DecideOptions): Decider {
    if (typeof desired !== "object" || desired === null) identityOf(desired);
    if (subresource !== undefined) {
      assertSubresource(subresource);
      assertLive(live);
    }
    const decider = deciderOf(desired as JsonObject, subresource === "status");
    if (live !== undefined && live !== null) assertSameObject(desired as JsonObject, live);
    if (observed !== undefined && observed !== null)
      assertSameObject(desired as JsonObject, observed, "observed");
    return decider;
  }

  function decide(
    desired: unknown,
    live: unknown,
    given: DecideOptions,
    prepared?: PreparedObject<KubeObject>,
  ): Decision<JsonObject> {
    const decider = pairDecider(desired, live, given);
    try {
      return decider.decide(
        desired as JsonObject,
        (live ?? undefined) as JsonObject | undefined,
        given,
        prepared,
      );
    } catch (error) {
      throw typed(error, desired, given);
    }
  }

  function explain(desired: unknown, live: unknown, given: DecideOptions): Explanation<JsonObject> {
    const decider = pairDecider(desired, live, given);
    try {
      return decider.explain(desired as JsonObject, (live ?? undefined) as JsonObject | undefined, given);
    } catch (error) {
      throw typed(error, desired, given);
    }
  }

  // Only what may be said with each decision: another subresource than was prepared would be taken for the same.
  const decidingWith = (always: DecideOptions): Deciding => ({
    decide: (prepared, live, given) =>
      decide(prepared.desired, live, { ...said(given), ...always }, prepared) as Decision<KubeObject>,
    explain: (desired, live, given) =>
      explain(desired, live, { ...said(given), ...always }) as Explanation<KubeObject>,
  });
  const deciding = decidingWith(NO_OPTIONS);
  const decidingStatus = decidingWith({ subresource: "status" });

  return {
    mode,
    fieldManager: options.fieldManager,
    force: options.force ?? true,
    decide<T extends KubeObject>(desired: T, live: T | undefined, given = NO_OPTIONS): Decision<T> {
      return decide(desired, live, given) as Decision<T>;
    },
    explain<T extends KubeObject>(desired: T, live: T | undefined, given = NO_OPTIONS): Explanation<T> {
      return explain(desired, live, given) as Explanation<T>;
    },
    prepare<T extends KubeObject>(
      desired: T,
      { subresource }: Pick<DecideOptions, "subresource"> = NO_OPTIONS,
    ) {
      identityOf(desired);
      if (subresource !== undefined) assertSubresource(subresource);
      deciderOf(desired as unknown as JsonObject, subresource === "status");
      return new PreparedObject(subresource === undefined ? deciding : decidingStatus, desired);
    },
    ruleFor(object, subresource) {
      const { group, version, kind } = identityOf(object);
      return rules.resolve(group, version, kind, subresource);
    },
    isSensitive(object) {
      const { group, version, kind } = identityOf(object);
      const { sensitive = [] } = rules.facts.kind(group, version, kind) ?? {};
      return kind === "Secret" || sensitive.length > 0;
    },
  };
}

function said({ observed, terminating }: PreparedOptions): DecideOptions {
  return { observed, ...(terminating !== undefined && { terminating }) };
}

/** A typed error in place of the stack's, and the place of what is no wire JSON. */
function typed(error: unknown, desired: unknown, { subresource }: DecideOptions): unknown {
  if (error instanceof RangeError) return tooDeep();
  if (!(error instanceof UsageError) || error.code !== "not-wire-json" || error.path !== undefined)
    return error;
  try {
    assertFields(desired as JsonObject, subresource === "status");
    return error;
  } catch (located) {
    return located;
  }
}
