import type { Json } from "./json.js";
import type { Sensitive } from "./sensitive.js";

export type Strategy = "exact" | "derivative" | "hash" | "unconditional" | "observed";

/**
 * How a write is sent. replace: PUT of the whole object. apply: server-side apply. merge: a JSON merge patch
 * (RFC 7396).
 */
export type Mode = (typeof MODES)[number];

export const MODES = ["replace", "apply", "merge"] as const;

/** A place in a rule file; line and column count from 1. */
export interface Source {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** A value as a decision carries it: a Secret's is wrapped, so that no log shows it. */
export type Shown = Json | Sensitive;

/** Why one field is (or is not) a reason to write. */
export type ChangeReason =
  /** Both have it, with other values. */
  | { readonly code: "changed" }
  /** Desired has it, live does not. */
  | { readonly code: "added" }
  /** Live has it, desired no longer does. */
  | { readonly code: "removed" }
  /** Live differs from the default that the server will put where desired is silent. */
  | { readonly code: "reset-to-default"; readonly default: Json }
  /** The same items in another order, in a list whose order counts. */
  | { readonly code: "order" }
  /** The rule says that it must be gone. */
  | { readonly code: "must-be-absent" }
  /** The server refuses a change of it; the payload keeps live's value. */
  | { readonly code: "immutable" };

export interface Change {
  /** The field path as rules spell it. */
  readonly path: string;
  /** RFC 6901, with live's indexes where live has the item, else desired's. */
  readonly pointer: string;
  /** Absent is a missing property, null is null. */
  readonly desired?: Shown;
  readonly live?: Shown;
  readonly reason: ChangeReason;
  /** The part of the rule that decided. */
  readonly source?: Source;
}

/** What a difference was passed over by. */
export type PassedBy =
  /** Live has the server's default where desired is silent. */
  | { readonly code: "default" }
  /** A named computed default. */
  | { readonly code: "computed"; readonly name: string }
  /** Zero, empty or null stands for absent. */
  | { readonly code: "empty" }
  /** Equal values spelt in another way (quantities, times, bytes, numbers). */
  | { readonly code: "spelling" }
  /** Kept or filled in by the server. */
  | { readonly code: "kept-from-live" }
  /** Somebody else's label, annotation, finalizer, owner reference or list item. */
  | { readonly code: "foreign" }
  | { readonly code: "ignored"; readonly why?: string }
  /** The rule's `once`. */
  | { readonly code: "once" }
  /** The rule's `atLeast`. */
  | { readonly code: "at-least" }
  /** The rule's `incidental`: sent, if at all, along with other changes. */
  | { readonly code: "incidental" }
  /** hash: the fingerprint is the recorded one, so live itself is not looked at. */
  | { readonly code: "drift" }
  /** observed: live has what the server answered, whatever desired states. */
  | { readonly code: "as-observed" }
  /** derivative: desired does not state it. */
  | { readonly code: "not-stated" }
  /** A top-level field that no rule and no desired object claims. */
  | { readonly code: "not-owned" }
  /** The kind has no such field: the server drops it. */
  | { readonly code: "unknown-field" }
  /** Two items with one key: a PUT keeps both. */
  | { readonly code: "duplicate-key" }
  /** The order of a set, or of a list that the rule pairs by keys. */
  | { readonly code: "set-order" };

export interface Passed {
  readonly path: string;
  readonly desired?: Shown;
  readonly live?: Shown;
  readonly by: PassedBy;
  readonly source?: Source;
}

/** Why the verdict is what it is. */
export type Reason =
  /** Nothing that we own differs. */
  | { readonly code: "equal" }
  /** Something that we own differs. */
  | { readonly code: "differs" }
  /** There is no live object. */
  | { readonly code: "not-found" }
  /** No rule for the kind: the rule set's fallback decided, one way or the other. */
  | { readonly code: "no-rule"; readonly fallback: Strategy }
  /** The strategy always writes. */
  | { readonly code: "unconditional" }
  | { readonly code: "hash-differs" }
  | { readonly code: "hash-missing"; readonly annotation: string }
  /** Desired cannot be hashed, so it is written. */
  | { readonly code: "unhashable"; readonly detail: string }
  /** observed: live is what the server answered to our last write or dry run of the same desired object. */
  | { readonly code: "as-observed" }
  /** observed: live is not that; `desired` of a change is the server's answer. */
  | { readonly code: "not-as-observed" }
  /** observed: no answer of the server was passed in, or one about another object of this name. */
  | { readonly code: "not-observed" }
  /** Only immutable fields differ. */
  | { readonly code: "immutable" }
  /** Live is being deleted. */
  | { readonly code: "terminating" }
  /** Nothing to write, but desired states fields that the kind does not have: the author's error. */
  | { readonly code: "unknown-field"; readonly paths: readonly string[] }
  /** apply: live equals desired, but our entry in managedFields does not record all of it (`path`: the first such field). */
  | { readonly code: "not-owned"; readonly path?: string }
  /** apply: our entry is in another apiVersion, in which it cannot be read. */
  | { readonly code: "owned-in-other-version"; readonly version: string }
  /** apply: live came without managedFields. It is skipped only where it holds nothing that desired does not state. */
  | { readonly code: "no-managed-fields" }
  /** apply: what no apply can reach (a union's other member, what others own and must be gone): the payload is a PUT. */
  | { readonly code: "not-possible-by-apply"; readonly paths: readonly string[] }
  /** apply with `force: false`: other managers own what desired would change; the server refuses it all. */
  | { readonly code: "conflict"; readonly paths: readonly string[]; readonly managers: readonly string[] }
  /** Desired has two items with one key in these lists, which the server refuses: in any mode for a custom kind. */
  | { readonly code: "duplicate-key"; readonly paths: readonly string[] }
  /** Of an ensurer: live is annotated to be left alone. */
  | { readonly code: "unmanaged"; readonly annotation: string }
  /** Of an ensurer: the same was sent over this version of live already, and the server made nothing of it. */
  | { readonly code: "no-effect" }
  /** Of an ensurer: these changes were written and undone again and again, by these managers as far as live tells. */
  | { readonly code: "fight"; readonly managers: readonly string[] };

/**
 * What to do. `payload()` builds the body to send each time it is called: the whole object with live's resourceVersion
 * (replace), what we state (apply), or a JSON merge patch (merge). It shares nothing with the caller's objects.
 */
export type Decision<T = unknown> =
  | { readonly verdict: "skip"; readonly strategy: Strategy; readonly reason: Reason }
  | {
      readonly verdict: "write";
      /**
       * How to send the payload: as the gate writes, but replace where apply cannot do it (`not-possible-by-apply`), and for
       * an object that is being deleted; and merge, in place of apply, for the status of a kind without a status subresource.
       */
      readonly mode: Mode;
      /**
       * Where to send the payload: to the object's status subresource. Absent: to the object itself, even where only its status
       * was decided, for a kind without that subresource.
       */
      readonly subresource?: "status";
      readonly strategy: Strategy;
      readonly reason: Reason;
      readonly changes: readonly Change[];
      /** Immutable paths that this write leaves as they are. */
      readonly recreate?: readonly string[];
      payload(): T;
    }
  | { readonly verdict: "create"; readonly strategy: Strategy; readonly reason: Reason; payload(): T }
  | {
      readonly verdict: "blocked";
      readonly strategy: Strategy;
      readonly reason: Reason;
      readonly changes: readonly Change[];
      readonly recreate: readonly string[];
    };

/** A Decision and what was passed over on the way to it. */
export type Explanation<T = unknown> = Decision<T> & { readonly passed: readonly Passed[] };
