import type { Shown } from "../../core/decision.js";
import type { Path } from "../../core/path.js";

/**
 * What an update did to an object, beside the version before it. nothing: but for metadata's resourceVersion and generation, both
 * are the same. managed-fields: nothing but metadata.managedFields differs. times: nothing but time stamps besides. respelling: the
 * facts call both the same. flip: a value came back that an update before had taken away. change: anything else.
 */
export type Effect = (typeof EFFECTS)[number];

export const EFFECTS = ["nothing", "managed-fields", "times", "respelling", "flip", "change"] as const;

/** What was done to an object, as far as it is known: a log need not hold the objects. */
export type CountedEffect = Effect | "unknown" | "create" | "delete";

/** A place at which two versions differ. Absent is a missing property. */
export interface Difference {
  /** As rules spell it, with the keys of list items where facts have them; an index where they have none. */
  readonly path: string;
  readonly steps: Path;
  /** Of a kind that holds secrets, a digest. */
  readonly before?: Shown;
  readonly after?: Shown;
  /** The items are the same, in another order. */
  readonly order?: true;
  /** Two scalars, neither of which is a spelling of the other, whatever the facts. */
  readonly plain?: true;
  /** A time stamp on both sides, or on the one that has it. */
  readonly time?: true;
}

/** What one update was. */
export interface Step {
  /** Never flip: that takes a third version, which the counter remembers. */
  readonly effect: Exclude<Effect, "flip">;
  readonly paths: readonly Difference[];
  /** Who made it: one, or nobody where it cannot be told. */
  readonly managers: readonly string[];
  /**
   * Where nothing changed: fields that the maker's apply states and that the object has not, since the server does not store them as
   * they are stated. Where the maker is not known, lists of the spec that the object has not, one of which may be stated empty.
   */
  readonly unstored: readonly string[];
}
