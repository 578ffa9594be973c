/** What the probe asks, and what it is told. */

import type { ConditionalPath, FieldFacts, ItemFacts, TypeFacts } from "../../src/core/facts.js";

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

export interface KubeObject extends JsonObject {
  apiVersion: string;
  kind: string;
  metadata: JsonObject & { name: string };
}

/** A seed: a manifest, with what others write to it once it is there. */
export interface Seed extends KubeObject {
  /** Written through the status subresource. */
  status?: JsonObject;
  /** What a controller does, in turn: a merge patch, or an object posted to a subresource. */
  /** false: it differs from another seed in one thing, and need not have every field. */
  fill?: boolean;
  later?: { subresource?: string; patch?: JsonObject; create?: JsonObject }[];
}

export interface Answer {
  readonly code: number;
  /** The object, or the server's Status. */
  readonly body: JsonObject;
}

export interface WriteOptions {
  readonly dryRun?: boolean;
  readonly fieldManager?: string;
  readonly force?: boolean;
  readonly subresource?: string;
}

/** What the probe needs of a client; tools/cluster/client.mjs is one. */
export interface Client {
  request(method: string, path: string, options?: object): Promise<Answer>;
  /** Undefined where the server does not serve the kind. */
  resource(
    apiVersion: string,
    kind: string,
  ): Promise<{ prefix: string; plural: string; namespaced: boolean } | undefined>;
  get(object: KubeObject, options?: WriteOptions): Promise<Answer>;
  create(object: KubeObject, options?: WriteOptions): Promise<Answer>;
  replace(object: KubeObject, options?: WriteOptions): Promise<Answer>;
  delete(object: KubeObject): Promise<Answer>;
  apply(object: KubeObject, options?: WriteOptions): Promise<Answer>;
  merge(object: KubeObject, patch: JsonObject, options?: WriteOptions): Promise<Answer>;
}

/** Keys and indexes, outermost first. */
export type Steps = readonly (string | number)[];

/** A place in a seed's live object that facts know. */
export interface Place {
  readonly steps: Steps;
  /** The same as facts spell it: `spec.containers[*].image`. */
  readonly path: string;
  readonly facts: FieldFacts | ItemFacts;
  /** The struct type that has it as a field, and the field's name; absent for an item. */
  readonly field?: { readonly type: string; readonly name: string };
  readonly live: Json | undefined;
  /** The value in what is written. */
  readonly stated: Json | undefined;
}

/** Kubernetes types, by name, and what OpenAPI says of their strings. */
export interface Types {
  fieldsOf(ref: string): TypeFacts["fields"];
  enumOf(ref: string, field: string): readonly string[];
}

export interface Cause {
  readonly field: string;
  readonly message: string;
  readonly reason: string;
}

/** An object that exists on the server, ready to be asked of. */
export interface Subject {
  readonly name: string;
  readonly client: Client;
  /** As a builder states it. */
  readonly desired: KubeObject;
  readonly live: KubeObject;
  /** Desired with what a PUT must not leave out; a PUT of it is accepted. */
  readonly base: KubeObject;
  /** What had to be kept, and the server's words where it is left out. */
  readonly kept: readonly { readonly steps: Steps; readonly message: string }[];
  /** What the server filled in, and keeps where a PUT leaves it out. */
  readonly carried: readonly Steps[];
  /** Why a copy under another name is refused although nothing is changed. */
  readonly usual: ReadonlySet<string>;
}

/**
 * accepted: the update took it. refused: it is valid in a new object, and the update was refused.
 * ignored: the update was accepted and kept live's value, where a new object gets the value.
 * dropped: neither an update nor a new object gets the value. same: the server put the same value back.
 * invalid: refused in a new object too.
 */
export type Outcome = "accepted" | "refused" | "ignored" | "dropped" | "same" | "invalid";

