import { answerOf } from "../port/answer.js";
import { type ApiCause, ApiError } from "../port/api-error.js";
import { NoAnswer } from "../port/no-answer.js";
import { RequestTimeout } from "./limit.js";

const LEFT_OUT = "its words are left out, since they may quote a secret";

/**
 * A failed request of an object that holds secrets, without a word of what was thrown: servers, webhooks and parsers quote what they
 * refuse, live's values too. What is left of an answer: its status, the reasons, and the fields that these are about.
 */
export function silenced(error: unknown): Error {
  const answer = answerOf(error);
  if (answer !== undefined) return answerWithoutWords(answer);
  if (error instanceof RequestTimeout) return error;
  if (error instanceof NoAnswer)
    return new NoAnswer(`the server answered with something that is not the object; ${LEFT_OUT}`);
  const code = codeOf(error);
  const fault = `no answer that can be read${code === undefined ? "" : ` (${code})`}; ${LEFT_OUT}`;
  return Object.assign(new Error(fault), code === undefined ? {} : { code });
}

function answerWithoutWords({ status, details }: ApiError): ApiError {
  const { retryAfterMs } = details;
  const reason = wordIn(details.reason);
  const resource = wordIn(details.resource);
  const causes = details.causes?.map(causeWithoutWords);
  const head = reason === undefined ? `${status}` : `${status} ${reason}`;
  const named = [...new Set(causes?.map(textOf).filter((text) => text !== ""))].join(", ");
  const said = `the server answered ${head}${named === "" ? "" : ` (${named})`}; ${LEFT_OUT}`;
  return new ApiError(status, said, {
    ...(reason !== undefined && { reason }),
    ...(causes !== undefined && { causes }),
    ...(resource !== undefined && { resource }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  });
}

function causeWithoutWords(cause: ApiCause): ApiCause {
  const reason = wordIn(cause.reason);
  const field = FIELD.exec(cause.field ?? "")?.[0];
  return { ...(field !== undefined && { field }), ...(reason !== undefined && { reason }) };
}

function textOf({ field, reason }: ApiCause): string {
  return [reason, field].filter((part) => part !== undefined).join(" ");
}

/** A webhook may put anything there. */
function wordIn(text: string | undefined): string | undefined {
  return text !== undefined && /^[A-Za-z]+$/.test(text) ? text : undefined;
}

/** The steps of a path up to the first that may hold a value: an item by its keys, a key that none could have. */
const FIELD = /^\.?[\w-]+(?:\.[\w/-]+|\[[\w./-]+\])*(?=[.[]|$)/;

/** What a fault of a connection is called, by Node: ECONNRESET. */
function codeOf(error: unknown): string | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    const { code } = at as { code?: unknown };
    if (typeof code === "string" && /^[A-Z][A-Z0-9_]+$/.test(code)) return code;
  }
  return undefined;
}
