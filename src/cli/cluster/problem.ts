import { EnsureError, nameOf } from "../../adapter/ensure/ensure-error.js";
import { failureOf } from "../../adapter/ensure/failure.js";
import { DeadlineExceeded } from "../../adapter/ensure/limit.js";
import { UsageError } from "../../core/errors.js";
import { usageText } from "../../prose/index.js";
import type { Manifest } from "../input/index.js";
import { type ObjectCode, ObjectError } from "../objects/object-error.js";
import { notServed } from "./not-served.js";

/** What went wrong with one object, for a person. */
export function objectErrorOf(error: unknown, desired: Manifest): ObjectError {
  if (error instanceof UsageError) return new ObjectError(error.code, usageText(error));
  if (error instanceof DeadlineExceeded) return new ObjectError("deadline", "no answer in time", LATE);
  if (error instanceof EnsureError) return ofEnsure(error, desired);
  const failure = failureOf(error);
  if (failure.type === "not-served") return notServed(desired.apiVersion, desired.kind);
  const said = messageOf(error);
  if (failure.type === "refused") return new ObjectError(failure.code, said, hintOf(failure.code, desired));
  return new ObjectError(failure.type === "later" ? "unreachable" : "internal", said);
}

const LATE = "--timeout allows for more.";

function ofEnsure(error: EnsureError, desired: Manifest): ObjectError {
  if (error.code === "kind-not-found") return notServed(desired.apiVersion, desired.kind);
  const prefix = `${nameOf(error.ref)}: `;
  const text = error.message.startsWith(prefix) ? error.message.slice(prefix.length) : error.message;
  const last =
    error.code === "deadline" && error.cause instanceof Error ? `; last: ${error.cause.message}` : "";
  return new ObjectError(error.code, `${text}${last}`, hintOf(error.code, desired));
}

function hintOf(code: ObjectCode, { namespace }: Manifest): string | undefined {
  switch (code) {
    case "namespace-not-found":
      return `kubectl create namespace ${namespace ?? "NAME"}, or put it among the files.`;
    case "unauthorized":
      return "The kubeconfig's credentials are not accepted: log in anew?";
    case "field-conflict":
      return "Without --no-force the apply takes these fields over.";
    case "deadline":
      return LATE;
    default:
      return undefined;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
