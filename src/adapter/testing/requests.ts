import type { JsonObject, KubeObject } from "../../core/json.js";
import { cloneWire } from "../../core/wire.js";
import type { ClusterPort, DeleteOptions, ObjectRef, Verb, WriteOptions } from "../port/port.js";

/** One request that went through a port. */
export interface SentRequest {
  readonly verb: "read" | "list" | Verb;
  /** Of a list, and of a create that was refused before it had a name: without name. */
  readonly ref: Omit<ObjectRef, "name"> & { readonly name?: string };
  readonly subresource?: "status";
  readonly dryRun: boolean;
  readonly fieldManager?: string;
  readonly force?: boolean;
  /** The object is another one now (of a dry run: would be): its resourceVersion has moved, or it is new, or gone. */
  readonly changed: boolean;
  /** The object before a write, where there was one. */
  readonly before?: KubeObject;
  /** The object as a write was answered. */
  readonly after?: KubeObject;
  /** What the port rejected with. */
  readonly error?: unknown;
}

/** What was asked of a port, in the order in which it was answered. */
export interface RequestLog {
  readonly requests: readonly SentRequest[];
  /** Forgets the requests up to now. */
  clearRequests(): void;
}

/** A port that keeps what was asked of it. */
export interface RecordedPort extends ClusterPort, RequestLog {}

/** True of a request that is meant to change the cluster. */
export function isWrite({ verb }: SentRequest): boolean {
  return verb !== "read" && verb !== "list";
}

/** What the options of a write say of it. */
export function aboutOf(
  options: WriteOptions | DeleteOptions,
): Pick<SentRequest, "dryRun" | "fieldManager" | "force" | "subresource"> {
  const { dryRun = false, fieldManager, force, subresource }: WriteOptions = options;
  return {
    dryRun,
    ...(fieldManager !== undefined && { fieldManager }),
    ...(force !== undefined && { force }),
    ...(subresource !== undefined && { subresource }),
  };
}

/** The object as it is now. */
export function copyOf(object: JsonObject | KubeObject): KubeObject {
  return cloneWire(object as JsonObject) as KubeObject;
}
