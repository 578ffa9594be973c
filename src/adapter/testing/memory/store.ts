import type { JsonObject } from "../../../core/json.js";
import { cloneWire } from "../../../core/wire.js";
import { keyOf, metadataOf } from "../../port/object.js";
import type { ObjectRef } from "../../port/port.js";
import type { Numbers } from "./born.js";
import { isEqual } from "./equal.js";
import type { Kind } from "./kinds.js";
import { placeOf } from "./namespace.js";
import { withMetadata } from "./with-metadata.js";

interface Stored {
  readonly kind: Kind;
  readonly object: JsonObject;
}

/** The objects, by group, kind, namespace and name, and the counters: one resourceVersion for all, as etcd has it. */
export class Store implements Numbers {
  private readonly objects = new Map<string, Stored>();
  private readonly counters = new Map<string, number>();
  /** A server has written things of its own before. */
  private version = 1000;
  private writes = 0;

  constructor(private readonly now: (() => Date) | undefined) {}

  next(what: string): number {
    const number = (this.counters.get(what) ?? 0) + 1;
    this.counters.set(what, number);
    return number;
  }

  /** The time of a write: without a clock each write is a second after the one before. */
  time(): string {
    const at = this.now?.() ?? new Date(Date.UTC(2000, 0, 1) + 1000 * this.writes++);
    return `${at.toISOString().slice(0, 19)}Z`;
  }

  get(kind: Kind, place: Pick<ObjectRef, "namespace" | "name">): JsonObject | undefined {
    return this.objects.get(keyIn(kind, place))?.object;
  }

  /** All of a kind in whatever version, or all there are, by name. */
  all(kind?: Kind): readonly JsonObject[] {
    return [...this.objects.values()]
      .filter(
        (each) => kind === undefined || (each.kind.group === kind.group && each.kind.kind === kind.kind),
      )
      .map((each) => ({ ...each, order: orderOf(each) }))
      .sort((a, b) => (a.order < b.order ? -1 : 1))
      .map(({ object }) => object);
  }

  /** Keeps an object under the next resourceVersion. What is being deleted and has no finalizer left goes. */
  put(kind: Kind, object: JsonObject): JsonObject {
    const versioned = withMetadata(object, { resourceVersion: String(++this.version) });
    const stored = cloneWire(versioned) as JsonObject;
    const { deletionTimestamp, finalizers } = metadataOf(stored);
    const key = keyIn(kind, placeOf(stored));
    if (deletionTimestamp !== undefined && isEqual(finalizers ?? [], [])) this.objects.delete(key);
    else this.objects.set(key, { kind, object: stored });
    return stored;
  }

  remove(kind: Kind, object: JsonObject): void {
    this.version++;
    this.objects.delete(keyIn(kind, placeOf(object)));
  }
}

function keyIn({ apiVersion, kind }: Kind, place: Pick<ObjectRef, "namespace" | "name">): string {
  return keyOf({ apiVersion, kind, ...place });
}

function orderOf({ kind: { group, kind }, object }: Stored): string {
  const { namespace, name } = placeOf(object);
  return [group, kind, namespace, name].join("\n");
}
