import type { Json } from "../../../core/json.js";
import type { Place } from "./places.js";

/** What became of another value that was stated at a place. */
export type Restated =
  /** It was stored as stated: where nothing is stated, the server fills in a default. */
  | "kept"
  /** The server put its own value in its place again. */
  | "forced"
  /** Something else was stored: the server makes its value of what is stated. */
  | "otherwise"
  /** It was refused, so that nothing is known. */
  | "refused"
  /** No other value could be thought of. */
  | "not-tried";

/** What was seen at one place of one object. */
export interface Sighting {
  readonly object: string;
  readonly place: Place;
  readonly stated: Json | undefined;
  readonly stored: Json | undefined;
  /** What was stored there under another name. */
  readonly elsewhere: Json | undefined;
  readonly restated: Restated;
  /** The pattern holds for each item of the object. */
  readonly everywhere: boolean;
}
