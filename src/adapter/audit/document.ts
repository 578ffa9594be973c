import type { ChurnDocument, Fault } from "../churn/index.js";
import type { Level } from "./request.js";
import type { LineCounts, RequestCounts } from "./requests.js";
import type { Way } from "./way.js";

/**
 * What a log lets one know. writers: who wrote what. updates-over-one-version: that a PUT changed nothing, where the next PUT of the object was
 * made over the same version. repeated-requests: that a request was the same as the one before. answers: whether a write moved
 * resourceVersion, and what it changed.
 */
export type Knowing = "writers" | "updates-over-one-version" | "repeated-requests" | "answers";

/** What the log does not tell. */
export type AuditNote =
  /** The lines that could not be read. */
  | { readonly code: "bad-lines"; readonly lines: number }
  /** No request in the log was answered: its policy leaves out the stage ResponseComplete. */
  | { readonly code: "no-answered-stage"; readonly lines: number }
  /** Writes logged at level Metadata: without bodies. */
  | { readonly code: "without-bodies"; readonly writes: number }
  /** Writes logged at level Request: without answers. */
  | { readonly code: "without-answers"; readonly writes: number }
  /** Writes at level RequestResponse that have no answer all the same: another server answered them. */
  | { readonly code: "answers-missing"; readonly writes: number }
  /** Writes whose bodies the server cut off. */
  | { readonly code: "bodies-cut-off"; readonly writes: number }
  /** Objects whose last version had to be forgotten, so that their next write is unknown. */
  | { readonly code: "versions-forgotten"; readonly objects: number }
  /** Documents that were merged: the first write of an object in each is unknown where the log has its answer. */
  | { readonly code: "merged"; readonly parts: number };

/** What one maker did to one object, of one sort, whether or not it is enough to accuse. */
export interface ObjectFault {
  readonly what: Exclude<Fault, "flips">;
  readonly manager: string;
  readonly userAgent?: string;
  readonly writes: number;
  /** The most of them that count together. */
  readonly best: number;
}

export type Ways = Readonly<Record<Way, number>>;

export type AuditWriter = ChurnDocument["writers"][number] & {
  /** Writes that left resourceVersion as it was. */
  readonly noops: Ways;
  /** Writes that moved it, and changed nothing else, or a spelling. */
  readonly moves: Ways;
  readonly repeats: number;
};

export type AuditObject = ChurnDocument["objects"][number] & { readonly faults: readonly ObjectFault[] };

/** schemas/audit.schema.json describes it. */
export interface AuditDocument extends Omit<ChurnDocument<"audit/1", AuditNote>, "writers" | "objects"> {
  readonly writers: readonly AuditWriter[];
  readonly objects: readonly AuditObject[];
  /** Objects that were counted and are not listed, and the most writes that any of them has. */
  readonly unlisted: { readonly objects: number; readonly most: number };
  readonly lines: Readonly<LineCounts>;
  readonly requests: Readonly<RequestCounts>;
  /** Writes, by the level at which they were logged. */
  readonly levels: Readonly<Record<Level, number>>;
  readonly knows: readonly Knowing[];
  readonly cpu: {
    /** Server CPU of all no-ops, estimated. */
    readonly noopSeconds: number;
    /** What it is estimated by: milliseconds a write. */
    readonly perNoopMs: Ways;
  };
  /** The writes that a gate would have saved. */
  readonly saved: {
    readonly noops: number;
    readonly moves: number;
    /** Server CPU of both, estimated: a move is reckoned as a no-op. */
    readonly seconds: number;
  };
}
