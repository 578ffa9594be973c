import { answerOf } from "../port/answer.js";
import { type ApiError, KIND_NOT_SERVED } from "../port/api-error.js";
import { NoAnswer } from "../port/no-answer.js";
import type { ObjectRef } from "../port/port.js";
import { EnsureError, type EnsureErrorCode } from "./ensure-error.js";
import { RequestTimeout } from "./limit.js";

/** What a failed request means for whoever sent it. */
export type Failure =
  /** Somebody else wrote, created or deleted it meanwhile: read it and decide again. */
  | { readonly type: "stale" }
  /** Not now. `unknown`: whether the request took effect is not known. */
  | { readonly type: "later"; readonly waitMs: number | undefined; readonly unknown: boolean }
  /** Others own what an apply without force would change. */
  | { readonly type: "owned" }
  /** The server does not serve the kind. */
  | { readonly type: "not-served" }
  | { readonly type: "refused"; readonly code: EnsureErrorCode }
  /** No answer of a server, and no fault of the connection: a programmer's error, or the caller's own. */
  | { readonly type: "thrown" };

/** The request itself is not at fault, nor what it asks for. */
function mayPass(status: number): boolean {
  return status >= 500
    ? status !== 501 && status !== 505
    : status === 408 || status === 425 || status === 429;
}

/** What the server says, as an error of its own, of an apply whose fields the kind does not have, or not of these types. */
const MALFORMED = /failed to create typed patch object|unable to convert unstructured object/;

/** Refused before anything was done. A 503 is not: a proxy in front of the server may have lost its answer. */
const NOTHING_DONE: ReadonlySet<number> = new Set([425, 429]);

export function failureOf(error: unknown): Failure {
  const answer = answerOf(error);
  if (answer === undefined)
    return error instanceof RequestTimeout || error instanceof NoAnswer || isConnectionFault(error)
      ? { type: "later", waitMs: undefined, unknown: true }
      : { type: "thrown" };
  const { status, details } = answer;
  const has = (reason: string): boolean => details.causes?.some((cause) => cause.reason === reason) ?? false;
  if (status === 409) return has("FieldManagerConflict") ? { type: "owned" } : { type: "stale" };
  if (status === 422 && details.causes?.some(({ field }) => field === "metadata.uid"))
    return { type: "stale" };
  if (status === 500 && MALFORMED.test(answer.message)) return { type: "refused", code: "invalid" };
  if (mayPass(status))
    return { type: "later", waitMs: details.retryAfterMs, unknown: !NOTHING_DONE.has(status) };
  if (status === 404) return notFound(answer);
  if (status === 401) return { type: "refused", code: "unauthorized" };
  if (status === 403)
    return { type: "refused", code: has("NamespaceTerminating") ? "namespace-terminating" : "forbidden" };
  return { type: "refused", code: status === 422 || status === 400 ? "invalid" : "rejected" };
}

/** What the server, or a client's discovery, says of a path that leads to no resource at all. */
const NO_RESOURCE = /page not found|could not find the requested resource/;

function notFound({ details, message }: ApiError): Failure {
  if (details.resource === undefined && (details.reason === KIND_NOT_SERVED || NO_RESOURCE.test(message)))
    return { type: "not-served" };
  return details.resource === "namespaces"
    ? { type: "refused", code: "namespace-not-found" }
    : { type: "stale" };
}

/** The object, or the namespace that it would be in, is not there. */
export function isMissing(error: unknown): boolean {
  return answerOf(error)?.status === 404 && failureOf(error).type !== "not-served";
}

const FAULTS: ReadonlySet<string> = new Set([
  "ECONNRESET",
  "ECONNREFUSED",
  "ECONNABORTED",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ENETDOWN",
  "ENETRESET",
  "EHOSTDOWN",
  "ERR_HTTP2_STREAM_ERROR",
  "ERR_HTTP2_SESSION_ERROR",
  "ERR_STREAM_DESTROYED",
  "ERR_STREAM_PREMATURE_CLOSE",
  "ERR_SOCKET_CONNECTION_TIMEOUT",
  "UND_ERR_SOCKET",
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_BODY_TIMEOUT",
  "UND_ERR_RES_CONTENT_LENGTH_MISMATCH",
]);

/**
 * A fault of the connection, by the code that it or what caused it carries; of fetch, by its words. Or an answer that cannot be
 * read: HTTP by Node's parser (HPE_...), or the JSON in it.
 */
function isConnectionFault(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    const { code, type } = at as { code?: unknown; type?: unknown };
    if (typeof code === "string" && (FAULTS.has(code) || code.startsWith("HPE_"))) return true;
    if (at instanceof SyntaxError) return true;
    if (type === "system" || at.message === "fetch failed" || at.message === "socket hang up") return true;
  }
  return false;
}

/** What to reject with, where a failure is final. */
export function refusal(ref: ObjectRef, code: EnsureErrorCode, error: unknown): EnsureError {
  const answer = answerOf(error);
  const detail = answer?.message ?? (error instanceof Error ? error.message : String(error));
  return new EnsureError(code, ref, detail, answer ?? error);
}
