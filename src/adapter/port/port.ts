import type { Mode } from "../../core/decision.js";
import type { KubeObject } from "../../core/json.js";

/** How a request changes the cluster. */
export type Verb = "create" | Mode | "delete";

/** Which object: a name is unique in its kind and namespace. */
export interface ObjectRef {
  readonly apiVersion: string;
  readonly kind: string;
  /** Absent for a kind without namespaces. */
  readonly namespace?: string | undefined;
  readonly name: string;
}

export interface RequestOptions {
  /** Aborts the request. The port rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

export interface WriteOptions extends RequestOptions {
  /** `fieldManager` of the request. */
  readonly fieldManager?: string | undefined;
  /** apply only: take over what others own. */
  readonly force?: boolean | undefined;
  /** The server does all but store it. */
  readonly dryRun?: boolean | undefined;
  /** Write this subresource in place of the object. */
  readonly subresource?: "status" | undefined;
}

export interface DeleteOptions extends RequestOptions {
  readonly dryRun?: boolean | undefined;
  /** Refuse (409) where the object has another uid or resourceVersion by now. */
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string } | undefined;
  /** Background unless given. */
  readonly propagationPolicy?: "Background" | "Foreground" | "Orphan" | undefined;
}

/** Which objects of a kind. */
export interface ListQuery {
  readonly apiVersion: string;
  readonly kind: string;
  /** Absent: of all namespaces. */
  readonly namespace?: string | undefined;
  /** `key=value,key2!=value2`, as kubectl's --selector. */
  readonly labelSelector?: string | undefined;
  /** At most so many objects, the rest left out; a port may give more. Absent: all. */
  readonly limit?: number | undefined;
}

/** Which page of a list. */
export interface PageOptions extends RequestOptions {
  /** `next` of the page before it. Absent: the first. */
  readonly from?: string | undefined;
}

/** One page of a list. All pages show the cluster at one moment. */
export interface ListPage {
  /** Each with apiVersion and kind. */
  readonly objects: readonly KubeObject[];
  /** What a watch of what came later begins at. */
  readonly resourceVersion: string;
  /** Absent: this is the last. */
  readonly next?: string;
}

export interface WatchOptions extends RequestOptions {
  /** The watch gives what came after it: of a list, an object, or a bookmark. */
  readonly resourceVersion: string;
  /** The server says now and then how far it has come, in BOOKMARK events. */
  readonly allowWatchBookmarks?: boolean | undefined;
  /** The server ends the watch after so long. Absent: when it likes. */
  readonly timeoutSeconds?: number | undefined;
  /** Milliseconds without a byte after which the connection is given up. Absent: 90,000, within which bookmarks come. */
  readonly silenceMs?: number | undefined;
  /** Called once the server has begun to answer. */
  readonly onOpen?: (() => void) | undefined;
}

/** An event of a watch. The object of a BOOKMARK has no more than a resourceVersion. */
export interface WatchEvent {
  readonly type: "ADDED" | "MODIFIED" | "DELETED" | "BOOKMARK";
  readonly object: KubeObject;
}

/**
 * What a cluster is reached through. Objects are wire JSON both ways: nothing renamed, dropped or added. An answer other than
 * success rejects with an ApiError, a kind that is not served with the reason KindNotServed; a fault of the connection with any
 * other error. No method tries again by itself.
 */
export interface ClusterPort {
  /** The object, whole, as the server holds it now; undefined where there is none. */
  read(ref: ObjectRef, options?: RequestOptions): Promise<KubeObject | undefined>;
  /** POST. */
  create(object: KubeObject, options?: WriteOptions): Promise<KubeObject>;
  /** PUT of the whole object. */
  replace?(object: KubeObject, options?: WriteOptions): Promise<KubeObject>;
  /** Server-side apply; it creates, too. */
  apply?(object: KubeObject, options?: WriteOptions): Promise<KubeObject>;
  /** PATCH with a JSON merge patch (RFC 7396). */
  merge?(ref: ObjectRef, patch: unknown, options?: WriteOptions): Promise<KubeObject>;
  /** Every object that a query names, each with apiVersion and kind. For pruning, and to read many of a set at once. */
  list?(query: ListQuery, options?: RequestOptions): Promise<readonly KubeObject[]>;
  /** One page of the same, of at most `limit` objects. 410 where the server does not have the moment of `from` any more. */
  page?(query: ListQuery, options?: PageOptions): Promise<ListPage>;
  /**
   * What becomes of the objects that a query names (`limit` is passed over), until the server ends it. It rejects with an ApiError for
   * an ERROR event too: 410 where the server does not have the version any more; with a BrokenWatch for what cannot be read.
   */
  watch?(query: ListQuery, options: WatchOptions): AsyncIterable<WatchEvent>;
  /** For pruning. Resolves where the object is gone already. */
  delete?(ref: ObjectRef, options?: DeleteOptions): Promise<void>;
  /** Turns what a caller holds (a client library's typed object, a cached item) into wire JSON; the same object where it is that already. */
  toWire?(object: unknown, kind?: Pick<ObjectRef, "apiVersion" | "kind">): KubeObject;
  /** To be called where the server serves a kind that it did not serve before. */
  forget?(): void;
  /** Options that this port cannot pass on. */
  readonly lacks?: readonly ("fieldManager" | "force" | "dryRun" | "subresource" | "signal")[];
}
