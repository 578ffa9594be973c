import { foldWriteOnly } from "../../core/decide/fold.js";
import { groupVersionOf } from "../../core/decide/identity.js";
import type { Mode } from "../../core/decision.js";
import { isObject, type Json, type JsonObject, type KubeObject } from "../../core/json.js";
import { mergePatch } from "../../core/merge/patch.js";
import type { CompiledRules } from "../../rules/compiled.js";
import { createGate, type Gate, type GateOptions } from "../../rules/gate.js";
import { withoutFacts, withStrategy } from "../../rules/learn/evidence/candidates.js";
import { metadataOf, preconditionsOf } from "../port/object.js";

/** A request that would write desired. */
export interface Request {
  readonly verb: "create" | Mode;
  readonly body: JsonObject;
}

/**
 * What a writer without a gate sends: desired, as the rule says what of it is ours. Nothing is known of the server, so that what it does to the
 * write shows.
 */
export class Writer {
  private readonly gate: Gate;
  private readonly facts: CompiledRules["facts"];

  constructor(rules: CompiledRules, options: Omit<GateOptions, "rules">, knowsFacts: boolean) {
    const always = withStrategy(rules, "unconditional");
    this.facts = rules.facts;
    this.gate = createGate({ ...options, rules: knowsFacts ? always : withoutFacts(always) });
  }

  /** Over live, bound to it. */
  over(desired: JsonObject, live: JsonObject): Request {
    const { verb, body } = this.made(desired, live);
    const metadata = { ...metadataOf(body), ...preconditionsOf(live) };
    return { verb, body: { ...body, metadata } };
  }

  /** Where nothing is there. */
  create(desired: JsonObject): Request {
    const decision = this.gate.decide(this.folded(desired) as KubeObject, undefined);
    const verb = this.gate.mode === "apply" ? "apply" : "create";
    return { verb, body: decision.verdict === "create" ? (decision.payload() as JsonObject) : desired };
  }

  /**
   * Where nothing is there: what a write of desired over `before`, had that been created, would leave there.
   * @param owned managedFields as the server records them for `before`
   */
  createAfter(desired: JsonObject, before: JsonObject, owned: Json | undefined): Request {
    if (this.gate.mode === "apply") return this.create(desired);
    const there = this.folded(before);
    const metadata = { ...metadataOf(there), ...(owned !== undefined && { managedFields: owned }) };
    const { verb, body } = this.made(desired, { ...there, metadata });
    return this.create(verb === "merge" ? (mergePatch(there, body) as JsonObject) : body);
  }

  private made(desired: JsonObject, live: JsonObject): Request {
    const folded = this.folded(desired);
    const decision = this.gate.decide(folded as KubeObject, live as KubeObject, { terminating: "write" });
    if (decision.verdict !== "write") throw new Error(`an unconditional write is ${decision.verdict}`);
    return { verb: decision.mode, body: decision.payload() as JsonObject };
  }

  private folded(desired: JsonObject): JsonObject {
    const { apiVersion, kind } = desired;
    const { group, version } = groupVersionOf(String(apiVersion));
    const facts = this.facts.kind(group, version, String(kind));
    const folded = foldWriteOnly(desired, facts, this.gate.mode === "merge");
    return facts?.statusSubresource === true ? withoutStatus(folded) : folded;
  }
}

function withoutStatus(object: JsonObject): JsonObject {
  if (!isObject(object) || object.status === undefined) return object;
  const { status: _, ...rest } = object;
  return rest;
}
