import type { Span } from "./span.js";

/** How much of a request the server noted. */
export const LEVELS = ["Metadata", "Request", "RequestResponse"] as const;
export type Level = (typeof LEVELS)[number];

/**
 * What a request was. read: get, list, watch. update: a PUT or a patch of an object. call: a POST to a subresource (binding, eviction,
 * token), a review, a proxied request: nothing that could be compared is stored. other: about no object.
 */
export type Doing = "read" | "update" | "create" | "delete" | "call" | "other";

/** What is asked about. `resource` is the plural; `subresource` is empty for the object itself. */
export interface Target {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
}

/** A request that was answered, or broke off. */
export interface Request {
  readonly level: Level;
  readonly doing: Doing;
  /** An update by PUT. */
  readonly isPut: boolean;
  readonly isDryRun: boolean;
  /** HTTP; undefined where there was no answer. */
  readonly code: number | undefined;
  /** Microseconds since 1970, by the server's clock: when the request came in, and when it was answered. */
  readonly received: number | undefined;
  readonly answered: number | undefined;
  readonly target: Target;
  readonly manager: string;
  readonly userAgent: string;
  /** `force` is in the query, which only an apply may have. */
  readonly hasForce: boolean;
  /** The version that a PUT was made over; empty where it is to be made over any, as it is with version 0. */
  readonly over: string;
  /** The server cut the bodies off, since the event was too large. */
  readonly isTruncated: boolean;
  /** Where the bodies are, in `bytes`. */
  readonly bytes: Buffer;
  readonly body: Span;
  readonly answer: Span;
}
