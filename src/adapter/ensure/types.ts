import type { Decision } from "../../core/decision.js";
import type { KubeObject } from "../../core/json.js";
import type { Gate } from "../../rules/gate.js";
import type { FightOptions } from "../fights/fights.js";
import type { ClusterPort, ObjectRef } from "../port/port.js";
import type { AnswerOptions } from "./answers.js";
import type { EnsureEvent } from "./events.js";

/** How long an ensurer goes on after failures that may pass. */
export interface RetryOptions {
  /** Requests that may fail or conflict before it is given up; 10 unless given. */
  readonly tries?: number | undefined;
  /** Milliseconds for one call of ensure in all, waits included; 60,000 unless given. */
  readonly deadlineMs?: number | undefined;
  /** Milliseconds for one request; 15,000 unless given. */
  readonly requestMs?: number | undefined;
  /** The first wait in milliseconds, doubled each time; 100 unless given. A random half of it is left out. */
  readonly backoffMs?: number | undefined;
  /** The longest wait in milliseconds that is not the server's own wish; 10,000 unless given. */
  readonly maxBackoffMs?: number | undefined;
}

export interface EnsurerOptions {
  readonly port: ClusterPort;
  readonly gate: Gate;
  /** Told what happens. What it throws is left alone. */
  readonly onEvent?: ((event: EnsureEvent) => void) | undefined;
  readonly retry?: RetryOptions | undefined;
  readonly fights?: FightOptions | undefined;
  /** How long the server's answers count: of the strategy `observed`, and to writes that changed nothing. */
  readonly answers?: AnswerOptions | undefined;
}

export interface CallOptions {
  /** The server admits and checks, but stores nothing; results are those of a write. */
  readonly dryRun?: boolean | undefined;
  /** Ends waiting and requests; ensure rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
}

export interface EnsureOptions extends CallOptions {
  /**
   * The object as the caller's cache has it; `undefined`, stated: the cache has none. Left out, it is read. It may be behind: what
   * would be written over it is found out by the server's conflict, or by another read.
   */
  readonly live?: unknown;
  /** `live` lacks fields that the server has (a cache that strips annotations): it is read afresh before a write. */
  readonly partial?: boolean | undefined;
  /** false: the object is somebody else's to create; where it is not there, ensure rejects with `not-found`. true unless given. */
  readonly create?: boolean | undefined;
  /** As in decide. */
  readonly terminating?: "block" | "write" | undefined;
}

/** What became of an object. dryRun: of what would. */
export interface EnsureResult<T = KubeObject> {
  readonly result: "created" | "updated" | "unchanged" | "blocked";
  /** The last decision; its reason says why nothing was sent. */
  readonly decision: Decision<T>;
  /** As the server answered last; where nothing was sent, live as it was decided about. */
  readonly object: T | undefined;
  /** Requests that failed or met a conflict before. */
  readonly retries: number;
}

/** One object's part of ensureAll. */
export type SetResult<T = KubeObject> =
  | (EnsureResult<T> & { readonly ref: ObjectRef; readonly error?: undefined })
  | { readonly ref: ObjectRef; readonly result: "failed"; readonly error: unknown };

export interface SetOptions extends CallOptions {
  /** How many objects are under way at once; 8 unless given. */
  readonly concurrency?: number | undefined;
  /** Live of each desired object from the caller's cache, undefined where that has none. Left out, each is read. */
  readonly live?: (desired: KubeObject) => unknown;
  readonly partial?: boolean | undefined;
  /** Told of each result as it is there. What it throws is left alone. */
  readonly onResult?: ((result: SetResult) => void) | undefined;
}

/** What is wanted no longer. */
export interface PruneOptions extends CallOptions {
  /** Kinds to look through. */
  readonly kinds: readonly Pick<ObjectRef, "apiVersion" | "kind">[];
  /** Of one namespace only. */
  readonly namespace?: string | undefined;
  /** As kubectl's --selector. Selector or owner has to be there, or both. */
  readonly labelSelector?: string | undefined;
  /** The uid of an owner that its metadata.ownerReferences must name. */
  readonly owner?: string | undefined;
  readonly concurrency?: number | undefined;
}

/** What became of an object that is wanted no longer. */
export type PruneResult = { readonly ref: ObjectRef } & (
  | { readonly result: "deleted" }
  /** It is marked to be left alone, is being deleted already, has another owner too, or somebody changed it since it was listed. */
  | { readonly result: "kept"; readonly reason: "unmanaged" | "terminating" | "shared" | "changed" }
  | { readonly result: "failed"; readonly error: unknown }
);

export interface Ensurer {
  /**
   * Brings one object to what desired states, with no request where nothing has to be written.
   * @param desired wire JSON, or what the port's toWire takes; never changed
   * @throws EnsureError where the server refuses it, or it is given up; UsageError for a programmer's error
   */
  ensure<T extends KubeObject>(desired: T, options?: EnsureOptions): Promise<EnsureResult<T>>;
  /** The same for `status`, by its subresource where the kind has one. Never creates. */
  ensureStatus<T extends KubeObject>(desired: T, options?: EnsureOptions): Promise<EnsureResult<T>>;
  /** Each object of a set, in the set's order; what others depend on (namespaces, definitions of custom kinds) goes first. Never rejects for one object. */
  ensureAll<T extends KubeObject>(
    desired: readonly T[],
    options?: SetOptions,
  ): Promise<readonly SetResult<T>[]>;
  /** Deletes what the set no longer has. */
  prune<T extends KubeObject>(desired: readonly T[], options: PruneOptions): Promise<readonly PruneResult[]>;
}
