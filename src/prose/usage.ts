import type { UsageCode, UsageError } from "../core/errors.js";
import { printable } from "./printable.js";

/** What a caller did wrong, as a sentence. */
export function usageText(error: UsageError): string {
  const where = error.path === undefined ? "" : ` (${printable(error.path)})`;
  return `${sentence(error.code)}: ${printable(error.detail)}${where}`;
}

function sentence(code: UsageCode): string {
  switch (code) {
    case "no-kind":
      return "not a Kubernetes object";
    case "identity-mismatch":
      return "desired and live are not the same object";
    case "version-mismatch":
      return "desired and live have another apiVersion, so they cannot be compared";
    case "not-wire-json":
      return "not JSON as the API server takes it";
    case "bad-option":
      return "this option cannot be used";
    case "unsupported-mode":
      return "this write mode is not there";
    case "no-live":
      return "there is no live object";
    case "no-status":
      return "the kind has no status";
    case "too-deep":
      return "nested too deeply, or within itself";
    default:
      return unknownCode(code);
  }
}

function unknownCode(code: never): never {
  throw new Error(`no sentence for the usage code ${JSON.stringify(code)}`);
}
