import { type ApiCause, ApiError } from "../port/api-error.js";
import type { ObjectRef } from "../port/port.js";

/** Why ensuring an object was given up. */
export type EnsureErrorCode =
  /** 422, or 400: the server refuses the object; `causes` say which fields. */
  | "invalid"
  /** 403: not allowed, by RBAC, quota or an admission webhook. */
  | "forbidden"
  /** 401: the credentials are not accepted. */
  | "unauthorized"
  /** The namespace is not there. */
  | "namespace-not-found"
  /** The namespace is being deleted: nothing can be created in it. */
  | "namespace-terminating"
  /** The server does not serve the kind. */
  | "kind-not-found"
  /** The object is gone, or never was, and is not to be created; writing a status never creates. */
  | "not-found"
  /** Another field manager owns what would change, and the apply is not forced. */
  | "field-conflict"
  /** Others wrote it again and again meanwhile. */
  | "conflict"
  /** Failures that may pass, more of them than the tries that are allowed; `cause` is the last. */
  | "tries"
  /** Not done in time; `cause` is the last failure, if there was one. */
  | "deadline"
  /** Any other refusal. */
  | "rejected";

/** An object that could not be ensured: `code` says why, `causes` by field where the server named any. */
export class EnsureError extends Error {
  override readonly name = "EnsureError";
  /** The server's reasons by field path. */
  readonly causes: readonly ApiCause[];
  /** The HTTP status code of the last answer, where there was one. */
  readonly status: number | undefined;

  constructor(
    readonly code: EnsureErrorCode,
    readonly ref: ObjectRef,
    detail: string,
    cause?: unknown,
  ) {
    super(`${nameOf(ref)}: ${detail}`, { cause });
    const answer = cause instanceof ApiError ? cause : undefined;
    this.causes = answer?.details.causes ?? [];
    this.status = answer?.status;
  }
}

/** `ConfigMap demo/settings` */
export function nameOf({ kind, namespace, name }: ObjectRef): string {
  return `${kind} ${namespace === undefined ? "" : `${namespace}/`}${name}`;
}
