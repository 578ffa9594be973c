import type { Json, JsonObject } from "../../core/json.js";
import { cloneWire } from "../../core/wire.js";
import type { ObjectRef } from "../port/port.js";
import type { Numbers } from "./born.js";
import { isEqual } from "./equal.js";
import { type Kind, metaOf, withMeta } from "./kinds.js";

/** The objects, by group, kind, namespace and name, and the counters: one resourceVersion for all, as etcd has it. */
export class Store implements Numbers {
  private readonly objects = new Map<string, JsonObject>();
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

  get(kind: Kind, ref: Pick<ObjectRef, "namespace" | "name">): JsonObject | undefined {
    return this.objects.get(keyOf(kind, ref));
  }

  /** All of a kind, or all there are, by name. */
  all(kind?: Kind): readonly JsonObject[] {
    const prefix = kind === undefined ? "" : `${kind.group}/${kind.kind}/`;
    return [...this.objects]
      .filter(([key]) => key.startsWith(prefix))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, object]) => object);
  }

  /** Keeps an object under the next resourceVersion. What is being deleted and has no finalizer left goes. */
  put(kind: Kind, object: JsonObject): JsonObject {
    const stored = cloneWire(withMeta(object, { resourceVersion: String(++this.version) })) as JsonObject;
    const { deletionTimestamp, finalizers } = metaOf(stored);
    const key = keyOf(kind, refOf(stored));
    if (deletionTimestamp !== undefined && isEqual(finalizers ?? [], [])) this.objects.delete(key);
    else this.objects.set(key, stored);
    return stored;
  }

  remove(kind: Kind, object: JsonObject): void {
    this.version++;
    this.objects.delete(keyOf(kind, refOf(object)));
  }
}

function keyOf(
  { group, kind }: Kind,
  { namespace = "", name }: Pick<ObjectRef, "namespace" | "name">,
): string {
  return `${group}/${kind}/${namespace}/${name}`;
}

/** Namespace and name, as the object states them. */
export function refOf(object: JsonObject): { readonly namespace?: string; readonly name: string } {
  const { name, namespace } = metaOf(object);
  return { ...(isText(namespace) && { namespace }), name: isText(name) ? name : "" };
}

function isText(value: Json | undefined): value is string {
  return typeof value === "string" && value !== "";
}
