import type { KubeObject } from "../../core/json.js";
import type { ListQuery } from "../port/port.js";

/** What is watched: a kind, in one namespace or in all. */
export type WatchedKind = Omit<ListQuery, "limit">;

/** What became of one object. */
export interface KindEvent {
  readonly type: /** It was there when watching began. */
    | "first"
    /** It was created, or has come into the selection; or it was met in a later list for the first time. */
    | "added"
    /** A write changed it. Each write is an event of its own, as long as the connection holds. */
    | "modified"
    /** It is gone, or out of the selection. */
    | "deleted"
    /** A later list shows it at another version: it was changed once or more meanwhile, or deleted and made anew (another uid). */
    | "relisted";
  /**
   * As the server sent it, with apiVersion and kind; of one that was deleted, its last state. Of one that a later list does not have any
   * more: apiVersion, kind, namespace, name and the last resourceVersion that was seen, since objects are not kept.
   */
  readonly object: KubeObject;
}

export type WatchState =
  /** `expired`: the server does not have the last version any more. `unreadable`: something came that is no event. */
  | { readonly type: "listing"; readonly why: "first" | "expired" | "unreadable" }
  /** The server takes the watch; `objects` are there now. */
  | { readonly type: "watching"; readonly resourceVersion: string; readonly objects: number }
  /** A request failed; another follows after `waitMs`. `tries`: how many failed in a row. */
  | { readonly type: "waiting"; readonly error: unknown; readonly tries: number; readonly waitMs: number };

export interface WatchKindOptions {
  /** Ends the watch; its promise resolves. */
  readonly signal: AbortSignal;
  /** What it throws ends the watch, too. */
  readonly onEvent: (event: KindEvent) => void;
  readonly onState?: ((state: WatchState) => void) | undefined;
  readonly bounds?: Partial<WatchBounds> | undefined;
}

export interface WatchBounds {
  /** Objects in one page of a list: 500. */
  readonly pageSize: number;
  /** Milliseconds for one page: a minute. */
  readonly pageMs: number;
  /** After how long the server ends a watch, which then goes on: five to ten minutes, as client-go asks for. */
  readonly timeoutSeconds: number;
  /** Milliseconds without a byte after which a connection is given up: 90,000. */
  readonly silenceMs: number;
  /** Milliseconds to wait after the first failure, twice as long after each further one, less a random part of up to a half: 500. */
  readonly backoffMs: number;
  /** The most of it: 30,000. */
  readonly maxBackoffMs: number;
}
