import { isList, isObject, type Json, type JsonObject } from "../../core/json.js";

/** The reason in a 404 of a port for a kind that the server does not serve. */
export const KIND_NOT_SERVED = "KindNotServed";

/** One of the reasons that the server names for refusing a request. */
export interface ApiCause {
  /** The field's path, as the server writes it. */
  readonly field?: string;
  /** One word: FieldValueInvalid, FieldManagerConflict, ... */
  readonly reason?: string;
  readonly message?: string;
}

/** An answer of the API server other than success, as ports reject with it: a Status (meta/v1), as far as it sent one. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  constructor(
    /** The HTTP status code. */
    readonly status: number,
    message: string,
    readonly details: {
      /** One word: Conflict, AlreadyExists, Invalid, ... Absent where there was no Status. */
      readonly reason?: string;
      readonly causes?: readonly ApiCause[];
      /** The resource that the answer is about, in the plural: `namespaces` where it is the namespace that is missing. */
      readonly resource?: string;
      /** Milliseconds to wait before another try, where the server asked for it. */
      readonly retryAfterMs?: number;
    } = {},
  ) {
    super(message);
  }
}

/**
 * Reads what a server answered in place of an object.
 * @param body the parsed body, or its text where it is no JSON
 * @param retryAfter the Retry-After header: seconds, or a date
 */
export function apiErrorOf(status: number, body: unknown, retryAfter?: string | null): ApiError {
  const said: JsonObject = isObject(body) && body.kind === "Status" ? body : {};
  const details = isObject(said.details) ? said.details : {};
  const causes = (isList(details.causes) ? details.causes : []).filter(isObject).map(causeOf);
  const wait = waitOf(retryAfter) ?? secondsOf(details.retryAfterSeconds);
  const text = typeof body === "string" && body.trim() !== "" ? body.trim().slice(0, 500) : undefined;
  return new ApiError(status, textOf(said.message) ?? text ?? `the server answered ${status}`, {
    ...optional("reason", textOf(said.reason)),
    ...(causes.length > 0 && { causes }),
    ...optional("resource", textOf(details.kind)),
    ...optional("retryAfterMs", wait),
  });
}

function causeOf(cause: JsonObject): ApiCause {
  return {
    ...optional("field", textOf(cause.field)),
    ...optional("reason", textOf(cause.reason)),
    ...optional("message", textOf(cause.message)),
  };
}

function textOf(value: Json | undefined): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function secondsOf(value: Json | undefined): number | undefined {
  return typeof value === "number" && value > 0 ? value * 1000 : undefined;
}

/** `Sun, 06 Nov 1994 08:49:37 GMT`; Date.parse sees a date in nearly anything. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** Milliseconds of a Retry-After header (RFC 9110, 10.2.3). */
function waitOf(header: string | null | undefined): number | undefined {
  const text = header?.trim() ?? "";
  if (/^\d+$/.test(text)) return secondsOf(Number(text));
  return HTTP_DATE.test(text) ? Math.max(0, Date.parse(text) - Date.now()) : undefined;
}

function optional<Key extends string, Value>(
  key: Key,
  value: Value | undefined,
): { readonly [name in Key]?: Value } {
  return value === undefined ? {} : ({ [key]: value } as { [name in Key]?: Value });
}
