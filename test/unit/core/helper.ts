import { expect, test } from "vitest";
import type { DecideOptions } from "../../../src/core/decide/options.js";
import type { Decision, Explanation, Mode } from "../../../src/core/decision.js";
import { isObject, type Json, type JsonObject, type KubeObject } from "../../../src/core/json.js";
import { compileRules } from "../../../src/rules/compile.js";
import { createGate, type Gate, type GateOptions } from "../../../src/rules/gate.js";
import type { FactData, RuleLiteral } from "../../../src/rules/set.js";

/** A rule without what names its kind: the objects of a row say that. */
export type Settings = Partial<Omit<RuleLiteral, "group" | "kind" | "format" | "$schema" | "extends">>;

export const EXACT: Settings = { strategy: "exact" };
export const DERIVATIVE: Settings = { strategy: "derivative" };

/** An object as a builder states it. */
export function object(
  apiVersion: string,
  kind: string,
  body: JsonObject,
  metadata?: JsonObject,
): JsonObject {
  return { apiVersion, kind, metadata: { name: "demo", namespace: "default", ...metadata }, ...body };
}

/** The object with what the server alone writes. */
export function stored(of: JsonObject, metadata?: JsonObject): JsonObject {
  const stated = isObject(of.metadata) ? of.metadata : {};
  const server = {
    uid: "11111111-2222-3333-4444-555555555555",
    resourceVersion: "100",
    generation: 1,
    creationTimestamp: "2026-01-01T00:00:00Z",
  };
  return { ...of, metadata: { ...server, ...stated, ...metadata } };
}

export const configMap = (body: JsonObject, metadata?: JsonObject): JsonObject =>
  object("v1", "ConfigMap", body, metadata);
export const secret = (body: JsonObject, metadata?: JsonObject): JsonObject =>
  object("v1", "Secret", body, metadata);
export const service = (spec: JsonObject, metadata?: JsonObject): JsonObject =>
  object("v1", "Service", { spec }, metadata);

/** A Deployment with one container; `pod` and `container` are laid over the usual ones. */
export function deployment(
  spec: JsonObject = {},
  pod: JsonObject = {},
  container: JsonObject = {},
): JsonObject {
  return object("apps/v1", "Deployment", {
    spec: {
      selector: { matchLabels: { app: "demo" } },
      template: {
        metadata: { labels: { app: "demo" } },
        spec: { containers: [{ name: "web", image: "demo:1.0", ...container }], ...pod },
      },
      ...spec,
    },
  });
}

/** A custom object, of which no facts are known. */
export const custom = (spec: Json, metadata?: JsonObject): JsonObject =>
  object("example.com/v1", "Widget", { spec }, metadata);

/** A gate whose only rule is this one, for the kind of this object. No rule: the fallback decides. */
export function gateFor(
  of: JsonObject,
  settings: Settings | undefined,
  options: Omit<GateOptions, "rules"> = {},
  facts?: FactData,
): Gate {
  const apiVersion = String(of.apiVersion);
  const slash = apiVersion.indexOf("/");
  const group = slash < 0 ? "" : apiVersion.slice(0, slash);
  const rules = settings === undefined ? [] : [{ group, kind: String(of.kind), ...settings }];
  return createGate({ ...options, rules: compileRules([{ name: "test", rules, ...(facts && { facts }) }]) });
}

/** Calls decide with plain JSON, or with what only claims to be. */
export function decideOn(
  gate: Gate,
  desired: unknown,
  live: unknown,
  options?: DecideOptions,
): Decision<JsonObject> {
  return gate.decide(desired as KubeObject, live as KubeObject | undefined, options) as Decision<JsonObject>;
}

export function explainOn(
  gate: Gate,
  desired: unknown,
  live: unknown,
  options?: DecideOptions,
): Explanation<JsonObject> {
  return gate.explain(
    desired as KubeObject,
    live as KubeObject | undefined,
    options,
  ) as Explanation<JsonObject>;
}

/** Freezes a value and all that it holds. */
export function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const key of Reflect.ownKeys(value)) deepFreeze(Reflect.get(value, key));
  }
  return value;
}

/** The value at a JSON pointer; undefined where there is none. */
export function at(value: Json | undefined, pointer: string): Json | undefined {
  let found = value;
  for (const token of pointer.split("/").slice(1)) {
    const key = token.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, key)) return undefined;
    found = (found as JsonObject)[key];
  }
  return found;
}

/** `path code` of each change. */
export function changesOf(decision: Decision<JsonObject>): readonly string[] {
  return "changes" in decision ? decision.changes.map(({ path, reason }) => `${path} ${reason.code}`) : [];
}

