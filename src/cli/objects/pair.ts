import type { KubeObject } from "../../core/json.js";
import type { Manifest } from "../input/index.js";
import type { ObjectError } from "./object-error.js";

/** A desired object and its live one, or why they cannot be paired. */
export type Pair =
  | {
      readonly desired: Manifest;
      readonly live: Manifest | undefined;
      /** What the server answered to a dry run of the write, where the rule's strategy is `observed`. */
      readonly observed?: KubeObject;
    }
  | { readonly desired: Manifest; readonly error: ObjectError };