export interface Verdict {
  readonly outcome: Outcome;
  readonly message: string;
  /** The place that the server named. */
  readonly at: string;
  /** Accepted only with live's value in another place, whose default moved with the change. */
  readonly moved?: { readonly steps: Steps; readonly message: string };
}

/** One kind of change of a place. */
export type Operation =
  | "change"
  | "raise"
  | "lower"
  | "add"
  | "add-empty"
  | "remove"
  | "add-item"
  | "remove-item"
  | "reorder";

export interface Observation extends Verdict {
  readonly path: string;
  readonly operation: Operation;
  /** The subject's index. */
  readonly subject: number;
  readonly from: Json | undefined;
  readonly to: Json | undefined;
  /** The type that the place is a field of, and the field that it took the place of. */
  readonly type?: string;
  readonly instead?: string;
  /** The structs that stand beside it. */
  readonly beside?: readonly string[];
}

/** What a person knows that the probe would not try. */
export interface Hints {
  readonly values: Readonly<Record<string, readonly Json[]>>;
  /** Values by path; null takes the field away. */
  readonly together: readonly Readonly<Record<string, Json>>[];
}

/** Whether, with `value` in the discriminator, `member` is refused; it was there with `instead`. */
export interface Clash {
  readonly type: string;
  readonly discriminator: string;
  readonly value: string;
  readonly instead: string;
  readonly member: string;
  readonly refused: boolean;
}

/** What two items of a keyed list may not have alike. */
export interface Repeat {
  /** `core/v1.ServiceSpec.ports` */
  readonly list: string;
  readonly name: string;
  /** The field, and those that have to be alike too; none where the server takes two alike. */
  readonly fields: readonly string[];
  /** An item without the field is taken only by itself. */
  readonly alone: boolean;
  readonly said: string;
}

/** What was found of a kind; an observation's `subject` is an index. */
export interface Probed {
  readonly subjects: Subject[];
  readonly observations: Observation[];
  readonly clashes: Clash[];
  readonly repeats: Repeat[];
}

/** A value that changes in one direction only. */
export type Way = "adding" | "removing" | "reordering" | "raising" | "lowering";

export type Freedom = "free" | "fixed" | Way;

/** What is known of one place. */
export interface Known {
  readonly path: string;
  /** Of each subject: what fits what was seen; undefined where nobody could be asked. */
  readonly says: readonly (readonly Freedom[] | undefined)[];
  /** Of each subject: there was no value before. */
  readonly absent: readonly boolean[];
  /** Some subject's whole value may not go, whatever is known of what stands in it. */
  readonly stays?: boolean;
}

export interface Entry {
  readonly path: string;
  readonly mark: "immutable" | "mutable";
  readonly only?: Way;
  readonly condition: Condition;
}

/** A conditional path of src/core/facts.ts, and what the server said. */
export interface Fact {
  readonly path: string;
  readonly when?: ConditionalPath["when"];
  readonly stated?: true;
  readonly empty?: true;
  readonly refilled?: true;
  readonly only?: Way;
  readonly said: string;
}

export interface FoundFacts {
  readonly immutable: readonly Fact[];
  readonly mutable: readonly Fact[];
  readonly keepFromLive: readonly Fact[];
  readonly ignoredOnUpdate: readonly Fact[];
}

/** As tools/facts/probed has it. */
export interface KeptFact extends Omit<Fact, "said"> {
  readonly source: string;
  readonly versions?: readonly string[];
}

export interface KeptKind {
  /** Those that were asked of; an entry without versions holds for all of them, and for no other. */
  readonly versions: readonly string[];
  immutable?: readonly KeptFact[];
  mutable?: readonly KeptFact[];
  keepFromLive?: readonly KeptFact[];
  ignoredOnUpdate?: readonly KeptFact[];
}

export interface Condition {
  readonly when: ConditionalPath["when"] | undefined;
  /** Whether it holds of each subject's live object. */
  readonly holds: readonly boolean[];
}