/** `path code` of each difference that was passed over. */
export function passedOf({ passed }: Explanation<JsonObject>): readonly string[] {
  return passed.map(({ path, by }) => `${path} ${by.code}`);
}

/** One claim about a pair. */
export interface Row {
  readonly name: string;
  readonly desired: JsonObject;
  readonly live: JsonObject | undefined;
  /** `exact` unless given. */
  readonly rule?: Settings;
  readonly gate?: Omit<GateOptions, "rules">;
  readonly options?: DecideOptions;
  readonly facts?: FactData;
  readonly is: Decision["verdict"];
  readonly reason?: string;
  /** The paths, or the managers, that the reason names. */
  readonly names?: readonly string[];
  /** How the payload is to be sent; the gate's mode unless given. */
  readonly mode?: Mode;
  /** Every change, as `path code`. */
  readonly changes?: readonly string[];
  readonly recreate?: readonly string[];
  /** Some of what is passed over, as `path code`. */
  readonly passed?: readonly string[];
  /** Values of the payload by JSON pointer; undefined where there must be none. */
  readonly payload?: Readonly<Record<string, Json | undefined>>;
}

/**
 * A test a row. Beside the row's own claim each one holds that decide and explain agree, that both objects
 * stay as they were, and that live as the payload leaves it gives nothing more to write.
 */
export function rows(table: readonly Row[]): void {
  for (const row of table) test(row.name, () => check(row));
}

function check(row: Row): void {
  const rule = row.rule ?? EXACT;
  const gate = gateFor(row.desired, rule, row.gate, row.facts);
  const [desired, live] = [deepFreeze(row.desired), deepFreeze(row.live)];
  const explained = explainOn(gate, desired, live, row.options);
  const decision = decideOn(gate, desired, live, row.options);
  expect([decision.verdict, changesOf(decision)]).toEqual([explained.verdict, changesOf(explained)]);
  const wanted = row.changes === undefined ? [row.is] : [row.is, row.changes];
  expect(row.changes === undefined ? [decision.verdict] : [decision.verdict, changesOf(decision)]).toEqual(
    wanted,
  );
  if (row.reason !== undefined) expect(decision.reason.code).toBe(row.reason);
  if (row.names !== undefined) {
    const { code, ...args } = decision.reason;
    expect(Object.values(args).flat()).toEqual(row.names);
  }
  if (row.recreate !== undefined)
    expect("recreate" in decision ? decision.recreate : []).toEqual(row.recreate);
  if (row.passed !== undefined) expect(passedOf(explained)).toEqual(expect.arrayContaining([...row.passed]));
  if (!("payload" in decision)) {
    expect(row.payload).toBeUndefined();
    return;
  }
  if (decision.verdict === "write") expect(decision.mode).toBe(row.mode ?? row.gate?.mode ?? "replace");
  const payload = decision.payload();
  for (const [pointer, value] of Object.entries(row.payload ?? {})) {
    expect({ pointer, value: at(payload, pointer) }).toEqual({ pointer, value });
  }
  if (decision.verdict !== "write" || row.rule?.strategy === "unconditional") return;
  // What an apply leaves behind is for the server to say: test/cluster/semantics.
  if (decision.mode === "apply") return;
  const after = decision.mode === "merge" ? patched(live, payload) : payload;
  const again = decideOn(gate, desired, settle(after as JsonObject, live), row.options);
  // What a PUT put back is recorded for the PUT: an apply follows to own it.
  const owns = decision.reason.code === "not-possible-by-apply" && again.reason.code === "not-owned";
  const settled = owns && changesOf(again).length === 0 ? ["write"] : ["skip", "blocked"];
  expect(settled, changesOf(again).join()).toContain(again.verdict);
}

/** A value after a JSON merge patch (RFC 7396). */
function patched(target: Json | undefined, patch: Json): Json {
  if (!isObject(patch)) return patch;
  const after: Record<string, Json | undefined> = isObject(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null || value === undefined) delete after[key];
    else after[key] = patched(after[key], value);
  }
  return after;
}

/** What live is after the payload was put, as far as the tables need it: status stays. */
export function settle(payload: JsonObject, live: JsonObject | undefined): JsonObject {
  const metadata = isObject(live?.metadata) ? live.metadata : {};
  const kept = {
    uid: metadata.uid,
    generation: metadata.generation,
    creationTimestamp: metadata.creationTimestamp,
    deletionTimestamp: metadata.deletionTimestamp,
    managedFields: metadata.managedFields,
  };
  return {
    ...(live?.status !== undefined && { status: live.status }),
    ...payload,
    metadata: { ...kept, ...(isObject(payload.metadata) ? payload.metadata : {}) },
  };
}
