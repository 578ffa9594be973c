import type { Json } from "../../core/json.js";
import type { Rule } from "../../generated/rule.js";
import type { Counts } from "./timeline.js";

/** What somebody does for nothing. writes-nothing: requests after which resourceVersion is as before, which raise no event. */
export type Fault = "moves-nothing" | "flips" | "times-only" | "respells" | "writes-nothing";

/** What would stop it. */
export type Proposal =
  /** Fields that the builder states empty, and that the server does not store: to be left out. */
  | { readonly fix: "leave-out-empty"; readonly paths: readonly string[] }
  /** Who it is cannot be told: an audit log names every request. `paths`: lists that the kind has and the objects have not, one of which may be stated empty. */
  | { readonly fix: "find-writer"; readonly paths: readonly string[] }
  /** To ask a gate before writing. */
  | { readonly fix: "gate" }
  /** One gives a field over to the others: the rule is for who gives way. */
  | {
      readonly fix: "give-way";
      readonly gives: string;
      readonly keeps: readonly string[];
      readonly by: "ignore" | "once" | "release";
      readonly rule?: Rule;
    }
  /** One alone goes back and forth: two replicas with other settings, or a result that depends on chance. */
  | { readonly fix: "settle"; readonly paths: readonly string[] }
  /** Time stamps are no reason to write. */
  | { readonly fix: "incidental"; readonly rule?: Rule }
  /** A time stamp in an annotation or a plain field: to be left out, or set only when something else changes. */
  | { readonly fix: "leave-out-time"; readonly paths: readonly string[] }
  /** To state values as the server stores them, or to compare by the facts. */
  | { readonly fix: "spell-as-stored"; readonly paths: readonly string[] };

export interface Finding {
  readonly what: Fault;
  /** Empty where it cannot be told. */
  readonly managers: readonly string[];
  readonly userAgents?: readonly string[];
  readonly apiVersion: string;
  readonly kind: string;
  /** How many objects. */
  readonly objects: number;
  /** Of that sort, to those objects; of flips, those that put a value back. */
  readonly writes: number;
  /** Of `writes`, over the document's `seconds`, to two places. */
  readonly perMinute: number;
  /** Of the same sort, to the same objects, by nobody known; absent where there are none. */
  readonly unnamed?: number;
  /** The objects with the most of these writes; 10 at most. */
  readonly worst: readonly { readonly namespace?: string; readonly name: string; readonly writes: number }[];
  /** Where; 10 at most. `values`: what came and went there, null where the field was absent. */
  readonly paths: readonly {
    readonly path: string;
    readonly writes: number;
    readonly values?: readonly Json[];
  }[];
  readonly proposal: Proposal;
}

/** What a watch cannot see, or did not. */
export type WatchNote =
  /** A write that the server finds to change nothing raises no event. */
  | { readonly code: "no-ops-unseen" }
  /** Times that an object had moved on by more than was seen. */
  | { readonly code: "missed"; readonly steps: number }
  /** Last versions that were let go of. */
  | { readonly code: "memory-full"; readonly versions: number }
  /** A kind that the server does not let this user watch. */
  | {
      readonly code: "not-watched";
      readonly apiVersion: string;
      readonly kind: string;
      readonly why: string;
    };

/** What watch and audit have in common; each has notes of its own. Times are RFC 3339. */
export interface ChurnDocument<Format extends string = string, Note = unknown> {
  readonly format: Format;
  readonly from: string;
  readonly to: string;
  readonly seconds: number;
  readonly writes: number;
  readonly effects: Counts;
  readonly findings: readonly Finding[];
  readonly writers: readonly {
    readonly manager?: string | undefined;
    readonly userAgent?: string | undefined;
    readonly apiVersion: string;
    readonly kind: string;
    readonly writes: number;
    readonly perMinute: number;
    readonly effects: Counts;
  }[];
  readonly objects: readonly {
    readonly apiVersion: string;
    readonly kind: string;
    readonly namespace?: string | undefined;
    readonly name: string;
    readonly writes: number;
    readonly perMinute: number;
    readonly effects: Counts;
    readonly managers: readonly string[];
  }[];
  readonly paths: readonly {
    readonly apiVersion: string;
    readonly kind: string;
    readonly path: string;
    readonly writes: number;
    readonly flips: number;
    readonly managers: readonly string[];
    readonly objects: number;
  }[];
  readonly timeline: {
    /** The width of a bucket: a power of 2. */
    readonly seconds: number;
    readonly buckets: readonly { readonly at: string; readonly effects: Counts }[];
  };
  /** Counted and let go of, so that memory is bounded: those with the fewest writes. `writes`, `effects` and `timeline` have them all the same. */
  readonly forgotten: { readonly objects: number; readonly writers: number };
  readonly notes: readonly Note[];
}
