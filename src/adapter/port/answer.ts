import { isObject, type JsonObject } from "../../core/json.js";
import { ApiError, apiErrorOf } from "./api-error.js";

/**
 * What the server answered, where something thrown tells of an answer: an ApiError, or what client libraries throw in its place, with
 * the HTTP status code in `status`, `statusCode` or `code`, and the Status (meta/v1) in `body` or `data` (an object, or its text).
 */
export function answerOf(thrown: unknown): ApiError | undefined {
  if (thrown instanceof ApiError) return thrown;
  if (!isObject(thrown)) return undefined;
  const status = [thrown.status, thrown.statusCode, thrown.code].find(isErrorCode);
  if (status === undefined) return undefined;
  const body = statusOf(thrown.body) ?? statusOf(thrown.data) ?? statusOf(thrown);
  const { headers, retryAfterMs } = thrown;
  const after = isObject(headers) ? (headers["retry-after"] ?? headers["Retry-After"]) : undefined;
  const read = apiErrorOf(status, body, after === undefined ? undefined : String(after));
  return new ApiError(status, messageOf(thrown, read), {
    ...read.details,
    ...(typeof retryAfterMs === "number" && retryAfterMs > 0 && { retryAfterMs }),
  });
}

function isErrorCode(value: unknown): value is number {
  return typeof value === "number" && value >= 400 && value <= 599;
}

/** A Status, or what has its fields: a reason in one word, a message. */
function statusOf(value: unknown): JsonObject | undefined {
  if (typeof value === "string") {
    try {
      return statusOf(JSON.parse(value));
    } catch {
      return undefined;
    }
  }
  if (!isObject(value) || typeof value.reason !== "string") return undefined;
  return { ...value, message: value.message, kind: "Status" } as JsonObject;
}

function messageOf(thrown: JsonObject, read: ApiError): string {
  const { message } = thrown;
  return read.details.reason === undefined && typeof message === "string" && message !== ""
    ? message
    : read.message;
}
