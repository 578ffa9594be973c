import type { Reason } from "../core/decision.js";
import { printable } from "./printable.js";

/** Why a verdict is what it is, where that is more than "something differs" or "nothing does"; else undefined. */
export function reasonText(reason: Reason): string | undefined {
  switch (reason.code) {
    case "equal":
    case "differs":
    case "not-found":
      return undefined;
    case "no-rule":
      return `no rule for this kind: fallback ${reason.fallback}`;
    case "unconditional":
      return "the strategy always writes";
    case "hash-differs":
      return "the recorded fingerprint is not desired's";
    case "hash-missing":
      return `no fingerprint is recorded yet in ${printable(reason.annotation)}`;
    case "unhashable":
      return `desired cannot be hashed (${printable(reason.detail)}), so it is written`;
    case "as-observed":
      return "live is as the server answered to the same desired object";
    case "not-as-observed":
      return "live is not as the server answered to the same desired object";
    case "not-observed":
      return "no answer of the server is remembered: a dry run of the write tells whether it changes anything";
    case "immutable":
      return "only immutable fields differ";
    case "terminating":
      return "live is being deleted";
    case "unknown-field":
      return `desired states ${fields(reason.paths)} the kind does not have: ${list(reason.paths)}`;
    case "not-owned":
      return reason.path === undefined
        ? "managedFields have no entry of ours"
        : `our entry in managedFields lacks ${printable(reason.path)}`;
    case "owned-in-other-version":
      return `our entry in managedFields is in ${printable(reason.version)}, where it cannot be read`;
    case "no-managed-fields":
      return "live came without managedFields, so whose its fields are is not known: read it with them";
    case "not-possible-by-apply":
      return `no apply can reach ${list(reason.paths)}: write it once by replace`;
    case "conflict":
      return `${list(reason.managers)} owns ${list(reason.paths)}, and the apply is not forced`;
    case "duplicate-key":
      return `desired has two items with one key in ${list(reason.paths)}, which the server refuses`;
    case "unmanaged":
      return `live is left alone: ${printable(reason.annotation)} is "true"`;
    case "no-effect":
      return "the same was sent already, and the server made nothing of it";
    case "fight":
      return `held back: what was written is undone each time${reason.managers.length === 0 ? "" : `, by ${list(reason.managers)}`}`;
    default:
      return unknownCode(reason);
  }
}

function fields(paths: readonly string[]): string {
  return paths.length === 1 ? "a field that" : "fields that";
}

/** Paths, as many as a line takes. */
export function list(paths: readonly string[]): string {
  const shown = paths.slice(0, 3).map(printable).join(", ");
  return paths.length > 3 ? `${shown} and ${paths.length - 3} more` : shown;
}

function unknownCode(reason: never): never {
  throw new Error(`no sentence for the reason ${JSON.stringify(reason)}`);
}
