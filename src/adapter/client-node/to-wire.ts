import { UsageError } from "../../core/errors.js";
import { isObject, type Json, type JsonObject, type KubeObject, setMember } from "../../core/json.js";
import { assertWire, tooDeep } from "../../core/wire.js";
import type { ObjectRef } from "../port/port.js";
import { isWire } from "./is-wire.js";
import { itemType, type Model, modelOfInstance, modelOfType, typeOfKind, valueType } from "./models.js";
import { isDate, timeText } from "./time.js";

/**
 * Turns an object of client-node into wire JSON: an instance of its models, an informer's cached item of either shape, a plain
 * object of its types. `_from` becomes `from` where the type says so, and only there; a Date becomes RFC 3339; what is undefined goes.
 * The same object, by identity, where it is wire JSON already; it is never changed. What client-node left out when it read an object
 * (fields that its models do not have, as an informer's listed items lack them) does not come back.
 * @param kind fills in apiVersion and kind, which an informer's items lack
 * @throws UsageError `not-wire-json` for what JSON cannot say, with its place; `no-kind` where it is no object; `too-deep`
 */
export function toWire(object: unknown, kind?: Pick<ObjectRef, "apiVersion" | "kind">): KubeObject {
  if (!isObject(object)) throw new UsageError("no-kind", "not an object");
  const apiVersion = object.apiVersion || kind?.apiVersion;
  const name = object.kind || kind?.kind;
  const wire = turned(object, typeOfKind(apiVersion, name));
  // The only place where what anybody passed becomes a KubeObject: the engine checks what it reads of it.
  if (kind === undefined || (object.apiVersion && object.kind)) return wire as KubeObject;
  const { apiVersion: _, kind: __, ...others } = wire;
  return { apiVersion, kind: name, ...others } as KubeObject;
}

function turned(object: JsonObject, type: string | undefined): JsonObject {
  try {
    if (type === undefined && isWire(object)) return object;
    return new Turning().object(object, type);
  } catch (error) {
    throw error instanceof RangeError ? tooDeep() : error;
  }
}

/** One walk over an object. What is turned is copied on the way; the rest comes back as it is. */
class Turning {
  readonly #path: (string | number)[] = [];

  object(object: JsonObject, type: string | undefined): JsonObject {
    const prototype: object | null = Object.getPrototypeOf(object);
    const instance =
      prototype === Object.prototype || prototype === null ? undefined : this.#classOf(object, prototype);
    const model = instance === undefined ? modelOfType(type) : (instance.model ?? modelOfType(type));
    const values = model === undefined ? valueType(type) : undefined;
    let copy: Record<string, Json> | undefined = instance && copyUntil(object);
    for (const key in object) {
      if (instance !== undefined && !Object.hasOwn(object, key)) continue;
      const attribute = model?.get(key);
      const name = attribute?.baseName ?? key;
      const value = object[key];
      const wire = value === undefined ? value : this.#inside(key, value, attribute?.type ?? values);
      if (copy === undefined) {
        if (wire === value && wire !== undefined && name === key) continue;
        copy = copyUntil(object, key);
      }
      if (wire === undefined) continue;
      if (name !== key) this.#assertOnce(object, key, name);
      setMember(copy, name, wire);
    }
    return copy ?? object;
  }

  #classOf(object: JsonObject, prototype: object): { readonly model: Model | undefined } {
    const model = modelOfInstance(prototype);
    if (model === undefined) assertWire(object, this.#place());
    return { model };
  }

  /** Which of two spellings is meant nobody can tell; to leave out a `from` could open a network policy to all. */
  #assertOnce(object: JsonObject, key: string, name: string): void {
    if (object[name] === undefined || !Object.hasOwn(object, name)) return;
    throw new UsageError("not-wire-json", `both ${key} and ${name} are there: the same field`, this.#place());
  }

  #inside(key: string | number, value: Json, type: string | undefined): Json {
    if (typeof value === "string" || typeof value === "boolean" || value === null) return value;
    this.#path.push(key);
    const wire = this.#value(value, type);
    this.#path.pop();
    return wire;
  }

  #value(value: Json, type: string | undefined): Json {
    if (isObject(value)) return isDate(value) ? this.#time(value, type) : this.object(value, type);
    if (Array.isArray(value)) return this.#list(value, itemType(type));
    assertWire(value, this.#place());
    return value;
  }

  #list(list: readonly (Json | undefined)[], type: string | undefined): readonly Json[] {
    let copy: Json[] | undefined;
    for (let index = 0; index < list.length; index++) {
      const item = list[index];
      const wire = item === undefined ? null : this.#inside(index, item, type);
      if (copy === undefined && wire !== item) copy = list.slice(0, index) as Json[];
      copy?.push(wire);
    }
    return copy ?? (list as readonly Json[]);
  }

  #time(date: Date, type: string | undefined): string {
    const text = timeText(date, type === "V1MicroTime");
    if (text === undefined) throw new UsageError("not-wire-json", "a Date that is no date", this.#place());
    return text;
  }

  #place(): string {
    return this.#path.map((key) => `/${key}`).join("");
  }
}

/** A copy of the members before a key, all of which are as they should be; of none without one. */
function copyUntil(object: JsonObject, end?: string): Record<string, Json> {
  const copy: Record<string, Json> = {};
  if (end === undefined) return copy;
  for (const key in object) {
    if (key === end) break;
    setMember(copy, key, object[key] as Json);
  }
  return copy;
}
