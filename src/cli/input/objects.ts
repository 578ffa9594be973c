import { isList, isObject, type Json, type JsonObject, member } from "../../core/json.js";
import { InputError } from "./error.js";
import type { Read } from "./json.js";
import { MAX_DEPTH } from "./limits.js";

/** A Kubernetes object and where it was read from. */
export interface Manifest {
  readonly object: JsonObject;
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string | undefined;
  readonly namespace: string | undefined;
  readonly file: string;
  readonly line: number;
}

/**
 * The objects of one read value: itself, or the items of a List (or of any FooList with items).
 * @throws InputError
 */
export function manifestsOf(read: Read, file: string): Manifest[] {
  checkValue(read.value, 0, { file, line: read.line });
  return objectsOf(read.value, { file, line: read.line }, undefined);
}

interface At {
  readonly file: string;
  readonly line: number;
}

/** What a typed list (ConfigMapList) says of its items, which may leave it out. */
interface Inherited {
  readonly apiVersion: string;
  readonly kind: string;
}

function objectsOf(value: Json, at: At, inherited: Inherited | undefined): Manifest[] {
  if (!isObject(value)) {
    const hint = isList(value)
      ? "Put the objects into a List: {apiVersion: v1, kind: List, items: [...]}."
      : undefined;
    throw new InputError("not-an-object", `${describe(value)}, not a Kubernetes object`, { ...at, hint });
  }
  const object: JsonObject = inherited ? { ...inherited, ...value } : value;
  const kind = text(object, "kind", at);
  const apiVersion = text(object, "apiVersion", at);
  const items = member(object, "items");
  if (kind === "List" || (kind.endsWith("List") && isList(items))) {
    const typed = kind === "List" ? undefined : { apiVersion, kind: kind.slice(0, -"List".length) };
    return isList(items) ? items.flatMap((item) => objectsOf(item, at, typed)) : [];
  }
  return [{ object, apiVersion, kind, ...identity(object, at), ...at }];
}

function text(object: JsonObject, key: "kind" | "apiVersion", at: At): string {
  const value = member(object, key);
  if (typeof value === "string" && value !== "") return value;
  const found = value === undefined ? `no ${key}` : `${key} is ${describe(value)}`;
  throw new InputError("no-kind", `${found}, so this is not a Kubernetes object`, at);
}

function identity(object: JsonObject, at: At): Pick<Manifest, "name" | "namespace"> {
  const metadata = member(object, "metadata") ?? {};
  if (!isObject(metadata)) throw new InputError("bad-metadata", `metadata is ${describe(metadata)}`, at);
  const read = (key: string): string | undefined => {
    const value = member(metadata, key) ?? undefined;
    if (value === undefined || value === "") return undefined;
    if (typeof value === "string") return value;
    const hint = typeof value === "object" ? undefined : "Put it in quotes.";
    throw new InputError("bad-metadata", `metadata.${key} is ${describe(value)}, not text`, { ...at, hint });
  };
  return { name: read("name"), namespace: read("namespace") };
}

function describe(value: Json): string {
  if (value === null) return "null";
  if (isList(value)) return "a list";
  if (typeof value === "object") return "an object";
  return typeof value === "string" ? "text" : `a ${typeof value === "bigint" ? "number" : typeof value}`;
}

/** Refuses what the API server could not hold. */
function checkValue(value: Json, depth: number, at: At): void {
  if (depth > MAX_DEPTH) throw new InputError("too-deep", `nested deeper than ${MAX_DEPTH} levels`, at);
  if (typeof value === "number" && !Number.isFinite(value)) {
    throw new InputError("bad-number", "a number beyond what JSON readers hold", at);
  }
  if (isList(value)) for (const item of value) checkValue(item, depth + 1, at);
  else if (isObject(value))
    for (const key of Object.keys(value)) checkValue(member(value, key) ?? null, depth + 1, at);
}
