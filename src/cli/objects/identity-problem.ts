import type { Manifest } from "../input/index.js";
import { ObjectError } from "./object-error.js";

/** Why no live object can be its own: it has no name, or `other` is the same object. */
export function identityProblem(desired: Manifest, other: Manifest | undefined): ObjectError | undefined {
  if (desired.name === undefined) {
    return new ObjectError("no-name", "it has no metadata.name, so no live object can be its own");
  }
  if (other) {
    return new ObjectError(
      "duplicate-object",
      `the same object stands at ${other.file}:${other.line} already`,
    );
  }
  return undefined;
}
