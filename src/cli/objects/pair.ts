import type { Manifest } from "../input/index.js";
import type { ObjectError } from "./object-error.js";

/** A desired object and its live one, or why they cannot be paired. */
export type Pair =
  | { readonly desired: Manifest; readonly live: Manifest | undefined }
  | { readonly desired: Manifest; readonly error: ObjectError };
