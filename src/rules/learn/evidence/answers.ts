import type { JsonObject } from "../../../core/json.js";
import type { GroupVersionKind } from "../group-version-kind.js";
import type { Line, Unexplained } from "./line.js";

/** An object as it was stated, and as the server would store it. */
export interface Sample {
  /** Namespace and name. */
  readonly name: string;
  readonly desired: JsonObject;
  readonly answer: JsonObject;
}

/** What dry runs say of one kind, beyond what rules and facts say already. */
export interface KindAnswers {
  readonly subject: GroupVersionKind;
  /** Of the objects that the server took. */
  readonly samples: readonly Sample[];
  readonly lines: readonly Line[];
  /** What the server does that no line says. */
  readonly unexplained: readonly Unexplained[];
  /** Values of which it takes some changes only. */
  readonly partly: readonly Unexplained[];
  /** Labels and annotations that it adds: nobody's reason to write, unless they are recorded as ours. */
  readonly added: readonly string[];
  /** Where a write of its own answer is changed again. */
  readonly restless: readonly string[];
  /** How many objects were there, so that changes could be tried. */
  readonly live: number;
  /** The kind holds secrets: no value of it may be told. */
  readonly isSensitive: boolean;
}
