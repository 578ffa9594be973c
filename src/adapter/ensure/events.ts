import type { Decision } from "../../core/decision.js";
import type { ObjectRef, Verb } from "../port/port.js";

interface About {
  readonly ref: ObjectRef;
  readonly subresource?: "status";
}

/** What an ensurer tells its `onEvent`, in the order in which it happens. */
export type EnsureEvent =
  /** The gate has decided; `seconds` is what that took. */
  | (About & { readonly type: "decision"; readonly decision: Decision; readonly seconds: number })
  /** A write was answered with success. `changed`: resourceVersion is another one now; undefined where that cannot be told. */
  | (About & {
      readonly type: "write";
      readonly verb: Verb;
      readonly dryRun: boolean;
      readonly seconds: number;
      readonly changed: boolean | undefined;
    })
  /**
   * Strategy `observed`: the server was asked by a dry run what it makes of desired, since no answer was remembered, or live differs
   * from it only where desired states nothing.
   */
  | (About & { readonly type: "observe"; readonly verb: Verb; readonly seconds: number })
  /** Somebody else wrote meanwhile: it is read afresh and decided again. */
  | (About & { readonly type: "conflict"; readonly tries: number })
  /** A request failed in a way that may pass: another try follows after `waitMs`. */
  | (About & {
      readonly type: "retry";
      readonly tries: number;
      readonly waitMs: number;
      readonly error: unknown;
    })
  /** The same changes are written again and again: somebody, or something, undoes them. */
  | (About & {
      readonly type: "fight";
      /** The field paths that are written each time. */
      readonly paths: readonly string[];
      /** Who else owns them, or wrote last, by live's managedFields; empty where these do not tell. */
      readonly managers: readonly string[];
      /** How many writes of these changes were sent, older ones counted for less. */
      readonly heat: number;
      /** No write was sent this time. */
      readonly held: boolean;
    })
  /** It was given up. */
  | (About & { readonly type: "error"; readonly error: unknown });
