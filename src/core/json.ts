/** Wire JSON. A bigint is a JSON integer that a double cannot hold. */
export type Json = null | boolean | number | bigint | string | readonly Json[] | JsonObject;

/** A JSON object; an absent member and an undefined one are the same. */
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

/** The metadata that every Kubernetes object has, as far as the engine reads it. */
export interface ObjectMeta {
  readonly name?: string | undefined;
  readonly namespace?: string | undefined;
  readonly labels?: Readonly<Record<string, string>> | undefined;
  readonly annotations?: Readonly<Record<string, string>> | undefined;
  readonly uid?: string | undefined;
  readonly resourceVersion?: string | undefined;
  readonly generation?: number | undefined;
}

/** What decide accepts: wire JSON, or a client library's type for it. */
export interface KubeObject {
  readonly apiVersion?: string | undefined;
  readonly kind?: string | undefined;
  readonly metadata?: ObjectMeta | undefined;
}

/** True of a JSON object (not null, not a list). */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** True of a JSON list. */
export function isList(value: unknown): value is readonly Json[] {
  return Array.isArray(value);
}

/** JSON text in which a bigint and a string of the same digits differ: for telling apart, not for sending. */
export function textOf(value: Json): string {
  return JSON.stringify(value, (_key, part) => (typeof part === "bigint" ? `${part}n` : part));
}

/**
 * An object's own member, safe for keys that Object.prototype has too
 * (`constructor`, `toString`, `__proto__`): JSON holds no functions, so an inherited
 * one is told by its type.
 */
export function member(object: JsonObject, key: string): Json | undefined {
  const value = object[key];
  if (typeof value === "function" || key === "__proto__") {
    return Object.hasOwn(object, key) ? value : undefined;
  }
  return value;
}

/** What stands at a path of keys. It is asked on the skip path, and builds nothing. */
export function valueAt(object: JsonObject, keys: readonly string[]): Json | undefined {
  let value: Json | undefined = object;
  for (let index = 0; index < keys.length; index++) {
    if (!isObject(value)) return undefined;
    value = member(value, keys[index] as string);
  }
  return value;
}

/** Sets a member even where the key is `__proto__`, which plain assignment would not. */
export function setMember(object: Record<string, Json | undefined>, key: string, value: Json): void {
  if (key === "__proto__") {
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  } else {
    object[key] = value;
  }
}

/** Sets a member of a copy, or deletes it where the value is undefined. */
export function put(
  copy: Record<string, Json | undefined>,
  key: string,
  value: Json | undefined,
): Record<string, Json | undefined> {
  if (value === undefined) delete copy[key];
  else setMember(copy, key, value);
  return copy;
}

/**
 * How many members an object has. Where another one has as many of the same names, no name is left to
 * look at: cheaper than to look each one up.
 */
export function countMembers(object: JsonObject): number {
  let count = 0;
  for (const _ in object) count++;
  return count;
}

/** A text as an engine keeps the names of members: by any other, a member takes longer to find. */
export function asName(text: string): string {
  for (const name in { [text]: true }) return name;
  return text;
}
