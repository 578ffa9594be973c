import { failureOf } from "../ensure/failure.js";
import { answerOf } from "../port/answer.js";
import { BrokenWatch } from "../port/broken-watch.js";

/** What to do about a list or a watch that failed. */
export type WatchFailure =
  /** The server does not have the version any more: list anew. */
  | { readonly type: "expired" }
  /** What came cannot be read, and would come again: list anew. */
  | { readonly type: "unreadable" }
  /** Go on from the last version. */
  | { readonly type: "later"; readonly waitMs: number | undefined }
  /** The server does not let us, or does not have the kind. */
  | { readonly type: "refused" }
  /** No answer of a server, and no fault of the connection: a programmer's error. */
  | { readonly type: "thrown" };

export function watchFailureOf(error: unknown): WatchFailure {
  if (error instanceof BrokenWatch)
    return error.code === "silent" || error.code === "cut"
      ? { type: "later", waitMs: undefined }
      : { type: "unreadable" };
  const answer = answerOf(error);
  // A restored etcd is behind what was seen before.
  const isAhead = answer?.details.causes?.some(({ reason }) => reason === "ResourceVersionTooLarge");
  if (answer?.status === 410 || isAhead) return { type: "expired" };
  const failure = failureOf(error);
  if (failure.type === "later") return { type: "later", waitMs: failure.waitMs };
  return failure.type === "thrown" ? { type: "thrown" } : { type: "refused" };
}
