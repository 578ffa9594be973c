import { type ApiCause, ApiError } from "../../port/api-error.js";
import type { Kind } from "./kinds.js";

export function notFound(kind: Kind, name: string): ApiError {
  const message = `${resourceOf(kind)} "${name}" not found`;
  return new ApiError(404, message, { reason: "NotFound", resource: kind.plural });
}

export function alreadyExists(kind: Kind, name: string): ApiError {
  const message = `${resourceOf(kind)} "${name}" already exists`;
  return new ApiError(409, message, { reason: "AlreadyExists", resource: kind.plural });
}

export function conflict(kind: Kind, name: string, why: string): ApiError {
  const message = `Operation cannot be fulfilled on ${resourceOf(kind)} "${name}": ${why}`;
  return new ApiError(409, message, { reason: "Conflict", resource: kind.plural });
}

/** Fields of other managers that an apply without force would change. */
export function applyConflict(causes: readonly ApiCause[]): ApiError {
  const count = `${causes.length} conflict${causes.length === 1 ? "" : "s"}`;
  const message = `Apply failed with ${count}: ${causes.map(({ message, field }) => `${message}: ${field}`).join("; ")}`;
  return new ApiError(409, message, { reason: "Conflict", causes });
}

export function invalid(kind: Kind, name: string, causes: readonly ApiCause[]): ApiError {
  const said = causes.map(({ field, message }) => `${field}: ${message}`).join(", ");
  const message = `${kind.kind} "${name}" is invalid: ${said}`;
  return new ApiError(422, message, { reason: "Invalid", causes, resource: kind.plural });
}

export function badRequest(message: string): ApiError {
  return new ApiError(400, message, { reason: "BadRequest" });
}

function resourceOf({ plural, group }: Kind): string {
  return group === "" ? plural : `${plural}.${group}`;
}
